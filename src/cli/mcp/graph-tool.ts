import { z } from "zod";
import { UserError } from "../../errors.ts";
import type { CodeEdge, CodeGraph, CodeNode } from "../../graph/graph.ts";
import { routeBetween } from "../../graph/walk.ts";
import { firstOf } from "../../source/counted.ts";
import {
  type Answer,
  callsAnswer,
  callsOf,
  overloadsAnswer,
  pathAnswer,
  severalAnswer,
  showAnswer,
} from "../graph/answers.ts";
import { areOverloads, findSymbol } from "../graph/find-symbol.ts";

/** What one answer holds at most; a model reads all of it. */
const most = { edges: 60, candidates: 20, lines: 120, hops: 8 };

const node = z.object({
  ...{ id: z.string(), kind: z.string(), path: z.string(), startLine: z.number(), endLine: z.number() },
  signature: z.string(),
});

export const graphInput = {
  question: z
    .enum(["show", "callers", "callees", "path"])
    .describe("show: everything that touches it; path: how `symbol` leads to `to`"),
  symbol: z
    .string()
    .min(1)
    .max(500)
    .describe(
      "An id (src/a.py#Parser.parse), a qualified name (Parser.parse), a name (parse), a file or FILE:LINE",
    ),
  to: z.string().min(1).max(500).optional().describe("For `path`: where it ends, named like `symbol`"),
};

export const graphOutput = {
  node: node.nullable().describe("The first of overloads; null: the name is not clear, see candidates"),
  candidates: z
    .array(node)
    .describe(
      "Definitions of the same name: ask again with one of these ids. Callers and callees of overloads come together",
    ),
  edges: z.array(
    z.object({
      ...{ from: z.string(), to: z.string(), kind: z.string() },
      sureness: z.enum(["exact", "inferred", "ambiguous"]),
      line: z.number().describe("In the file of `from`; 0: written nowhere"),
    }),
  ),
  leftOut: z.number().describe("Edges or candidates beyond what is answered"),
};

type GraphQuestion = z.infer<z.ZodObject<typeof graphInput>>;
type GraphFound = z.infer<z.ZodObject<typeof graphOutput>>;

/** One look at the code graph, as text and as data, both bounded. Throws a `UserError` for an unknown name. */
export function askGraph(graph: CodeGraph, asked: GraphQuestion): { text: string; found: GraphFound } {
  const first = findSymbol(graph, asked.symbol);
  const calls = asked.question === "callers" || asked.question === "callees" ? asked.question : undefined;
  if (first.kind === "several" && calls && areOverloads(first.nodes)) {
    const edges = first.nodes.flatMap((one) => callsOf(graph, one, calls));
    return {
      text: textOf(overloadsAnswer(graph, first.nodes, calls)),
      found: foundOf(first.nodes[0]!, edges),
    };
  }
  if (first.kind === "several") return several(asked.symbol, first.nodes);
  const at = first.node;
  if (asked.question === "path") {
    if (asked.to === undefined) throw new UserError("A path needs two ends.", "Name the second one in `to`.");
    const end = findSymbol(graph, asked.to);
    if (end.kind === "several") return several(asked.to, end.nodes);
    const route = routeBetween(graph, at.id, end.node.id, most.hops) ?? [];
    const edges = route.map(({ edge }) => edge);
    return { text: textOf(pathAnswer(graph, at, end.node, most.hops)), found: foundOf(at, edges) };
  }
  if (asked.question === "show") {
    const edges = [...graph.outgoing(at.id), ...graph.incoming(at.id)];
    return { text: textOf(showAnswer(graph, at)), found: foundOf(at, edges) };
  }
  const { question } = asked;
  return {
    text: textOf(callsAnswer(graph, at, question)),
    found: foundOf(at, callsOf(graph, at, question)),
  };
}

function several(asked: string, nodes: readonly CodeNode[]): { text: string; found: GraphFound } {
  const candidates = nodes.slice(0, most.candidates).map(shown);
  return {
    text: textOf(severalAnswer(asked, nodes)),
    found: { node: null, candidates, edges: [], leftOut: nodes.length - candidates.length },
  };
}

function foundOf(at: CodeNode, all: readonly CodeEdge[]): GraphFound {
  const edges = all
    .slice(0, most.edges)
    .map(({ from, to, kind, sureness, line }) => ({ from, to, kind, sureness, line }));
  return { node: shown(at), candidates: [], edges, leftOut: all.length - edges.length };
}

const shown = ({ id, kind, path, startLine, endLine, signature }: CodeNode) => ({
  ...{ id, kind, path, startLine, endLine, signature },
});

function textOf(answer: Answer): string {
  const lines = answer.text((_, text) => text).split("\n");
  return firstOf(lines, most.lines, (left) => `... and ${left} more lines`).join("\n");
}
