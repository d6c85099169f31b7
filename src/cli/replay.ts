import type { Command } from "commander";
import type { ReplayCall } from "./replay/run-replay.ts";

/** Adds `coderag replay`: a recorded run once more, offline, and what is not as it was. */
export function replayCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("replay")
    .argument("<file>", "a recording: of `coderag export`, or of --record; - is standard input")
    .description("go through a recorded run again, without network, key or database, and compare")
    .option(
      "--repo <dir>",
      "a clone of the run's repository; the run's commit is read, not the work tree",
      ".",
    )
    .option("--strict", "stop at the first difference; without it the recorded replies are used all the same")
    .option("--json", "print the end and the differences as JSON")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (file: string, options: ReplayCall) =>
      exit(await (await import("./replay/run-replay.ts")).runReplay(file, options)),
    );
}

const help = `
The code at hand draws the graph, finds code, makes the prompts, runs the tools, applies the edits and judges the change
as it did in the run. What the model, GitHub, the web and the tests said is taken from the recording. Prompts and results
are compared with the recorded ones, and so is the end. Nothing is written, run or sent.

Exits with 0 if all is as recorded, with 1 if anything differs.

Examples:
  coderag replay run.json --repo ../shop
  coderag implement --repo ../shop --issue wish.md --record run.json`;
