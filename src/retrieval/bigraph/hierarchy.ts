import type { CodeGraph, CodeNode } from "../../graph/graph.ts";

/** Class hierarchies deeper than this are no sign of anything. */
const depth = 6;

/** Classes above (`outgoing`) or below (`incoming`) a class, without itself. */
export function lineage(graph: CodeGraph, id: string, way: "outgoing" | "incoming"): readonly CodeNode[] {
  const found = new Map<string, CodeNode>();
  let front = [id];
  for (let level = 0; level < depth && front.length > 0; level++) {
    const next: string[] = [];
    for (const from of front)
      for (const edge of graph[way](from, "Inherit")) {
        const other = way === "outgoing" ? edge.to : edge.from;
        if (other === id || found.has(other)) continue;
        found.set(other, graph.node(other)!);
        next.push(other);
      }
    front = next;
  }
  return [...found.values()];
}

export function members(graph: CodeGraph, id: string): readonly CodeNode[] {
  return graph.outgoing(id, "Contain").map((edge) => graph.node(edge.to)!);
}

/** Classes around a class: those above it, those below it, and others that build on the ones above. */
export function relatives(graph: CodeGraph, id: string): readonly CodeNode[] {
  const above = lineage(graph, id, "outgoing");
  const found = new Map([...above, ...lineage(graph, id, "incoming")].map((node) => [node.id, node]));
  for (const base of above)
    for (const heir of lineage(graph, base.id, "incoming")) if (heir.id !== id) found.set(heir.id, heir);
  return [...found.values()];
}
