/** Renumbers the edges of unchanged files, and joins them with those of files that were linked again. */
import { blankColumns, type EdgeColumns, setColumns } from "../columns/edges.ts";
import type { KeptFiles } from "./kept-files.ts";
import type { Nodes } from "./nodes.ts";

/** The earlier links: each file's first node and edge, all edges, and the number of nodes. */
export interface Earlier {
  readonly files: readonly { readonly firstNode: number; readonly firstEdge: number }[];
  readonly edges: EdgeColumns;
  readonly nodes: { readonly length: number };
}

/** The edges of files that were linked again, and by place where those of each file begin. */
export interface Fresh {
  readonly edges: EdgeColumns;
  readonly first: readonly (number | undefined)[];
}

/** The number of edges before those of a file. */
export const edgesBefore = ({ files, edges }: Earlier, file: number): number =>
  files[file]?.firstEdge ?? edges.from.length;

/**
 * The edges of all files, in file order.
 * @param fresh The edges of files that were linked again; those of the others are kept.
 * @returns Undefined where an end of a kept edge is gone.
 */
export function joinEdges(
  kept: KeptFiles & { readonly before: Earlier },
  nodes: Nodes,
  { edges: drawn, first }: Fresh,
): EdgeColumns | undefined {
  const { before, placeBefore } = kept;
  const sizes = sizesOf(before, placeBefore, drawn.from.length, first);
  const all = blankColumns(sizes.reduce((sum, size) => sum + size, 0));
  const numbers = nodes.renumbered!;
  let at = 0;
  for (const [file, size] of sizes.entries()) {
    const start = first[file];
    if (start !== undefined) setColumns(all, drawn, start, start + size, at);
    else if (!copyKept(all, before, placeBefore[file]!, at, numbers, nodes.columns.startLine))
      return undefined;
    at += size;
  }
  return all;
}

/** The number of edges per file. */
function sizesOf(
  before: Earlier,
  placeBefore: Int32Array,
  drawn: number,
  first: Fresh["first"],
): readonly number[] {
  const sizes: number[] = [];
  let end = drawn;
  for (let file = placeBefore.length - 1; file >= 0; file--) {
    const start = first[file];
    const place = placeBefore[file]!;
    sizes[file] =
      start === undefined ? edgesBefore(before, place + 1) - edgesBefore(before, place) : end - start;
    if (start !== undefined) end = start;
  }
  return sizes;
}

/** False where an end of an edge is gone. @param file Its earlier place. */
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
    const from = numbers[old]!;
    const target = numbers[edges.to[edge]!]!;
    const line = edges.line[edge]!;
    if (from < 0 || target < 0) return false;
    const at = to + edge - start;
    all.from[at] = from;
    all.to[at] = target;
    // An edge that another file declares has the line of the class's head, which may have moved.
    all.line[at] = line === 0 || (old >= first && old < end) ? line : startLine[from]!;
  }
  return true;
}
