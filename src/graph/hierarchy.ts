import type { CodeGraph } from "./graph.ts";

/** Ids of classes and of all above (`outgoing`) or below (`incoming`) them, the given ones first and then the nearest. */
export function hierarchyOf(
  graph: CodeGraph,
  classes: Iterable<string>,
  way: "outgoing" | "incoming",
): ReadonlySet<string> {
  // Grows while it is gone through.
  const found = new Set(classes);
  for (const id of found)
    for (const edge of graph[way](id, "Inherit")) found.add(way === "outgoing" ? edge.to : edge.from);
  return found;
}
