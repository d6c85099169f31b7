import type { Command } from "commander";
import type { BenchOptions } from "./bench/run-bench.ts";
import { whole } from "./whole.ts";

/** Adds `coderag bench`: whether locating works on a person's own repository, judged by its history. */
export function benchCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("bench")
    .description("measure on your own history: would the code that merged commits touched have been found?")
    .option("--repo <dir>", "a git repository on this machine, with its history", ".")
    .option("--commits <number>", "merged commits to measure, the newest first", whole, 50)
    .option("--json", "print the report as JSON")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait for parsers and git.
    .action(async (options: BenchOptions) =>
      exit(await (await import("./bench/run-bench.ts")).runBench(options)),
    );
}

const help = `
Merges and squashed commits of the branch that is checked out are taken one by one. Each message is the request, asked
of the repository as it was before; the files and functions that the commit then changed should be found. New files,
tests and commits of more than 10 source files are left out. Git objects are read; the work tree is not touched.
Ctrl-C stops it and prints what there is.

Examples:
  coderag bench --repo ../shop
  coderag bench --commits 200 --json > bench.json`;
