import type { Command } from "commander";

/** Adds `coderag mcp`: what the command line knows of a repository, as tools for other agents. */
export function mcpCommand(program: Command): void {
  program
    .command("mcp")
    .description(
      "serve the tools context, locate and graph to other agents (Model Context Protocol over stdio)",
    )
    .option(
      "--repo <repo>",
      "a folder, read anew for each question; a clone URL or OWNER/NAME, read once",
      ".",
    )
    .addHelpText("after", help)
    // Loaded when it runs: the protocol's library is needed by nothing else.
    .action(async (options: { readonly repo: string }) =>
      (await import("./mcp/serve-mcp.ts")).serveMcp(options),
    );
}

const help = `
The tools only read, and ask no model, except an embedding model if one is configured. Changes to the folder, committed
or not, are picked up before each answer; ignored files are not read.

Settings of other clients: docs/context.md. Claude Code, in the project's folder:
  claude mcp add coderag -- npm --prefix /path/to/coderag run -s coderag -- mcp --repo .`;
