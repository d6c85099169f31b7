import type { LineRange } from "../edits/hunks.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { testsOf } from "../graph/tests/tests-of.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import type { Relation } from "../retrieval/route.ts";

/** Definitions with a purpose like that of another, best first. */
export type FindSimilar = (node: CodeNode) => readonly CodeNode[];

/** What a neighbour counts: who depends on the change comes first, then what proves it, what it uses, what resembles it. */
const worth = { callers: 1, tests: 0.8, callees: 0.7, similar: 0.6 };
const most = { ofOne: 12, similar: 3, anchors: 40 };

/**
 * The place of changed definitions in the code graph, as anchors: callers, tests, what they call, what is like them.
 * What is shown with the diff already is left out.
 */
export function diffAnchors(
  changed: readonly CodeNode[],
  graph: CodeGraph,
  findSimilar: FindSimilar,
  shown: ReadonlyMap<string, readonly LineRange[]>,
): readonly Anchor[] {
  const found = new Map<CodeNode, Anchor>();
  const own = new Set(changed);
  for (const node of changed)
    for (const { other, relation, score } of neighboursOf(node, graph, findSimilar)) {
      if (own.has(other) || other.kind === "Module" || isShown(other, shown)) continue;
      const before = found.get(other);
      const route = [
        { kind: "from", id: "diff" },
        { kind: "node", id: node.id },
        { kind: "edge", relation },
        { kind: "node", id: other.id },
      ] as const;
      const best = before && before.score >= score ? before.route : route;
      // A definition that several changes lead to counts more than any of them says.
      found.set(other, {
        ...{ node: other, route: best, requirements: [] },
        score: before ? Math.max(before.score, score) + 0.1 : score,
      });
    }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || (a.node.id < b.node.id ? -1 : 1))
    .slice(0, most.anchors);
}

interface Neighbour {
  readonly other: CodeNode;
  readonly relation: Relation;
  readonly score: number;
}

function neighboursOf(node: CodeNode, graph: CodeGraph, findSimilar: FindSimilar): readonly Neighbour[] {
  const along = (way: "incoming" | "outgoing", kind: "Call" | "Inherit"): readonly CodeNode[] => {
    const ends = graph[way](node.id, kind).map(
      (edge) => graph.node(way === "incoming" ? edge.from : edge.to)!,
    );
    return [...new Set(ends)].slice(0, most.ofOne);
  };
  const as = (relation: Relation, score: number, others: readonly CodeNode[]): readonly Neighbour[] =>
    others.map((other) => ({ other, relation, score }));
  const tests = testsOf(graph, node.id, { hops: 2 }).map(({ test }) => test);
  return [
    ...as(
      "is called by",
      worth.callers,
      along("incoming", "Call").filter((other) => !other.test),
    ),
    ...as("is inherited by", worth.callers, along("incoming", "Inherit")),
    ...as("is tested by", worth.tests, tests.slice(0, most.ofOne)),
    ...as("calls", worth.callees, along("outgoing", "Call")),
    ...as("inherits", worth.callees, along("outgoing", "Inherit")),
    ...as("has a similar purpose", worth.similar, findSimilar(node).slice(0, most.similar)),
  ];
}

function isShown(
  { path, startLine, endLine }: CodeNode,
  shown: ReadonlyMap<string, readonly LineRange[]>,
): boolean {
  return (shown.get(path) ?? []).some(({ from, to }) => from <= startLine && endLine <= to);
}
