import { type Command, Option } from "commander";
import type { SearchOptions } from "./search/run-search.ts";

/** Adds `coderag search`: public repositories worth learning from, with the files to read. */
export function searchCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("search")
    .argument("<request...>", "what you want to write, in plain words; `Title: what it does` works best")
    .description(
      "find public GitHub repositories with code like what you want to write, and the files to read",
    )
    .option("--repo <repo>", "your repository, a folder or OWNER/NAME", ".")
    .option("--language <name>", "search in this language; by default the request's or the repository's")
    .option("--rules", "ask no model, even if one is configured")
    .addOption(new Option("--json", "print the whole answer as JSON").conflicts(["markdown"]))
    .option("--markdown", "print the comment that `/coderag search` would write")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (words: readonly string[], options: SearchOptions) =>
      exit(await (await import("./search/run-search.ts")).runSearch(words.join(" "), options)),
    );
}

const help = `
Set GITHUB_TOKEN (no scope needed) to raise GitHub's rate limit: without it you have 60 requests an hour, and one search
takes about 55. Results are cached for a day. Exits with 1 if nothing fits.

Examples:
  coderag search "Stopwatch: a terminal stopwatch with laps" --language Python
  coderag search "read barcodes from a camera picture" --repo ../shop --json`;
