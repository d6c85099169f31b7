import { type Command, Option } from "commander";
import type { GraphRequest } from "./graph/run-graph.ts";
import { whole } from "./whole.ts";

interface GraphOptions {
  readonly repo: string;
  readonly json?: boolean;
  readonly scip?: string;
}

interface ExportOptions extends GraphOptions {
  readonly format: Extract<GraphRequest, { verb: "export" }>["format"];
  readonly around?: string;
  readonly nodes: number;
}

/** Adds `coderag graph VERB`: the code graph of a folder or a repository, to look at and to take elsewhere. */
export function graphCommand(program: Command, exit: (code: number) => void): void {
  const graph = program
    .command("graph")
    .description("explore or export the code graph of a folder or a repository")
    .addHelpText("after", help);
  const add = (usage: string, description: string): Command =>
    graph
      .command(usage)
      .description(description)
      .option(
        "--repo <repo>",
        "a git repository, read at HEAD; any other folder, read as it is; a clone URL or OWNER/NAME",
        ".",
      )
      .option("--scip <file>", "a SCIP index to use besides those in the repository")
      .option("--json", "print the answer as JSON");
  // Loaded when it runs, so that a help text need not wait for parsers and git.
  const run = async (request: GraphRequest, options: GraphOptions): Promise<void> =>
    exit(await (await import("./graph/run-graph.ts")).runGraph(request, options));
  add("stats", "count files, definitions and edges, and how sure the edges are").action(
    (options: GraphOptions) => run({ verb: "stats" }, options),
  );
  for (const [verb, description] of symbolVerbs)
    add(`${verb} <symbol>`, description).action((symbol: string, options: GraphOptions) =>
      run({ verb, symbol }, options),
    );
  add(
    "path <from> <to>",
    "the shortest way from one definition to another: along calls, against them, or through what both share",
  )
    .option("--hops <number>", "longest way to look for", whole, 8)
    .action((from: string, to: string, options: GraphOptions & { readonly hops: number }) =>
      run({ verb: "path", from, to, hops: options.hops }, options),
    );
  add("export", "write the whole graph for other programs, or a picture of it (svg)")
    .addOption(
      new Option("--format <format>").choices(["json", "graphml", "dot", "cypher", "svg"]).default("json"),
    )
    .option("--around <symbol>", "svg: draw the neighbourhood of this symbol, not the most connected ones")
    .option("--nodes <number>", "svg: how many nodes to draw, at most 200", whole, 60)
    .action(({ format, around, nodes, ...options }: ExportOptions, command: Command) => {
      if (options.json && format !== "json")
        command.error("error: --json and another --format exclude each other");
      if (around !== undefined && format !== "svg") command.error("error: --around is for --format svg");
      return run({ verb: "export", format, around, nodes }, options);
    });
}

const symbolVerbs = [
  ["show", "one definition or file with all its edges and tests"],
  ["callers", "who calls a definition, also through a method that it overrides"],
  ["callees", "what a definition calls"],
] as const;

const help = `
OWNER/NAME is fetched from GITHUB_URL (https://github.com) into CODERAG_HOME, at the newest commit of its default branch,
unless a folder has that name; GITHUB_TOKEN opens private repositories.

A symbol is a name (parse), a qualified name (Parser.parse, or as the language writes it: ns::Parser, Parser#parse),
an id (src/a.py#Parser.parse), a file (src/a.py) or a place (src/a.py:12).

An edge stands for all calls from one definition to another; stats counts the single calls, too. A call is resolved if it
leads to a definition in the repository, external if it leads out of it, and unresolved if its target is not known.

Examples:
  coderag graph stats --repo ../shop
  coderag graph stats --repo pallets/click
  coderag graph callers Parser.parse
  coderag graph export --format svg --around Parser > parser.svg`;
