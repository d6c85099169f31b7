import { loadLocalConfig, takeEnvironment } from "../../config.ts";
import { UserError } from "../../errors.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { jsonText, paintOut, printOut, tell } from "../print.ts";
import { printable } from "../style.ts";
import {
  type Answer,
  callsAnswer,
  overloadsAnswer,
  pathAnswer,
  severalAnswer,
  showAnswer,
  statsAnswer,
} from "./answers.ts";
import { areOverloads, findSymbol, isCalled } from "./find-symbol.ts";
import { openGraph } from "./open-graph.ts";

export type GraphRequest =
  | { readonly verb: "stats" }
  | { readonly verb: "show" | "callers" | "callees"; readonly symbol: string }
  | { readonly verb: "path"; readonly from: string; readonly to: string; readonly hops: number }
  | {
      readonly verb: "export";
      readonly format: "json" | "graphml" | "dot" | "cypher" | "svg";
      readonly around: string | undefined;
      readonly nodes: number;
    };

/** Answers on standard output; what was read is said on standard error. Returns the exit code. */
export async function runGraph(
  request: GraphRequest,
  { repo, json = false, scip }: { readonly repo: string; readonly json?: boolean; readonly scip?: string },
): Promise<number> {
  const opened = await openGraph(loadLocalConfig(takeEnvironment()), { repo, scip }, tell);
  if (request.verb !== "stats") for (const note of opened.notes.slice(0, 3)) tell(note);
  const { graph } = opened;
  if (request.verb === "export") return exportGraph(graph, request);
  if (request.verb === "stats") return print(statsAnswer(opened), json);
  if (request.verb === "path")
    return print(
      withSymbol(graph, request.from, (from) =>
        withSymbol(graph, request.to, (to) => pathAnswer(graph, from, to, request.hops)),
      ),
      json,
    );
  const { verb, symbol } = request;
  if (verb === "show")
    return print(
      withSymbol(graph, symbol, (node) => showAnswer(graph, node)),
      json,
    );
  const found = findSymbol(graph, symbol);
  if (found.kind === "one") {
    if (!isCalled(found.node, symbol)) tell(`${found.node.id} is meant.`);
    return print(callsAnswer(graph, found.node, verb), json);
  }
  const { nodes } = found;
  return print(
    areOverloads(nodes) ? overloadsAnswer(graph, nodes, verb) : severalAnswer(symbol, nodes),
    json,
  );
}

function withSymbol(graph: CodeGraph, asked: string, answer: (node: CodeNode) => Answer): Answer {
  const found = findSymbol(graph, asked);
  return found.kind === "one" ? answer(found.node) : severalAnswer(asked, found.nodes);
}

async function exportGraph(
  graph: CodeGraph,
  { format, around, nodes: limit }: Extract<GraphRequest, { verb: "export" }>,
): Promise<number> {
  if (format === "svg") {
    const found = around === undefined ? undefined : findSymbol(graph, around);
    // Standard output is a file here; a list in it would be a broken picture.
    if (found?.kind === "several") throw unclear(around!, found.nodes);
    // The library that lays pictures out is large.
    const { graphAsSvg } = await import("../../picture/svg.ts");
    return write([await graphAsSvg(graph, { limit, ...(found && { around: found.node.id }) })]);
  }
  return write((await exporters[format]())(graph));
}

/** Each loaded where it is asked for. */
const exporters = {
  json: async () => (await import("../../picture/json.ts")).graphAsJson,
  graphml: async () => (await import("../../picture/graphml.ts")).graphAsGraphml,
  dot: async () => (await import("../../picture/dot.ts")).graphAsDot,
  cypher: async () => (await import("../../picture/cypher.ts")).graphAsCypher,
};

const unclear = (asked: string, nodes: readonly CodeNode[]): UserError =>
  new UserError(
    `${nodes.length} definitions are called ${printable(asked)}.`,
    `Give one of these ids: ${nodes
      .slice(0, 10)
      .map(({ id }) => printable(id))
      .join(", ")}`,
  );

async function print(answer: Answer, json: boolean): Promise<number> {
  await write([`${json ? jsonText(answer.json) : answer.text(paintOut)}\n`]);
  return answer.code;
}

async function write(pieces: Iterable<string>): Promise<number> {
  await printOut(pieces);
  return 0;
}
