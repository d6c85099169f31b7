/** What a person reads of a replay. All of it may be a stranger's: nothing reaches the terminal as it came. */
import { unifiedDiff } from "../../edits/diff.ts";
import type { Draft } from "../../github/forge.ts";
import type { Differing, Replayed } from "../../jobs/replay/go-through.ts";
import type { Recording } from "../../jobs/replay/recording.ts";
import { counted } from "../../source/counted.ts";
import { outcomeText, sheltered } from "../print-outcome.ts";
import { printable, style } from "../style.ts";

const out = process.stdout;

/** `implement on acme/shop#12 at 0123456789ab, recorded by CodeRAG 1.2.0 on 2026-11-30`. */
export function titleOf({ run, commit, version, recordedAt }: Recording): string {
  const at = commit === undefined ? "" : ` at ${commit.slice(0, 12)}`;
  return `${run.verb} on ${run.owner}/${run.name}#${run.issueNumber}${at}, recorded by CodeRAG ${version} on ${recordedAt.slice(0, 10)}`;
}

/** How the run ended now, and then what is not as it was. */
export function* replayedText(recording: Recording, replayed: Replayed): Generator<string> {
  yield* endText(recording, replayed);
  yield "\n";
  const { differing, compared, computed, taken, prompts } = replayed;
  if (differing.length === 0) {
    const asked = compared < prompts.size ? ` (${prompts.size - compared} more are not in it)` : "";
    yield `${style(out, "green", "Same as recorded:")} ${counted(compared, "prompt")}${asked}, ${counted(computed.length, "step")} done again, and the end.\n`;
  } else {
    yield `${style(out, "yellow", "Differs from the recording")} in ${counted(differing.length, "place")}:\n`;
    for (const found of differing) yield* differingText(found, prompts.size, replayed, recording);
    const last = recording.steps.at(-1)?.name;
    if (replayed.end === undefined && differing.at(-1)?.kind !== "new step")
      yield `Stopped there, before the end${last === undefined ? "" : ` (the last recorded step is ${printable(last)})`}.\n`;
  }
  yield `${style(out, "dim", `Done again: ${listed(computed)}.`)}\n`;
  yield `${style(out, "dim", `Taken from the recording: ${listed(taken)}.`)}\n`;
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? "nothing" : printable(names.join(", "));

function* endText({ run }: Recording, { outcome, end, gated }: Replayed): Generator<string> {
  if (outcome) {
    const isChange = run.verb === "implement" || run.verb === "fix";
    const draft = isChange && isDraft(gated) ? gated : undefined;
    yield outcomeText({ outcome, draft, ...(isChange && { last: "A replay: nothing was written." }) });
  } else if (end) {
    const where = end.step === undefined ? "" : ` (step ${printable(end.step)})`;
    const what = end.kind === "cancelled" ? "The run was cancelled" : "The run failed";
    yield `${style(out, "red", `${what}${where}:`)} ${sheltered(end.message)}\n`;
    const isPerson = end.kind === "cancelled" || /^\w*(?:User|Model)\w*Error/.test(end.stack ?? "");
    if (end.stack !== undefined && !isPerson) yield `${sheltered(end.stack)}\n`;
  }
}

/** What a gate lets through is a draft where it has changes: a recording may claim anything. */
const isDraft = (gated: unknown): gated is Draft => {
  const { changes, title, body } = Object(gated) as Partial<Draft>;
  return Array.isArray(changes) && typeof title === "string" && typeof body === "string";
};

function* differingText(
  found: Differing,
  prompts: number,
  { end }: Replayed,
  { end: recorded }: Recording,
): Generator<string> {
  switch (found.kind) {
    case "prompt":
      yield `- prompt ${found.exchange} of ${prompts} (${printable(found.step)}):\n`;
      for (const line of found.lines) yield `    ${coloured(printable(line))}\n`;
      break;
    case "result": {
      const { at, recorded: was = "nothing", now = "nothing" } = found.difference;
      const place = at === "" ? "" : `, ${printable(at)}`;
      yield `- result of ${printable(found.step)}${place}:\n`;
      yield `    ${coloured(`-${printable(was)}`)}\n    ${coloured(`+${printable(now)}`)}\n`;
      break;
    }
    case "new step":
      yield `- ${
        recorded.kind === "failed" || recorded.kind === "cancelled"
          ? `the recorded run ended before ${printable(found.step)}: the replay got past that, and ends here`
          : `the run took another way: ${printable(found.step)} is not in the recording, so the replay ends here`
      }\n`;
      break;
    case "end":
      yield `- the end:\n    ${coloured(`-${recorded.kind}: ${printable(recorded.message)}`)}\n`;
      yield `    ${coloured(`+${end!.kind}: ${printable(end!.message)}`)}\n`;
  }
}

function coloured(line: string): string {
  if (line.startsWith("+")) return style(out, "green", line);
  return line.startsWith("-") ? style(out, "red", line) : line;
}

/** The same for a program. */
export function replayedAsJson(recording: Recording, replayed: Replayed): unknown {
  const { outcome, end, differing, prompts, compared, computed, taken, gated } = replayed;
  const draft = isDraft(gated) ? gated : undefined;
  return {
    same: differing.length === 0,
    ...{ recorded: recording.end, end, outcome, differing },
    ...{ prompts: { asked: prompts.size, compared }, computed, taken },
    ...(draft && {
      draft: { title: draft.title, body: draft.body, commitMessage: draft.commitMessage },
      diff: draft.changes.map((change) => unifiedDiff(change)).join(""),
    }),
  };
}
