/** Edges of files that are kept, under the new numbers of their nodes. */
import { blankColumns, type EdgeColumns, setColumns } from "./edges.ts";
import type { Nodes } from "./nodes.ts";

/** What of the earlier links is needed: each file's first node and edge, all edges, how many nodes. */
export interface Earlier {
  readonly files: readonly { readonly firstNode: number; readonly firstEdge: number }[];
  readonly edges: EdgeColumns;
  readonly nodes: { readonly length: number };
}

/** How many edges come before those of a file. */
export const edgesBefore = ({ files, edges }: Earlier, file: number): number =>
  files[file]?.firstEdge ?? edges.from.length;

/**
 * The edges of all files, one after the other.
 * @param fresh Those of the files that were linked again, by their places; the others are kept.
 * @returns Undefined where a kept edge has an end that is gone.
 */
export function joinEdges(
  before: Earlier,
  nodes: Nodes,
  fresh: readonly (EdgeColumns | undefined)[],
): EdgeColumns | undefined {
  const sizeOf = (file: number): number =>
    fresh[file]?.from.length ?? edgesBefore(before, file + 1) - edgesBefore(before, file);
  const all = blankColumns(before.files.reduce((sum, _, file) => sum + sizeOf(file), 0));
  const numbers = nodes.renumbered!;
  let at = 0;
  for (const file of before.files.keys()) {
    const drawn = fresh[file];
    if (drawn) setColumns(all, drawn, at);
    else if (!copyKept(all, before, file, at, numbers, nodes.columns.startLine)) return undefined;
    at += sizeOf(file);
  }
  return all;
}

/** False where an end is gone. */
function copyKept(
  all: EdgeColumns,
  { files, edges, nodes }: Earlier,
  file: number,
  to: number,
  numbers: Int32Array,
  startLine: Int32Array,
): boolean {
  const [first, end] = [files[file]!.firstNode, files[file + 1]?.firstNode ?? nodes.length];
  const [start, stop] = [files[file]!.firstEdge, files[file + 1]?.firstEdge ?? edges.from.length];
  all.kind.set(edges.kind.subarray(start, stop), to);
  all.sureness.set(edges.sureness.subarray(start, stop), to);
  for (let edge = start; edge < stop; edge++) {
    const old = edges.from[edge]!;
    const [from, target, line] = [numbers[old]!, numbers[edges.to[edge]!]!, edges.line[edge]!];
    if (from < 0 || target < 0) return false;
    const at = to + edge - start;
    all.from[at] = from;
    all.to[at] = target;
    // What is said of a class in another file stands at the start of the class, which may have moved.
    all.line[at] = line === 0 || (old >= first && old < end) ? line : startLine[from]!;
  }
  return true;
}
