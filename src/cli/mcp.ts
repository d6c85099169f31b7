import type { Command } from "commander";

/** Adds `coderag mcp`: what the command line knows of a repository, as tools for other agents. */
export function mcpCommand(program: Command): void {
  program
    .command("mcp")
    .description(
      "serve context, locate and graph to other agents (Model Context Protocol, standard input/output)",
    )
    .option("--repo <repo>", "a folder, as it is when asked; a clone address or OWNER/NAME, read once", ".")
    .addHelpText("after", help)
    // Loaded when it runs: the protocol's library is needed by nothing else.
    .action(async (options: { readonly repo: string }) =>
      (await import("./mcp/serve-mcp.ts")).serveMcp(options),
    );
}

const help = `
Nothing of the folder is written, and no model is asked but one for embeddings where it is configured. Before each
answer the folder is looked at again: what is not committed yet is seen, ignored files are not.

For clients' settings see docs/context.md. Claude Code, from the folder of the project:
  claude mcp add coderag -- npm --prefix /path/to/coderag run -s coderag -- mcp --repo .`;
