import { UserError } from "../../errors.ts";
import { wishOf } from "../../jobs/acceptance/wish.ts";
import { recordsOf } from "../../jobs/durable/records-of.ts";
import { goThrough, isTurn } from "../../jobs/replay/go-through.ts";
import { ended, type RecordingParts, recordingText, settingsOf } from "../../jobs/replay/record.ts";
import { type Recording, readRecording } from "../../jobs/replay/recording.ts";
import type { Surroundings } from "../../jobs/surroundings.ts";
import type { Narrator } from "../../jobs/telling/narrator.ts";
import type { Logger } from "../../log.ts";
import { counted } from "../../source/counted.ts";
import type { Database } from "../../store/database.ts";
import { isFinal, type Run, type RunOutcome } from "../../store/run.ts";
import { findRun } from "../../store/runs.ts";

export interface ExportParts {
  readonly database: Database;
  /** As for the run itself. Only its repository is opened; nothing is written. */
  readonly surroundingsOf: (run: Run) => Surroundings;
  readonly redact: (text: string) => string;
  /** Of this program. */
  readonly version: string;
  /** `CODERAG_KEEP_DAYS`. */
  readonly keepDays: number;
  readonly log: Logger;
  /** Says what is to be known of the recording, a sentence each. */
  readonly tell: (line: string) => void;
}

const silent: Narrator = { begin: () => {}, done: () => {}, turn: () => {} };

/**
 * The recording of a run of the server. Its steps stand in the database; what its models were asked does not, and is
 * made of them again, as it would be after a crash. Throws a `UserError` for a run that is not there, goes on, or left
 * no records.
 */
export async function exportRun(parts: ExportParts, runId: string, signal: AbortSignal): Promise<string> {
  const { database, version, redact, log, tell } = parts;
  const run = isRunId(runId) ? await findRun(database, runId) : undefined;
  if (!run)
    throw new UserError(
      `There is no run ${runId} in this server's database.`,
      "Take the run's id from its comment on GitHub, from the log or from the page of runs.",
    );
  if (!isFinal(run.state))
    throw new UserError("The run has not ended yet.", "Export it when it has: /coderag status tells.");
  const [wish, records] = [await wishOf(run, database), await recordsOf(database, runId, log)];
  if (!wish || records.length === 0) throw new UserError(...whyNothing(run, wish !== undefined, parts));
  const surroundings = parts.surroundingsOf({ ...run, verb: wish.verb });
  const snapshot = run.snapshot as { readonly kind?: string };
  const isOccasion = snapshot.kind === "pull" || snapshot.kind === "press";
  const recording: RecordingParts = {
    ...{ version, settings: settingsOf(surroundings), end: endOf(run.outcome!), recordedAt: new Date() },
    run: {
      ...run,
      ...wish,
      ...{ delivery: undefined, occasion: undefined, [isOccasion ? "occasion" : "delivery"]: snapshot },
    },
    steps: records.map(({ name, record }) => ({ name, record: ended(record) })),
  };
  const read = readRecording(
    recordingText(recording, (text) => text),
    "The run",
  );
  const prompts = await promptsOf(read, surroundings, tell, signal);
  const steps = read.steps.map((step) => {
    const prompt = prompts.get(step.name);
    return prompt ? { ...step, prompts: [prompt] } : step;
  });
  return recordingText({ ...recording, steps }, redact);
}

/** What its models were asked: none where the repository cannot be read any more. */
async function promptsOf(
  recording: Recording,
  { openWorkspace, options: { cacheDir } }: Surroundings,
  tell: (line: string) => void,
  signal: AbortSignal,
) {
  const asked = recording.steps.filter(({ name }) => isTurn(name)).length;
  const options = { openWorkspace, cacheDir, narrator: silent } as const;
  const replayed = await goThrough(
    recording,
    { ...options, again: "prompts", atDifference: "go on" },
    signal,
  );
  const { prompts, end } = replayed;
  if (prompts.size < asked)
    tell(
      `${prompts.size} of ${counted(asked, "prompt")} could be made again${end ? `: ${end.message}` : "."} A replay compares only these.`,
    );
  return prompts;
}

function whyNothing(run: Run, isWork: boolean, { keepDays }: ExportParts): [string, string] {
  const agedMs = Date.now() - Date.parse(run.finishedAt ?? run.updatedAt);
  if (isWork && keepDays > 0 && agedMs > keepDays * 24 * 60 * 60 * 1000)
    return [
      `The records of this run were deleted ${counted(keepDays, "day")} after its end (CODERAG_KEEP_DAYS).`,
      "Give the command again and export that run, or set CODERAG_KEEP_DAYS higher for the runs to come.",
    ];
  return [
    "This run left no records of any work.",
    "It was answered or refused at once, or ended before it began; its page and the log say how.",
  ];
}

const isRunId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function endOf({ kind, message, details }: RunOutcome): Recording["end"] {
  const step = details?.["step"];
  return { kind, message, ...(typeof step === "string" && { step }) };
}
