/** The graph as others read it: compressed sparse rows in typed arrays; edges and nodes made when asked for. */

import type { CodeEdge, CodeGraph, EdgeKind } from "../graph.ts";
import { type EdgeColumns, edgeKinds, surenesses } from "./edges.ts";
import type { NodeTable } from "./node-table.ts";
import type { ResolutionCounts } from "./outcomes.ts";

export interface BuiltGraph extends CodeGraph {
  readonly calls: ResolutionCounts;
  /** The nodes and edges by number: for those who count or copy, and need no objects. */
  readonly table: NodeTable;
  readonly edges: EdgeColumns;
}

const noCalls: ResolutionCounts = { resolved: 0, external: 0, unresolved: 0 };

export function createGraph(
  table: NodeTable,
  edges: EdgeColumns,
  calls: ResolutionCounts = noCalls,
): BuiltGraph {
  // Made when they are first asked for: many who load a graph ask for a few nodes.
  let out: Rows | undefined;
  let into: Rows | undefined;
  const read = (rows: Rows, id: string, kind: EdgeKind | undefined): readonly CodeEdge[] => {
    const number = table.numberOf(id);
    if (number < 0) return [];
    const found: CodeEdge[] = [];
    const wanted = kind === undefined ? -1 : edgeKinds.indexOf(kind);
    for (let at = rows.starts[number]!; at < rows.starts[number + 1]!; at++) {
      const edge = rows.order?.[at] ?? at;
      if (wanted < 0 || edges.kind[edge] === wanted) found.push(edgeAt(edge));
    }
    return found;
  };
  const edgeAt = (index: number): CodeEdge => ({
    from: table.id(edges.from[index]!),
    to: table.id(edges.to[index]!),
    kind: edgeKinds[edges.kind[index]!]!,
    sureness: surenesses[edges.sureness[index]!]!,
    line: edges.line[index]!,
  });
  return {
    get nodes() {
      return table.all();
    },
    ...{ table, edges, calls, edgeCount: edges.from.length },
    node: (id) => {
      const number = table.numberOf(id);
      return number < 0 ? undefined : table.node(number);
    },
    outgoing: (id, kind) => {
      out ??= rowsBy(edges.from, table.length);
      return read(out, id, kind);
    },
    incoming: (id, kind) => {
      into ??= rowsBy(edges.to, table.length);
      return read(into, id, kind);
    },
    inFile: table.inFile,
    named: table.named,
  };
}

/** Edges grouped by one of their ends: those of node n stand from `starts[n]` to `starts[n + 1]` of `order`. */
interface Rows {
  readonly starts: Int32Array;
  /** Undefined where the edges are in this order already. */
  readonly order: Int32Array | undefined;
}

function rowsBy(ends: Int32Array, nodeCount: number): Rows {
  const starts = new Int32Array(nodeCount + 1);
  let isOrdered = true;
  for (let at = 0; at < ends.length; at++) {
    starts[ends[at]! + 1]!++;
    isOrdered = isOrdered && (at === 0 || ends[at]! >= ends[at - 1]!);
  }
  for (let i = 0; i < nodeCount; i++) starts[i + 1]! += starts[i]!;
  if (isOrdered) return { starts, order: undefined };
  const next = starts.slice();
  const order = new Int32Array(ends.length);
  for (let at = 0; at < ends.length; at++) order[next[ends[at]!]!++] = at;
  return { starts, order };
}
