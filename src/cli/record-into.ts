import { open, unlink } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { UserError } from "../errors.ts";
import type { JobRun } from "../jobs/job-run.ts";
import type { Outcome } from "../jobs/outcome.ts";
import { createRecorder, endOf, failedEnd, recordingText, settingsOf } from "../jobs/replay/record.ts";
import type { Surroundings } from "../jobs/surroundings.ts";
import { createRedactor } from "../redact/redact.ts";
import type { Step } from "../step.ts";
import { printable } from "./style.ts";
import { programVersion } from "./version.ts";

type Work = (surroundings: Surroundings, step: Step) => Promise<Outcome>;

interface RecordedParts {
  readonly run: JobRun;
  readonly given: Surroundings;
  readonly step: Step;
}

/**
 * Does a run, and leaves its recording in the file however it ends; without a file it only does it. The file is made
 * before, so that nothing is paid for a recording that cannot be written.
 */
export async function recordInto(
  file: string | undefined,
  { callerFolder, secrets }: Config,
  { run, given, step }: RecordedParts,
  say: (line: string) => void,
): Promise<(work: Work) => Promise<Outcome>> {
  if (file === undefined) return (work) => work(given, step);
  const path = resolve(callerFolder, file);
  const handle = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `${printable(file)} cannot be made: ${error.code === "EEXIST" ? "it is there already" : (error.code ?? error.message)}.`,
      "Name a new file for the recording, in a folder that you may write.",
    );
  });
  const recorder = createRecorder(given, step);
  return async (work) => {
    const keep = async (end: ReturnType<typeof endOf>): Promise<void> => {
      const parts = { run, end, steps: recorder.steps, settings: settingsOf(given) };
      const times = { recordedAt: new Date(), version: programVersion() };
      const text = recordingText({ ...parts, ...times }, createRedactor(secrets));
      await handle.writeFile(text).then(
        () =>
          say(
            `Recorded in ${file}. It holds code of the repository: give it to nobody who may not read that.`,
          ),
        // What was paid for is shown all the same.
        (error: Error) => say(`The recording in ${file} is not whole: ${error.message}.`),
      );
    };
    try {
      const outcome = await work(recorder.surroundings, recorder.step);
      await keep(endOf(outcome));
      return outcome;
    } catch (error) {
      if (recorder.steps.length > 0) await keep(failedEnd(error, recorder.steps.at(-1)?.name));
      else await unlink(path);
      throw error;
    } finally {
      await handle.close();
    }
  };
}
