import type { CodeEdge, CodeGraph, CodeNode } from "../graph/graph.ts";
import { neighbours } from "../graph/walk.ts";
import { counted } from "../source/counted.ts";

export interface SelectOptions {
  /** Nodes at most. */
  readonly limit: number;
  /** Id of a node whose neighbourhood is wanted; the most connected nodes where not given. */
  readonly around?: string;
}

/** A part of the graph that fits a picture. */
export interface Selection {
  readonly nodes: readonly CodeNode[];
  /** Edges between two of `nodes`: Call and Inherit, or Import where the nodes are modules. */
  readonly edges: readonly CodeEdge[];
  /** One sentence: what is shown, of how much. */
  readonly caption: string;
  /** Ids of nodes that stand out. */
  readonly marked?: ReadonlySet<string>;
  /** Ties between two of `nodes` that are expected and not written yet. */
  readonly expected?: readonly ExpectedEdge[];
}

export interface ExpectedEdge {
  readonly from: string;
  readonly to: string;
  /** Why, for who points at it. */
  readonly reason: string;
}

/** Exactly these nodes, with what ties them to each other; modules by their imports, definitions by calls and bases. */
export function selectNodes(graph: CodeGraph, ids: readonly string[], caption: string): Selection {
  const nodes = [...new Set(ids)].flatMap((id) => graph.node(id) ?? []);
  return { nodes, edges: between(graph, nodes, ["Call", "Inherit", "Import"]), caption };
}

/** Chooses what a picture shows. Definitions; where none are connected, modules and their imports. */
export function select(graph: CodeGraph, { limit, around }: SelectOptions): Selection {
  if (around !== undefined) return neighbourhood(graph, around, limit);
  const definitions = graph.nodes.filter((node) => node.kind !== "Module");
  const busiest = mostConnected(graph, definitions, ["Call", "Inherit"], limit);
  if (busiest.nodes.length > 0) {
    const shown = `${busiest.nodes.length} of ${counted(definitions.length, "definition")}: those with the most calls and subclasses, without tests`;
    return { ...busiest, caption: shown };
  }
  const modules = graph.nodes.filter((node) => node.kind === "Module");
  const importing = mostConnected(graph, modules, ["Import"], limit);
  const caption = `${importing.nodes.length} of ${counted(modules.length, "file")}: those that import each other most, without tests`;
  return { ...importing, caption };
}

type Kinds = readonly CodeEdge["kind"][];

function mostConnected(
  graph: CodeGraph,
  among: readonly CodeNode[],
  kinds: Kinds,
  limit: number,
): Omit<Selection, "caption"> {
  const ranked = among
    .filter((node) => !node.test)
    .map((node) => ({ node, degree: degreeOf(graph, node.id, kinds) }))
    .filter(({ degree }) => degree > 0)
    .sort((a, b) => b.degree - a.degree || (a.node.id < b.node.id ? -1 : 1))
    .slice(0, limit)
    .map(({ node }) => node);
  const edges = between(graph, ranked, kinds);
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return { nodes: ranked.filter(({ id }) => linked.has(id)), edges };
}

/** Tests call much and are called by nobody: their calls do not make a definition important. */
const degreeOf = (graph: CodeGraph, id: string, kinds: Kinds): number =>
  neighbours(graph, id, kinds).filter(({ node }) => node.id !== id && !node.test).length;

/** Whatever is nearest, in rings: first what touches the node, then what touches that. */
function neighbourhood(graph: CodeGraph, start: string, limit: number): Selection {
  const first = graph.node(start);
  if (!first) throw new Error(`${start} is not in the graph.`);
  const kinds: Kinds = first.kind === "Module" ? ["Import"] : ["Call", "Inherit"];
  const reached = new Set([start]);
  // A class is drawn with its methods, which is where its calls are.
  if (first.kind === "Class")
    for (const { to } of graph.outgoing(start, "Contain")) if (reached.size < limit) reached.add(to);
  // Tests would crowd out what a definition stands on; around a test they are what is asked for.
  const touching = (id: string): readonly CodeNode[] =>
    neighbours(graph, id, kinds)
      .map(({ node }) => node)
      .filter((node) => first.test || !node.test);
  for (const id of reached) {
    if (reached.size >= limit) break;
    for (const { id: next } of touching(id)) if (reached.size < limit) reached.add(next);
  }
  const nodes = [...reached].map((id) => graph.node(id)!);
  const beyond = new Set(nodes.flatMap(({ id }) => touching(id).map((node) => node.id)));
  const left = [...beyond].filter((id) => !reached.has(id)).length;
  const rest = left === 0 ? "nothing else touches these" : `${left} more touch these and are left out`;
  const tests = first.test ? "" : ", without tests";
  const caption = `${nodes.length} nodes around ${first.qualifiedName || first.path}; ${rest}${tests}`;
  return { nodes, edges: between(graph, nodes, kinds), caption, marked: new Set([start]) };
}

function between(graph: CodeGraph, nodes: readonly CodeNode[], kinds: Kinds): readonly CodeEdge[] {
  const chosen = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id }) =>
    graph.outgoing(id).filter(({ kind, from, to }) => kinds.includes(kind) && from !== to && chosen.has(to)),
  );
}
