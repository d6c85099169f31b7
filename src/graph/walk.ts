import type { CodeEdge, CodeGraph, CodeNode, EdgeKind } from "./graph.ts";

/** One edge seen from a node: `out` where the node depends on `node`, `in` where `node` depends on it. */
export interface Neighbour {
  readonly node: CodeNode;
  readonly edge: CodeEdge;
  readonly direction: "out" | "in";
}

/** Everything one hop away, outgoing first, each in the order of the graph. Unknown id: empty. */
export function neighbours(graph: CodeGraph, id: string, kinds?: readonly EdgeKind[]): readonly Neighbour[] {
  const wanted = (edge: CodeEdge): boolean => kinds === undefined || kinds.includes(edge.kind);
  return [
    ...graph
      .outgoing(id)
      .filter(wanted)
      .map((edge) => ({ node: graph.node(edge.to)!, edge, direction: "out" as const })),
    ...graph
      .incoming(id)
      .filter(wanted)
      .map((edge) => ({ node: graph.node(edge.from)!, edge, direction: "in" as const })),
  ];
}

/**
 * How one node leads to another in the fewest hops: along its dependencies where they lead there (what it calls, and
 * what that calls), else along those of the other one, else through what both share. Undefined where more than `hops`
 * are needed. The empty route leads from a node to itself.
 */
export function routeBetween(
  graph: CodeGraph,
  from: string,
  to: string,
  hops: number,
): readonly Neighbour[] | undefined {
  if (!graph.node(from) || !graph.node(to)) return undefined;
  for (const directions of [["out"], ["in"], ["out", "in"]] as const) {
    const route = shortestRoute(graph, from, to, directions, hops);
    if (route) return route;
  }
  return undefined;
}

function shortestRoute(
  graph: CodeGraph,
  from: string,
  to: string,
  directions: readonly Neighbour["direction"][],
  hops: number,
): readonly Neighbour[] | undefined {
  const cameBy = new Map<string, { hop: Neighbour; before: string } | undefined>([[from, undefined]]);
  let edge: readonly string[] = [from];
  for (let distance = 0; distance <= hops && edge.length > 0; distance++) {
    if (cameBy.has(to)) return traceBack(cameBy, to);
    const next: string[] = [];
    for (const id of edge)
      for (const hop of neighbours(graph, id)) {
        if (cameBy.has(hop.node.id) || !directions.includes(hop.direction)) continue;
        cameBy.set(hop.node.id, { hop, before: id });
        next.push(hop.node.id);
      }
    edge = next;
  }
  return undefined;
}

function traceBack(
  cameBy: ReadonlyMap<string, { hop: Neighbour; before: string } | undefined>,
  to: string,
): readonly Neighbour[] {
  const route: Neighbour[] = [];
  for (let step = cameBy.get(to); step; step = cameBy.get(step.before)) route.unshift(step.hop);
  return route;
}
