import { type Command, InvalidArgumentError, Option } from "commander";
import { type Signal, signalNames } from "../retrieval/bigraph/signals.ts";
import type { ContextOptions } from "./context/run-context.ts";
import { traceHelp } from "./trace-help.ts";
import { whole } from "./whole.ts";

/** Adds `coderag context`: where a requirement belongs and what the code there will need, for a person or an agent. */
export function contextCommand(program: Command): void {
  program
    .command("context")
    .argument("<requirement...>", "what the new code should do, in plain words; the first line counts most")
    .description(
      "find where a change belongs and which existing code it needs; asks no model, except an embedding model if one is configured",
    )
    .option("--repo <repo>", "a folder as it is on disk, a clone URL or OWNER/NAME", ".")
    .option(
      "--at <file:line>",
      "where the new code goes, if you know it; FILE alone for something new in that file",
    )
    .option("--trace <file>", traceHelp.trace)
    .option("--startup-trace <file>", traceHelp.startup)
    .option("--tokens <number>", "token budget for all passages together", whole, 8_000)
    .addOption(
      new Option("--retrieval <kind>", "how code is found; the others are baselines to compare bigraph with")
        .choices(["none", "bm25", "embedding", "graph", "bigraph"])
        .default("bigraph"),
    )
    .option(
      "--without <signals>",
      "bigraph only: signals to switch off, separated by commas; an unknown name lists them all",
      names,
    )
    .option("--reasons", "give every reason, not just the two strongest")
    .addOption(
      new Option("--json", "print the answer as JSON, with the passages").conflicts(["markdown", "svg"]),
    )
    .addOption(
      new Option("--markdown", "print it with the passages, for another agent's prompt").conflicts(["svg"]),
    )
    .option("--svg", "print a picture (SVG) of what was found")
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
A local repository is read as it is on disk: with uncommitted changes, without ignored files.

Examples:
  coderag context "retry a download that fails" --repo ../shop
  coderag context "parse a list of numbers" --at src/parser.py:120
  coderag context "add a --json option to the stats command" --markdown > prompt.md
  coderag context "cache the parsed file" --repo pallets/click --json
  coderag context "show totals in two currencies" --trace total.speedscope.json`;
