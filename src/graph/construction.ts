/** Calls of constructors: what makes an object names the class, and not the method that then runs. */
import type { CodeEdge, CodeGraph, CodeNode } from "./graph.ts";

/** Names that languages give to constructors; others give them the name of the class. */
export const constructors: ReadonlySet<string> = new Set([
  "__init__",
  "__new__",
  "__construct",
  "constructor",
  "initialize",
]);

/**
 * Calls of the class of a constructor, and of the heirs that have none of their own. Of everything else: empty.
 */
export function callsOfConstructor(graph: CodeGraph, { id, kind, owner }: CodeNode): readonly CodeEdge[] {
  const made = owner === undefined ? undefined : graph.node(owner);
  if (kind !== "Method" || made?.kind !== "Class" || !hasConstructor(graph, made, id)) return [];
  // Grows while it is gone through.
  const classes = new Set([made.id]);
  for (const one of classes)
    for (const { from } of graph.incoming(one, "Inherit"))
      if (!hasConstructor(graph, graph.node(from)!)) classes.add(from);
  return [...classes].flatMap((one) => graph.incoming(one, "Call"));
}

/** Whether a class has a constructor written down; with `id`, whether that one is. */
const hasConstructor = (graph: CodeGraph, made: CodeNode, id?: string): boolean =>
  graph.outgoing(made.id, "Contain").some(({ to }) => {
    const name = graph.node(to)!.name;
    return (id === undefined || to === id) && (constructors.has(name) || name === made.name);
  });
