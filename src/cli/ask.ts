import { type Command, Option } from "commander";
import type { AskOptions } from "./ask/run-ask.ts";

/** Adds `coderag ask`: a question about a local repository, with the lines that the answer stands on. */
export function askCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("ask")
    .argument("<question...>", "in plain words; names of files and functions help")
    .description("answer a question about a local git repository, and say on which lines the answer stands")
    .option("--repo <dir>", "a git repository; read at HEAD, uncommitted changes are not seen", ".")
    .addOption(new Option("--json", "print the outcome as JSON").conflicts(["markdown"]))
    .option("--markdown", "print what `/coderag ask` would comment")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (words: readonly string[], options: AskOptions) =>
      exit(await (await import("./ask/run-ask.ts")).runAsk(words.join(" "), options)),
    );
}

const help = `
The model is configured by OPENAI_BASE_URL, OPENAI_API_KEY and CODERAG_MODEL (environment or .env). Each source is
checked: the words that it quotes stand in those lines. Nothing is written. Exits with 1 where there is no answer.

Examples:
  coderag ask "where is a webhook's signature checked?"
  coderag ask "what happens to a run when the server is killed?" --repo ../shop --markdown`;
