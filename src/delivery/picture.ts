import type { CodeGraph, CodeNode, EdgeKind } from "../graph/graph.ts";
import type { ReadContext } from "./read-context.ts";

/** A small graph to look at: what changes, what was read for it, and how these hang together. */
export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}

export interface PictureNode {
  readonly id: string;
  readonly label: string;
  readonly role: "changed" | "anchor" | "neighbour";
}

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly label: "calls" | "inherits" | "imports";
}

/** More is no picture any more; GitHub's renderer allows far more. */
const most = { nodes: 25, edges: 40, changed: 12 };

const labels: Readonly<Partial<Record<EdgeKind, PictureEdge["label"]>>> = {
  Call: "calls",
  Inherit: "inherits",
  Import: "imports",
};

/**
 * Chooses at most 25 definitions: the changed ones, then what the model read whole, the best first, then callers of
 * the changed. A definition without an edge to another is left out unless it changes.
 */
export function pictureOf(changed: readonly CodeNode[], context: ReadContext, graph: CodeGraph): Picture {
  const roles = new Map<CodeNode, PictureNode["role"]>();
  for (const node of changed.slice(0, most.changed)) roles.set(node, "changed");
  const read = [...context.passages].sort((a, b) => b.score - a.score);
  for (const { node: id } of read) {
    const node = id === undefined ? undefined : graph.node(id);
    if (node && !roles.has(node)) roles.set(node, "anchor");
  }
  for (const node of changed)
    for (const edge of graph.incoming(node.id, "Call")) {
      const caller = graph.node(edge.from);
      if (caller && !roles.has(caller)) roles.set(caller, "neighbour");
    }
  const edges = edgesAmong(roles, graph);
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const kept = [...roles]
    .filter(([node, role]) => role === "changed" || linked.has(node.id))
    .slice(0, most.nodes);
  const ids = new Set(kept.map(([node]) => node.id));
  return {
    nodes: kept.map(([node, role]) => ({ id: node.id, label: labelOf(node), role })),
    edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)).slice(0, most.edges),
  };
}

function edgesAmong(roles: ReadonlyMap<CodeNode, unknown>, graph: CodeGraph): readonly PictureEdge[] {
  const found = new Map<string, PictureEdge>();
  for (const node of roles.keys())
    for (const { to, kind } of graph.outgoing(node.id)) {
      const target = graph.node(to);
      const label = labels[kind];
      if (!label || !target || !roles.has(target) || target === node) continue;
      found.set(`${node.id}\n${to}\n${label}`, { from: node.id, to, label });
    }
  return [...found.values()];
}

function labelOf(node: CodeNode): string {
  const file = node.path.slice(node.path.lastIndexOf("/") + 1);
  return node.kind === "Module" ? file : `${node.qualifiedName}\n${file}`;
}
