import type { Command } from "commander";
import type { LocalOptions } from "./implement-locally.ts";

/** Adds `coderag implement`: the whole pipeline on a local folder. A dry run unless `--write` is given. */
export function implementCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("implement")
    .description("turn an issue, written in a Markdown file, into a change of a local git repository")
    .requiredOption("--repo <dir>", "a git repository; read at HEAD, uncommitted changes are not seen")
    .requiredOption(
      "--issue <file>",
      "the issue: first heading or line is the title (`#12: ...` says its number); - reads standard input",
    )
    .option("--request <text>", "what stands behind `/coderag implement` in a comment")
    .option(
      "--refs",
      "look at public code on GitHub first; otherwise only where the issue names something new",
    )
    .option(
      "--add-packages",
      "let manifests change in their packages; `packages.add` in .github/coderag.yml does, too",
    )
    .option("--write", "make a branch with one commit; without it nothing is written")
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
The model is configured by OPENAI_BASE_URL, OPENAI_API_KEY and CODERAG_MODEL (environment or .env).
What .github/coderag.yml decides at HEAD (limits, paths, language, format, packages) holds as on GitHub.
New packages are looked up in their registries: that needs CODERAG_WEB_SEARCH=registries.

Examples:
  coderag implement --repo . --issue wish.md
  coderag implement --repo ../shop --issue - --write < wish.md
  CODERAG_WEB_SEARCH=registries coderag implement --repo . --issue wish.md --add-packages`;
