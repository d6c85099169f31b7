import { type Command, Option } from "commander";
import type { AskOptions } from "./ask/run-ask.ts";
import { recordHelp } from "./record-help.ts";
import { traceHelp } from "./trace-help.ts";

/** Adds `coderag ask`: a question about a local repository, with the lines that the answer stands on. */
export function askCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("ask")
    .argument("<question...>", "in plain words; naming files and functions helps")
    .description("answer a question about a local git repository, with the lines that support each claim")
    .option("--repo <dir>", "a git repository, read at HEAD: uncommitted changes are not seen", ".")
    .option("--trace <file>", traceHelp.trace)
    .option("--startup-trace <file>", traceHelp.startup)
    .option("--record <file>", recordHelp)
    .addOption(new Option("--json", "print the outcome as JSON").conflicts(["markdown"]))
    .option("--markdown", "print the comment that `/coderag ask` would write")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (words: readonly string[], options: AskOptions) =>
      exit(await (await import("./ask/run-ask.ts")).runAsk(words.join(" "), options)),
    );
}

const help = `
Needs a model: set CODERAG_MODEL, OPENAI_API_KEY and OPENAI_BASE_URL in the environment or in .env. Every quoted source
is checked against the lines it points to. Writes nothing. Exits with 1 if there is no answer.

Examples:
  coderag ask "where is a webhook's signature checked?"
  coderag ask "what happens to a run when the server is killed?" --repo ../shop --markdown
  coderag ask "why is the total rounded twice?" --trace total.json --startup-trace version.json`;
