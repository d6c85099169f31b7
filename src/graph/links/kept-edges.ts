/** Edges of files that are kept, under the new numbers of their nodes. */
import { blankColumns, type EdgeColumns, setColumns } from "../columns/edges.ts";
import type { KeptFiles } from "./kept-files.ts";
import type { Nodes } from "./nodes.ts";

/** What of the earlier links is needed: each file's first node and edge, all edges, how many nodes. */
export interface Earlier {
  readonly files: readonly { readonly firstNode: number; readonly firstEdge: number }[];
  readonly edges: EdgeColumns;
  readonly nodes: { readonly length: number };
}

/** Edges of the files that were linked again, and for the place of each the first that is its own. */
export interface Fresh {
  readonly edges: EdgeColumns;
  readonly first: readonly (number | undefined)[];
}

/** How many edges come before those of a file. */
export const edgesBefore = ({ files, edges }: Earlier, file: number): number =>
  files[file]?.firstEdge ?? edges.from.length;

/**
 * The edges of all files, one after the other.
 * @param fresh Those of the files that were linked again, and by their places where they begin; the others are kept.
 * @returns Undefined where a kept edge has an end that is gone.
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

/** How many edges each file has. */
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

/** False where an end is gone. `file`: its place in the earlier graph. */
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
    // What is said of a class in another file stands at the start of the class, which may have moved.
    all.line[at] = line === 0 || (old >= first && old < end) ? line : startLine[from]!;
  }
  return true;
}
