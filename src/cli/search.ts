import { type Command, Option } from "commander";
import type { SearchOptions } from "./search/run-search.ts";

/** Adds `coderag search`: public repositories worth learning from, with the files to read. */
export function searchCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("search")
    .argument("<request...>", "what shall be written, in plain words; `Title: what it does` works best")
    .description(
      "find public repositories on GitHub whose code comes near to a request, and the files to read",
    )
    .option("--repo <repo>", "the repository for which is searched: a folder, or OWNER/NAME", ".")
    .option("--language <name>", "search in this language; otherwise the request's, or the repository's")
    .option("--rules", "ask no model, even where one is configured")
    .addOption(new Option("--json", "print the whole answer as JSON").conflicts(["markdown"]))
    .option("--markdown", "print what `/coderag search` would comment")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (words: readonly string[], options: SearchOptions) =>
      exit(await (await import("./search/run-search.ts")).runSearch(words.join(" "), options)),
    );
}

const help = `
GITHUB_TOKEN (no scope is needed) lifts GitHub's limits; without it 60 requests an hour are allowed, and one search
takes about 55. What was found is kept for a day. Exits with 1 where nothing fits.

Examples:
  coderag search "Stopwatch: a terminal stopwatch with laps" --language Python
  coderag search "read barcodes from a camera picture" --repo ../shop --json`;
