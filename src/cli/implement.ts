import type { Command } from "commander";
import type { LocalOptions } from "./implement-locally.ts";
import { recordHelp } from "./record-help.ts";
import { traceHelp } from "./trace-help.ts";
import { whole } from "./whole.ts";

/** Adds `coderag implement`: the whole pipeline on a local folder. A dry run unless `--write` is given. */
export function implementCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("implement")
    .description(
      "turn an issue (a Markdown file) into a change to a local git repository; a dry run without --write",
    )
    .requiredOption("--repo <dir>", "a git repository, read at HEAD: uncommitted changes are not seen")
    .requiredOption(
      "--issue <file>",
      "the issue; its first heading or line is the title (`#12: ...` gives its number); - is standard input",
    )
    .option("--request <text>", "a hint, as it would follow `/coderag implement` in a comment")
    .option("--trace <file>", traceHelp.trace)
    .option("--startup-trace <file>", traceHelp.startup)
    .option("--refs", "look at public code on GitHub first; by default only if the issue names something new")
    .option(
      "--add-packages",
      "allow new packages in manifests, as `packages.add` in .github/coderag.yml does",
    )
    .option(
      "--attempts <number>",
      "write it so often and take the best, where CODERAG_TEST_COMMAND can test it; as `drafts.attempts`",
      whole,
    )
    .option("--write", "create a branch with one commit")
    .option("--record <file>", recordHelp)
    .option("--json", "print the outcome, the draft and the diff as JSON")
    .addHelpText("after", help)
    .action(async (options: LocalOptions & { readonly json?: boolean }) => {
      // Loaded here, so that a help text need not wait for parsers, git and the rest.
      const { loadConfig, takeEnvironment } = await import("../config.ts");
      const { implementLocally } = await import("./implement-locally.ts");
      const { printOutcome } = await import("./print-outcome.ts");
      const config = loadConfig(takeEnvironment(), ["model"]);
      const { forge, outcome } = await implementLocally(config, options);
      printOutcome({ outcome, forge, json: options.json ?? false, written: options.write ?? false });
      exit(outcome.kind === "delivered" ? 0 : 1);
    });
}

const help = `
Needs a model: set CODERAG_MODEL, OPENAI_API_KEY and OPENAI_BASE_URL in the environment or in .env.
The repository's .github/coderag.yml at HEAD (limits, paths, language, format, packages) applies as on GitHub.
New packages are looked up in their registries, which needs CODERAG_WEB_SEARCH=registries.

Examples:
  coderag implement --repo . --issue wish.md
  coderag implement --repo ../shop --issue - --write < wish.md
  CODERAG_WEB_SEARCH=registries coderag implement --repo . --issue wish.md --add-packages`;
