import type { CodeEdge, CodeGraph } from "../graph/graph.ts";

/** Every edge once, in the order of the nodes that they leave. */
export function* edgesOf(graph: CodeGraph): Generator<CodeEdge> {
  for (const node of graph.nodes) yield* graph.outgoing(node.id);
}

/** A short name for each node, for formats whose identifiers may not hold a path: `n0`, `n1`. */
export function shortNames(graph: CodeGraph): ReadonlyMap<string, string> {
  return new Map(graph.nodes.map((node, index) => [node.id, `n${index}`]));
}
