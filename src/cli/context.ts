import { type Command, InvalidArgumentError, Option } from "commander";
import { type Signal, signalNames } from "../retrieval/bigraph/signals.ts";
import type { ContextOptions } from "./context/run-context.ts";
import { whole } from "./whole.ts";

/** Adds `coderag context`: where a requirement belongs and what the code there will need, for a person or an agent. */
export function contextCommand(program: Command): void {
  program
    .command("context")
    .argument("<requirement...>", "what the new code shall do, in plain words; the first line counts most")
    .description(
      "find where a change belongs and which existing code it needs; no model is asked, but one for embeddings where it is configured",
    )
    .option("--repo <repo>", "a folder, as it is now; a clone address or OWNER/NAME", ".")
    .option(
      "--at <file:line>",
      "the place that is to be written, if you know it; FILE alone for something new",
    )
    .option("--tokens <number>", "for all passages together", whole, 8_000)
    .addOption(
      new Option("--retrieval <kind>", "how code is found; all but bigraph are there to compare")
        .choices(["none", "bm25", "embedding", "graph", "bigraph"])
        .default("bigraph"),
    )
    .option(
      "--without <signals>",
      "bigraph: do without these, with commas between; a wrong one lists them",
      names,
    )
    .option("--reasons", "tell every reason, not the two heaviest")
    .addOption(
      new Option("--json", "print the answer as JSON, passages included").conflicts(["markdown", "svg"]),
    )
    .addOption(new Option("--markdown", "print it for another agent's prompt").conflicts(["svg"]))
    .option("--svg", "print a picture of what was found")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait for parsers and git.
    .action(async (words: readonly string[], options: ContextOptions) =>
      (await import("./context/run-context.ts")).runContext(words.join(" "), options),
    );
}

function names(text: string): readonly Signal[] {
  const known: readonly string[] = signalNames;
  const given = text.split(",").map((name) => name.trim());
  const wrong = given.filter((name) => !known.includes(name));
  if (wrong.length > 0) throw new InvalidArgumentError(`The signals are: ${signalNames.join(", ")}.`);
  return given as Signal[];
}

const help = `
A local repository is read as it stands on the disk, with what is not committed yet and without ignored files.

Examples:
  coderag context "retry a download that fails" --repo ../shop
  coderag context "parse a list of numbers" --at src/parser.py:120
  coderag context "add a --json option to the stats command" --markdown | pbcopy
  coderag context "cache the parsed file" --repo pallets/click --json`;
