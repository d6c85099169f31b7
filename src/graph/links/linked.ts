/**
 * The links of all files, with the facts that each depends on: all that is needed to build the graph, to store it,
 * and to update it incrementally. They are made in link-files.ts.
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
  /** Sorted by path. */
  readonly files: readonly LinkedFile[];
  /** In file order; see createNodes. */
  readonly nodes: NodeTable;
  /** By node: the index of its definition in its file; -1 for modules. */
  readonly definitions: Int32Array;
  /** In the order of the files that declare them. */
  readonly edges: EdgeColumns;
  /** Some queries hit the depth limit: results depend on more than was recorded. */
  readonly isDeep: boolean;
  /** Queries about which files exist; may contain duplicates. */
  readonly asked: readonly QueryLog[];
}

export interface LinkedFile extends FileHead {
  /** The first of its nodes, and of its edges. */
  readonly firstNode: number;
  readonly firstEdge: number;
  readonly links: FileLinks;
  /** Undefined in languages without out-of-line blocks. */
  readonly subjects: Subjects | undefined;
}

/** The outcomes of a file's references, and the facts that they depend on. */
export interface FileLinks {
  /** Calls whose callee has no chain. */
  readonly opaqueCalls: number;
  /** The outcome of each reference; see outcomes.ts. */
  readonly outcomes: Uint8Array;
  /** The facts that its calls depend on (see memory.ts), sorted. */
  readonly consulted: Uint32Array;
  /** The facts that only its nodes and other edges depend on. */
  readonly consultedElse: Uint32Array;
}

/** The graph to read, with edges sorted by node and line. */
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
 * Most files' edges are sorted already, and leave the file's own nodes. The rest is sorted again: edges that one file
 * declares for nodes of another (`impl`), and edges to a file whose nodes were reordered.
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

/** By file: edges that other files declare for its nodes; empty where only the order has to be restored. */
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

/** The file of a node, by binary search. */
function placeOfNode(files: Linked["files"], node: number): number {
  let [low, high] = [0, files.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (files[middle]!.firstNode <= node) low = middle;
    else high = middle;
  }
  return low;
}
