import type { CodeGraph, CodeNode } from "../../graph/graph.ts";

/**
 * All nodes of a graph in the order in which they are worth paying for: `first` (a search's best hits), then what has
 * the most callers. What everybody calls is what new code will call, too.
 */
export function importantFirst(graph: CodeGraph, first: readonly CodeNode[] = []): readonly CodeNode[] {
  const callers = new Map(graph.nodes.map((node) => [node, graph.incoming(node.id, "Call").length]));
  const rest = [...callers].sort((a, b) => b[1] - a[1]).map(([node]) => node);
  return [...new Set([...first, ...rest])];
}
