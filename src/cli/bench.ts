import type { Command } from "commander";
import type { BenchOptions } from "./bench/run-bench.ts";
import { whole } from "./whole.ts";

/** Adds `coderag bench`: whether locating works on a person's own repository, judged by its history. */
export function benchCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("bench")
    .description(
      "measure on your own history: would CodeRAG have found the code that your last commits changed?",
    )
    .option("--repo <dir>", "a local git repository, with its history", ".")
    .option("--commits <number>", "merged commits to measure, the newest first", whole, 50)
    .option("--json", "print the report as JSON")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait for parsers and git.
    .action(async (options: BenchOptions) =>
      exit(await (await import("./bench/run-bench.ts")).runBench(options)),
    );
}

const help = `
Replays the merged commits of the checked-out branch one by one: the message is the request, the repository is read as it
was before the commit, and the files and functions that the commit changed are what should be found. New files, tests and
commits that change more than 10 source files are left out. Only git objects are read; the work tree is not touched.
Ctrl-C stops it and prints the results so far.

Examples:
  coderag bench --repo ../shop
  coderag bench --commits 200 --json > bench.json`;
