import { resolve } from "node:path";
import { loadConfig, outlinesOf, takeEnvironment } from "../../config.ts";
import { withoutPaths } from "../../jobs/reading/without-paths.ts";
import { goThrough } from "../../jobs/replay/go-through.ts";
import { mostRecordingBytes, readRecording } from "../../jobs/replay/recording.ts";
import { openLocal } from "../../workspace/open-local.ts";
import { interruptible } from "../interruptible.ts";
import { jsonText, printOut } from "../print.ts";
import { readText } from "../read-text.ts";
import { printable } from "../style.ts";
import { createTerminalNarrator } from "../terminal-narrator.ts";
import { programVersion } from "../version.ts";
import { replayedAsJson, replayedText, titleOf } from "./text.ts";

export interface ReplayCall {
  readonly repo: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

const cure = "Name a recording, which `coderag export` or --record wrote.";

/** Its progress on standard error, the end and the comparison on standard output; 0 where all is as recorded. */
export async function runReplay(file: string, { repo, strict, json }: ReplayCall): Promise<number> {
  const config = loadConfig(takeEnvironment());
  const text = await readText(resolve(config.callerFolder, file), file, cure, mostRecordingBytes);
  const recording = readRecording(text, file === "-" ? "Standard input" : printable(file));
  const { run, commit, settings } = recording;
  const directory = resolve(config.callerFolder, repo);
  const narrator = createTerminalNarrator(process.stderr, run.verb);
  const work = async (signal: AbortSignal) => {
    narrator.say(`${titleOf(recording)}. This is CodeRAG ${programVersion()}.`);
    // Missing, it is said at once and not after the first steps.
    if (commit !== undefined) await (await openLocal(directory, signal, { commit })).close();
    const options = { narrator, cacheDir: outlinesOf(config), again: "all" } as const;
    return goThrough(
      recording,
      {
        ...options,
        openWorkspace: async ({ commit }, signal) =>
          withoutPaths(await openLocal(directory, signal, { commit }), settings.config.paths.ignore),
        atDifference: strict ? "stop" : "go on",
      },
      signal,
    );
  };
  try {
    const replayed = await interruptible(work);
    narrator.close();
    await printOut(
      json ? [`${jsonText(replayedAsJson(recording, replayed))}\n`] : replayedText(recording, replayed),
    );
    return replayed.differing.length === 0 ? 0 : 1;
  } finally {
    narrator.close();
  }
}
