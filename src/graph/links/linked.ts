/**
 * The links of all files, file by file, with what each was made from: all that is needed to draw the graph, to keep
 * it on disk, and to bring it up to date when some files change. Making them is for link-files.ts.
 */
import { createEdgeCollector, createEdgeList, type EdgeColumns, edgeAt } from "../columns/edges.ts";
import type { NodeTable } from "../columns/node-table.ts";
import { countsOf } from "../columns/outcomes.ts";
import { type BuiltGraph, createGraph } from "../columns/store.ts";
import { push } from "../files/maps.ts";
import type { FileHead } from "../files/tables.ts";
import type { QueryLog } from "../memory/queries.ts";
import type { Subjects } from "../open-types/open-types.ts";

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
  readonly asked: readonly QueryLog[];
}

export interface LinkedFile extends FileHead {
  /** Of all nodes and edges, the first that is its own. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly links: FileLinks;
  /** Undefined in languages without such blocks. */
  readonly subjects: Subjects | undefined;
}

/** How the links of a file came out, and from what they were made. */
export interface FileLinks {
  /** Calls that have no name to follow. */
  readonly opaqueCalls: number;
  /** How each of its references came out; see outcomes.ts. */
  readonly outcomes: Uint8Array;
  /** Numbers of the facts that its calls were made from (see memory.ts), sorted. */
  readonly consulted: Uint32Array;
  /** The same of its nodes and other edges, as far as its calls were not made from them. */
  readonly consultedElse: Uint32Array;
}

/** The graph as others read it. Edges come in the order of their nodes and lines. */
export function graphOf(linked: Linked): BuiltGraph {
  const { files, nodes } = linked;
  const calls = { resolved: 0, external: 0, unresolved: 0 };
  for (const { links } of files) {
    const counts = countsOf(links.outcomes);
    calls.resolved += counts.resolved;
    calls.external += counts.external;
    calls.unresolved += counts.unresolved + links.opaqueCalls;
  }
  return createGraph(nodes, ordered(linked), calls);
}

/**
 * Most files' edges come in their order, and go from their own nodes. Others are put in order again: of files that
 * other ones say something of (`impl`), and of those that lead to nodes of a file which has another order now.
 */
function ordered({ files, nodes, edges }: Linked): EdgeColumns {
  const unordered = unorderedIn(files, nodes.length, edges);
  if (unordered.size === 0) return edges;
  const all = createEdgeList(edges.from.length);
  for (const [index, file] of files.entries()) {
    const [endNode, endEdge] = endOf(files, index, nodes.length, edges);
    const others = unordered.get(index);
    const collector = others && createEdgeCollector(nodes.length, file.firstNode);
    for (let at = file.firstEdge; at < endEdge; at++) {
      if (edges.from[at]! < file.firstNode || edges.from[at]! >= endNode) continue;
      if (collector) collector.addRow(edgeAt(edges, at));
      else all.add(edgeAt(edges, at));
    }
    for (const at of others ?? []) collector!.addRow(edgeAt(edges, at));
    collector?.finishInto(all);
  }
  return all.part(0, all.length());
}

const endOf = (files: Linked["files"], index: number, nodeCount: number, { from }: EdgeColumns) =>
  [files[index + 1]?.firstNode ?? nodeCount, files[index + 1]?.firstEdge ?? from.length] as const;

/** By the place of its file, the edges that others give to the nodes of one; also those of which only the order is another. */
function unorderedIn(
  files: Linked["files"],
  nodeCount: number,
  edges: EdgeColumns,
): ReadonlyMap<number, readonly number[]> {
  const { from, to, kind, line } = edges;
  const unordered = new Map<number, number[]>();
  for (const [index, file] of files.entries()) {
    const [endNode, endEdge] = endOf(files, index, nodeCount, edges);
    let last = -1;
    for (let at = file.firstEdge; at < endEdge; at++) {
      if (from[at]! < file.firstNode || from[at]! >= endNode) {
        push(unordered, placeOfNode(files, from[at]!), at);
        continue;
      }
      const difference =
        last < 0
          ? 1
          : from[at]! - from[last]! ||
            line[at]! - line[last]! ||
            to[at]! - to[last]! ||
            kind[at]! - kind[last]!;
      if (difference <= 0 && !unordered.has(index)) unordered.set(index, []);
      last = at;
    }
  }
  return unordered;
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
