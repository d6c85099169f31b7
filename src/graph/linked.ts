/**
 * The links of all files, file by file, with what each was made from: all that is needed to draw the graph, to keep
 * it on disk, and to bring it up to date when some files change. Making them is for link-files.ts.
 */
import { createEdgeCollector, type EdgeColumns, edgeKinds, surenesses } from "./edges.ts";
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
  const { files, nodes, edges } = linked;
  const calls = { resolved: 0, external: 0, unresolved: 0 };
  for (const file of files)
    for (const kind of ["resolved", "external", "unresolved"] as const) calls[kind] += file.calls[kind];
  return createGraph(nodes, isOrdered(linked) ? edges : ordered(edges, nodes.length), calls);
}

/** True but where what is said of a class stands in several files, which give edges to one node. */
function isOrdered({ files, nodes, edges }: Linked): boolean {
  const { from, to, kind, line } = edges;
  return files.every((file, index) => {
    const next = files[index + 1];
    const end = next?.firstEdge ?? from.length;
    for (let at = file.firstEdge; at < end; at++) {
      if (from[at]! < file.firstNode || from[at]! >= (next?.firstNode ?? nodes.length)) return false;
      if (at === file.firstEdge) continue;
      const before = at - 1;
      const difference =
        from[at]! - from[before]! ||
        line[at]! - line[before]! ||
        to[at]! - to[before]! ||
        kind[at]! - kind[before]!;
      if (difference <= 0) return false;
    }
    return true;
  });
}

function ordered(edges: EdgeColumns, nodeCount: number): EdgeColumns {
  const collector = createEdgeCollector(nodeCount);
  edges.from.forEach((from, at) => {
    const [kind, sureness] = [edgeKinds[edges.kind[at]!]!, surenesses[edges.sureness[at]!]!];
    collector.add(from, edges.to[at]!, kind, sureness, edges.line[at]!);
  });
  return collector.finish();
}
