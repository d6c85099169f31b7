import type { CodeGraph, CodeNode, EdgeKind } from "../graph/graph.ts";
import type { ChangedDefinition, Graphs } from "./changed.ts";

/** A small graph to look at: what changes, what it stands on, who uses it, and how these hang together. */
export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}

export interface PictureNode {
  readonly id: string;
  readonly label: string;
  readonly role: PictureRole;
}

/** `reused`, `followed`: the model said so. `read`: it had read the whole of it. `neighbour`: calls or is called. */
export type PictureRole = ChangedDefinition["kind"] | "reused" | "followed" | "read" | "neighbour";

export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  readonly label: "calls" | "inherits" | "imports";
}

export interface PictureFacts {
  readonly changed: readonly ChangedDefinition[];
  /** Ids of definitions that the model says it reused. */
  readonly reused: readonly string[];
  /** Ids of definitions that it says it took for a model. */
  readonly followed: readonly string[];
  /** Ids of definitions that the model had read whole, the best first. */
  readonly read: readonly string[];
}

/** More is no picture any more; GitHub's renderer allows far more. */
const most = { nodes: 25, edges: 40, changed: 12, hops: 5, callers: 12 };

const labels: Readonly<Partial<Record<EdgeKind, PictureEdge["label"]>>> = {
  Call: "calls",
  Inherit: "inherits",
  Import: "imports",
};

/**
 * Chooses at most 25 definitions: the new, changed and deleted ones, then what these call or inherit from, then who
 * calls them, then what was reused or read and calls, or is called by, one of the first two. Nothing else is in it
 * that has no edge.
 */
export function pictureOf(
  { changed, reused, followed, read }: PictureFacts,
  { before, after }: Graphs,
): Picture {
  const core = [...changed].sort((a, b) => Number(a.node.test) - Number(b.node.test)).slice(0, most.changed);
  const kinds = new Map(core.map(({ node, kind }) => [node.id, kind]));
  const edgesOf = (id: string): readonly PictureEdge[] =>
    edgesAt(id, kinds.get(id) === "deleted" ? before : after);
  const chosen = new Map(core.map(({ node }) => [node.id, node]));
  const nodeOf = (id: string): CodeNode | undefined => after.node(id) ?? before.node(id);
  const take = (id: string): void => {
    const node = nodeOf(id);
    if (node && chosen.size < most.nodes) chosen.set(id, node);
  };
  const around = [...kinds.keys()].map((id) => ({ id, edges: edgesOf(id) }));
  for (const { id, edges } of around) for (const to of ends(edges, id, "to")) take(to);
  // A test calls many things that have nothing to do with the change: what hangs on one only is left out. So is what
  // shares with it only what everybody calls, a logger for one.
  const isHub = (id: string): boolean => !kinds.has(id) && after.incoming(id, "Call").length > most.callers;
  const close = new Set([...chosen.keys()].filter((id) => !isHub(id)));
  for (const { id, edges } of around) for (const from of ends(edges, id, "from")) take(from);
  const linked = (id: string): boolean =>
    edgesOf(id).some(({ from, to }) => close.has(from === id ? to : from));
  for (const id of [...reused, ...followed, ...read]) if (!chosen.has(id) && linked(id)) take(id);

  const edges = new Map<string, PictureEdge>();
  for (const id of chosen.keys())
    for (const edge of edgesOf(id))
      if (chosen.has(edge.from) && chosen.has(edge.to)) edges.set(Object.values(edge).join("\n"), edge);
  const drawn = [...edges.values()].slice(0, most.edges);
  const touched = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const kept = [...chosen.values()].filter(({ id }) => kinds.has(id) || touched.has(id));
  const roleOf = (id: string): PictureRole =>
    kinds.get(id) ??
    (["reused", "followed", "read"] as const).find((role) =>
      ({ reused, followed, read })[role].includes(id),
    ) ??
    "neighbour";
  const fileOf = shortPaths(kept.map(({ path }) => path));
  const label = (node: CodeNode): string =>
    node.kind === "Module" ? fileOf(node.path) : `${node.qualifiedName}\n${fileOf(node.path)}`;
  return {
    nodes: kept.map((node) => ({ id: node.id, label: label(node), role: roleOf(node.id) })),
    edges: drawn,
  };
}

/** The far ends of the edges that leave (`to`) or reach (`from`) a definition; a few, for a hub has hundreds. */
function ends(edges: readonly PictureEdge[], id: string, end: "from" | "to"): readonly string[] {
  const found = edges.filter((edge) => edge[end] !== id && edge.label !== "imports").map((edge) => edge[end]);
  return [...new Set(found)].slice(0, most.hops);
}

function edgesAt(id: string, graph: CodeGraph): readonly PictureEdge[] {
  return [...graph.outgoing(id), ...graph.incoming(id)].flatMap(({ from, to, kind }) => {
    const label = labels[kind];
    return label && from !== to ? [{ from, to, label }] : [];
  });
}

/** Each file by the shortest ending of its path that no other of these files has. */
function shortPaths(paths: readonly string[]): (path: string) => string {
  const all = [...new Set(paths)];
  return (path) => {
    const segments = path.split("/");
    for (let from = segments.length - 1; from > 0; from--) {
      const ending = segments.slice(from).join("/");
      if (!all.some((other) => other !== path && `/${other}`.endsWith(`/${ending}`))) return ending;
    }
    return path;
  };
}
