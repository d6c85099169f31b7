import { shortRow } from "../../context/outline-row.ts";
import type { CodeEdge, CodeGraph, CodeNode, EdgeKind, Sureness } from "../../graph/graph.ts";
import { callsThrough } from "../../graph/overrides.ts";
import type { FindSimilar } from "../../retrieval/bigraph/similar.ts";
import type { Relation } from "../../retrieval/route.ts";
import { nodeLines } from "./node-lines.ts";

/** One kind of neighbours, and how many of them are shown unless they are asked for alone. */
export interface Neighbours {
  readonly title: string;
  readonly relation: Relation;
  readonly most: number;
  readonly edges?: { readonly kind: EdgeKind; readonly direction: "outgoing" | "incoming" };
}

/** What new code will call comes first, then who depends on this, then the frame, then what may serve as a model. */
export const neighbours = [
  { title: "calls", relation: "calls", most: 12, edges: { kind: "Call", direction: "outgoing" } },
  { title: "called by", relation: "is called by", most: 8, edges: { kind: "Call", direction: "incoming" } },
  {
    title: "inherits from",
    relation: "inherits",
    most: 8,
    edges: { kind: "Inherit", direction: "outgoing" },
  },
  {
    title: "inherited by",
    relation: "is inherited by",
    most: 6,
    edges: { kind: "Inherit", direction: "incoming" },
  },
  {
    title: "contained in",
    relation: "is part of",
    most: 2,
    edges: { kind: "Contain", direction: "incoming" },
  },
  { title: "contains", relation: "contains", most: 20, edges: { kind: "Contain", direction: "outgoing" } },
  { title: "imports", relation: "imports", most: 10, edges: { kind: "Import", direction: "outgoing" } },
  {
    title: "imported by",
    relation: "is imported by",
    most: 6,
    edges: { kind: "Import", direction: "incoming" },
  },
  { title: "similar purpose", relation: "has a similar purpose", most: 4 },
] as const satisfies readonly Neighbours[];

export type Title = (typeof neighbours)[number]["title"];

/** Of one relation, where it alone is asked for. */
const mostOfOne = 60;
/** Of the callers of one method that it overrides. */
const mostThrough = 6;

/** One hop around a definition: each relation with its neighbours grouped by file, the surest first. */
export function drawNeighbourhood(
  node: CodeNode,
  graph: CodeGraph,
  findSimilar: FindSimilar,
  only: Title | undefined,
): string {
  const lines = [...nodeLines(node)].map((line) => line.slice(2));
  const shown = new Set<string>([node.id]);
  for (const kind of neighbours) {
    if (only !== undefined && kind.title !== only) continue;
    const all = neighboursOf(node, kind, graph, findSimilar).filter(
      ({ other, sureness }) => sureness !== undefined || !shown.has(other.id),
    );
    const part = all.slice(0, only === undefined ? kind.most : mostOfOne);
    if (part.length === 0) continue;
    lines.push(
      all.length > part.length ? `${kind.title} (${part.length} of ${all.length}):` : `${kind.title}:`,
    );
    lines.push(...grouped(part, node.path));
    for (const { other } of part) shown.add(other.id);
  }
  const through = only === undefined || only === "called by" ? linesThrough(node, graph, only) : [];
  lines.push(...through);
  if (only !== undefined && shown.size === 1 && through.length === 0) lines.push(`${only}: nothing`);
  else if (node.kind !== "Module" && graph.incoming(node.id).every(({ kind }) => kind === "Contain"))
    lines.push(
      `${through.length === 0 ? "No caller" : "No call by its own type"} is known; uses of types and constants, and calls of values whose type is not known, are no edges.`,
    );
  return lines.join("\n");
}

/** Who calls the methods in whose place it runs, of an interface or a base. Which one runs depends on the object. */
function linesThrough(node: CodeNode, graph: CodeGraph, only: Title | undefined): readonly string[] {
  return callsThrough(graph, node).flatMap(({ method, calls }) => {
    const all = endsOf(calls, "incoming", graph);
    const part = all.slice(0, only === undefined ? mostThrough : mostOfOne);
    const count = all.length > part.length ? ` (${part.length} of ${all.length})` : "";
    return [`called through ${method.id}, in whose place it may run${count}:`, ...grouped(part, node.path)];
  });
}

/** How one definition stands to another, by the first of the relations that holds. */
export function relationOf(
  node: CodeNode,
  other: string,
  graph: CodeGraph,
  findSimilar: FindSimilar,
): Relation | undefined {
  return neighbours.find((kind) =>
    neighboursOf(node, kind, graph, findSimilar).some((one) => one.other.id === other),
  )?.relation;
}

interface Neighbour {
  readonly other: CodeNode;
  /** Undefined for a similar one, to which no edge leads. */
  readonly sureness: Sureness | undefined;
  readonly line: number;
}

const order = { exact: 0, inferred: 1, ambiguous: 2 } as const;

function neighboursOf(
  node: CodeNode,
  { edges: way }: Neighbours,
  graph: CodeGraph,
  findSimilar: FindSimilar,
): readonly Neighbour[] {
  if (way === undefined) return findSimilar(node).map((other) => ({ other, sureness: undefined, line: 0 }));
  return endsOf(graph[way.direction](node.id, way.kind), way.direction, graph);
}

/** Surest first, code before tests, each neighbour once. */
function endsOf(
  edges: readonly CodeEdge[],
  direction: "outgoing" | "incoming",
  graph: CodeGraph,
): readonly Neighbour[] {
  const found = new Map<string, { readonly edge: CodeEdge; readonly other: CodeNode }>();
  for (const edge of edges) {
    const other = graph.node(direction === "outgoing" ? edge.to : edge.from);
    if (other === undefined) continue;
    const known = found.get(other.id);
    if (known === undefined || order[edge.sureness] < order[known.edge.sureness])
      found.set(other.id, { edge, other });
  }
  return [...found.values()]
    .sort(
      (a, b) =>
        order[a.edge.sureness] - order[b.edge.sureness] ||
        Number(a.other.test) - Number(b.other.test) ||
        (a.other.id < b.other.id ? -1 : 1),
    )
    .map(({ edge, other }) => ({ other, sureness: edge.sureness, line: edge.line }));
}

const marks = { exact: "", inferred: "~", ambiguous: "?" } as const;

/** Each file's path once, above its rows or before its only one; the asked definition's own file is not named. */
function grouped(part: readonly Neighbour[], own: string): readonly string[] {
  const row = ({ other, sureness, line }: Neighbour, before: string): string => {
    const mark = sureness === undefined ? "" : marks[sureness];
    return `${mark}${before}${shortRow(other)}${line > 0 ? ` line ${line}` : ""}`;
  };
  return [...Map.groupBy(part, ({ other }) => other.path)].flatMap(([path, rows]) => {
    if (path === own) return rows.map((one) => `  ${row(one, "")}`);
    const [only] = rows;
    if (rows.length === 1) return [`  ${row(only!, only!.other.kind === "Module" ? "" : path)}`];
    return [`  ${path}`, ...rows.map((one) => `    ${row(one, "")}`)];
  });
}
