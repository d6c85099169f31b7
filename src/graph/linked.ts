/**
 * The links of all files, file by file, with what each was made from: all that is needed to draw the graph, to keep
 * it on disk, and to bring it up to date when some files change. Making them is for link-files.ts.
 */
import { createEdgeCollector, createEdgeList, type EdgeColumns, edgeAt } from "./edges.ts";
import { push } from "./file-table.ts";
import type { ResolutionCounts } from "./link-file.ts";
import type { NodeTable } from "./node-table.ts";
import type { Subjects } from "./open-types.ts";
import type { Asked } from "./questions.ts";
import { type BuiltGraph, createGraph } from "./store.ts";
import type { FileHead } from "./tables.ts";

export interface Linked {
  /** Ordered by path. */
  readonly files: readonly LinkedFile[];
  /** Those of the first file, then those of the second, and so on; see createNodes. */
  readonly nodes: NodeTable;
  /** For each node the index of its definition in its file; -1 for modules. */
  readonly definitions: Int32Array;
  /** Those that the first file gives, then those of the second, and so on. */
  readonly edges: EdgeColumns;
  /** Questions were cut for being too deep: what came out depends on more than was noted. */
  readonly isDeep: boolean;
  /** What was asked about the files of the repository, and some of it again. */
  readonly asked: readonly Asked[];
}

export interface LinkedFile extends FileHead {
  /** Of all nodes and edges, the first that is its own. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly calls: ResolutionCounts;
  /** Numbers of the facts that its links were made from (see memory.ts), sorted. */
  readonly consulted: Uint32Array;
  /** Undefined in languages without such blocks. */
  readonly subjects: Subjects | undefined;
}

/** The graph as others read it. Edges come in the order of their nodes and lines. */
export function graphOf(linked: Linked): BuiltGraph {
  const { files, nodes } = linked;
  const calls = { resolved: 0, external: 0, unresolved: 0 };
  for (const file of files)
    for (const kind of ["resolved", "external", "unresolved"] as const) calls[kind] += file.calls[kind];
  return createGraph(nodes, ordered(linked), calls);
}

/**
 * Each file's edges come in their order, and go from its own nodes, but for what it says of classes of other files:
 * only those files have theirs put in order again.
 */
function ordered({ files, nodes, edges }: Linked): EdgeColumns {
  const strays = straysOf(files, nodes.length, edges);
  if (strays.size === 0) return edges;
  const all = createEdgeList(edges.from.length);
  for (const [index, file] of files.entries()) {
    const end = { node: files[index + 1]?.firstNode ?? nodes.length, edge: files[index + 1]?.firstEdge };
    const others = strays.get(index);
    const collector = others && createEdgeCollector(nodes.length, file.firstNode);
    for (let at = file.firstEdge; at < (end.edge ?? edges.from.length); at++) {
      if (edges.from[at]! < file.firstNode || edges.from[at]! >= end.node) continue;
      if (collector) collector.addRow(edgeAt(edges, at));
      else all.add(edgeAt(edges, at));
    }
    for (const at of others ?? []) collector!.addRow(edgeAt(edges, at));
    collector?.finishInto(all);
  }
  return all.part(0, all.length());
}

/** The edges that another file gives to the nodes of one, by the place of that one. */
function straysOf(files: Linked["files"], nodeCount: number, { from }: EdgeColumns): Map<number, number[]> {
  const strays = new Map<number, number[]>();
  for (const [index, file] of files.entries()) {
    const next = files[index + 1];
    for (let at = file.firstEdge; at < (next?.firstEdge ?? from.length); at++)
      if (from[at]! < file.firstNode || from[at]! >= (next?.firstNode ?? nodeCount))
        push(strays, placeOfNode(files, from[at]!), at);
  }
  return strays;
}

/** The file that a node is in. */
function placeOfNode(files: Linked["files"], node: number): number {
  let [low, high] = [0, files.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (files[middle]!.firstNode <= node) low = middle;
    else high = middle;
  }
  return low;
}
