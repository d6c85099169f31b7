import { type Command, Option } from "commander";
import type { ExamplesOptions } from "./examples/run-examples.ts";

/** Adds `coderag examples`: how public code uses one dependency, as this repository calls it. */
export function examplesCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("examples")
    .argument("<dependency...>", "its name; add a version to look at another than the one in use: zod@4")
    .description("show how public code on GitHub uses a dependency, and what a new major version changed")
    .option("--repo <repo>", "the repository that uses it, a folder or OWNER/NAME", ".")
    .addOption(new Option("--json", "print the whole answer as JSON").conflicts(["markdown"]))
    .option("--markdown", "print the comment that `/coderag examples` would write")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (words: readonly string[], options: ExamplesOptions) =>
      exit(await (await import("./examples/run-examples.ts")).runExamples(words.join(" "), options)),
    );
}

const help = `
Set GITHUB_TOKEN (no scope needed) to raise GitHub's rate limit: without it you have 60 requests an hour, one dependency
takes 10 to 40, and code search is not available. Results are cached for a day. If several ecosystems have the name, write
npm:NAME, pypi:NAME and so on. Exits with 1 if nothing was found.

Examples:
  coderag examples zod --repo ../shop
  coderag examples express@5 --repo ../shop --markdown`;
