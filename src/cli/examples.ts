import { type Command, Option } from "commander";
import type { ExamplesOptions } from "./examples/run-examples.ts";

/** Adds `coderag examples`: how public code uses one dependency, as this repository calls it. */
export function examplesCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("examples")
    .argument(
      "<dependency...>",
      "its name, with the version that is meant where it is not the one in use: zod@4",
    )
    .description("show how public code on GitHub uses a dependency, and what a new major version changed")
    .option("--repo <repo>", "the repository that uses it: a folder, or OWNER/NAME", ".")
    .addOption(new Option("--json", "print the whole answer as JSON").conflicts(["markdown"]))
    .option("--markdown", "print what `/coderag examples` would comment")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (words: readonly string[], options: ExamplesOptions) =>
      exit(await (await import("./examples/run-examples.ts")).runExamples(words.join(" "), options)),
    );
}

const help = `
GITHUB_TOKEN (no scope is needed) lifts GitHub's limits; without it 60 requests an hour are allowed, of which one
dependency takes 10 to 40, and code is not searched. What was found is kept for a day. A name that several ecosystems
have is written npm:NAME, pypi:NAME and so on. Exits with 1 where nothing was found.

Examples:
  coderag examples zod --repo ../shop
  coderag examples express@5 --repo ../shop --markdown`;
