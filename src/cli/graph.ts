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
    .description("look at the code graph of a folder or a repository, or export it")
    .addHelpText("after", help);
  const add = (usage: string, description: string): Command =>
    graph
      .command(usage)
      .description(description)
      .option(
        "--repo <repo>",
        "a git repository, read at HEAD; any other folder, read as it is; a clone address or OWNER/NAME",
        ".",
      )
      .option("--scip <file>", "an index in the form of SCIP, besides those in the repository")
      .option("--json", "print the answer as JSON");
  // Loaded when it runs, so that a help text need not wait for parsers and git.
  const run = async (request: GraphRequest, options: GraphOptions): Promise<void> =>
    exit(await (await import("./graph/run-graph.ts")).runGraph(request, options));
  add("stats", "what the graph holds and how sure it is").action((options: GraphOptions) =>
    run({ verb: "stats" }, options),
  );
  for (const [verb, description] of symbolVerbs)
    add(`${verb} <symbol>`, description).action((symbol: string, options: GraphOptions) =>
      run({ verb, symbol }, options),
    );
  add(
    "path <from> <to>",
    "how one leads to the other in the fewest hops: through what it calls, what calls it, or what both share",
  )
    .option("--hops <number>", "hops at most", whole, 8)
    .action((from: string, to: string, options: GraphOptions & { readonly hops: number }) =>
      run({ verb: "path", from, to, hops: options.hops }, options),
    );
  add("export", "the graph for other programs; svg is a picture")
    .addOption(
      new Option("--format <format>").choices(["json", "graphml", "dot", "cypher", "svg"]).default("json"),
    )
    .option("--around <symbol>", "svg: the neighbourhood of this, not the most connected")
    .option("--nodes <number>", "svg: nodes at most, up to 200", whole, 60)
    .action(({ format, around, nodes, ...options }: ExportOptions, command: Command) => {
      if (options.json && format !== "json")
        command.error("error: --json and another --format exclude each other");
      if (around !== undefined && format !== "svg") command.error("error: --around is for --format svg");
      return run({ verb: "export", format, around, nodes }, options);
    });
}

const symbolVerbs = [
  ["show", "one definition or file, and everything that touches it"],
  ["callers", "what calls it"],
  ["callees", "what it calls"],
] as const;

const help = `
A folder of that name is taken before a repository OWNER/NAME, which is fetched from GITHUB_URL (https://github.com) into
CODERAG_HOME at the newest commit of its default branch; GITHUB_TOKEN opens private ones.

A symbol is an id (src/a.py#Parser.parse), a qualified name (Parser.parse) or a name (parse), as the language writes it
(ns::Parser, Parser#parse), a file, or the place of what is meant (src/a.py:12).

An edge stands for all calls from one definition to another; stats counts the calls as well. A call is resolved where
it leads into the repository, external where it is known to lead out of it, unresolved where nobody can tell.

Examples:
  coderag graph stats --repo ../shop
  coderag graph stats --repo pallets/click
  coderag graph callers Parser.parse
  coderag graph export --format svg --around Parser > parser.svg`;
