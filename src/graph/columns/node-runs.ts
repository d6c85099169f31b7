/** Puts nodes that were drawn anew and those of an earlier graph together, in the order of the files. */
import type { KeptFiles } from "../links/kept-files.ts";
import {
  columnsOf,
  type FileDraft,
  joinRuns,
  type NodeColumns,
  type NodeDraft,
  type NodeRun,
} from "./node-columns.ts";

/** The nodes of an earlier graph, and which are still right. */
export interface KeptNodes extends KeptFiles {
  readonly columns: NodeColumns;
  readonly definitions: Int32Array;
}

/** The nodes of a file that was drawn anew: its place among the files, the number of its first node. */
export interface FreshFile extends FileDraft {
  readonly index: number;
  readonly first: number;
  readonly nodes: NodeDraft[];
  readonly definitions: number[];
}

export interface DrawnColumns {
  readonly columns: NodeColumns;
  /** See Nodes. */
  readonly renumbered: Int32Array | undefined;
}

/** @param ofFile The number of each file's first node, and the number of nodes at the end. */
export function drawColumns(
  fresh: readonly FreshFile[],
  ofFile: Int32Array,
  kept: KeptNodes | undefined,
): DrawnColumns {
  const drawn = columnsOf(fresh, kept?.columns.lists);
  if (!kept) return { columns: drawn, renumbered: undefined };
  const columns = joinRuns(runsOf(drawn, ofFile.length - 1, kept), drawn.lists);
  const renumbered = renumber(drawn, ofFile, kept);
  // Owners in kept files still have the numbers of before; where one is gone, so is an end of an edge (kept-edges.ts).
  for (let file = 0; file + 1 < ofFile.length; file++)
    if (kept.isKept(file))
      for (let node = ofFile[file]!; node < ofFile[file + 1]!; node++)
        if (columns.owner[node]! >= 0) columns.owner[node] = renumbered[columns.owner[node]!]!;
  return { columns, renumbered };
}

function runsOf(drawn: NodeColumns, fileCount: number, kept: KeptNodes): readonly NodeRun[] {
  const runs: NodeRun[] = [];
  let next = 0;
  const add = (columns: NodeColumns, first: number): void => {
    const last = runs.at(-1);
    if (last?.columns === columns && last.end === first) runs[runs.length - 1] = { ...last, end: first + 1 };
    else runs.push({ columns, first, end: first + 1 });
  };
  for (let file = 0; file < fileCount; file++)
    if (kept.isKept(file)) add(kept.columns, kept.placeBefore[file]!);
    else add(drawn, next++);
  return runs;
}

/** Shifted with their file, or found by name in a file that was drawn anew; those of files that are gone are gone. */
function renumber(drawn: NodeColumns, ofFile: Int32Array, kept: KeptNodes): Int32Array {
  const before = kept.columns;
  const numbers = new Int32Array(before.kind.length).fill(-1);
  let next = 0;
  for (let file = 0; file + 1 < ofFile.length; file++) {
    const place = kept.placeBefore[file]!;
    const own = kept.isKept(file) ? -1 : next++;
    if (place < 0) continue;
    const [start, end] = [before.firstNode[place]!, before.firstNode[place + 1]!];
    if (own < 0) for (let node = start; node < end; node++) numbers[node] = ofFile[file]! + node - start;
    else {
      const known = new Map(tailsOf(drawn, own).map((tail, at) => [tail, ofFile[file]! + at]));
      for (const [at, tail] of tailsOf(before, place).entries()) numbers[start + at] = known.get(tail) ?? -1;
    }
  }
  return numbers;
}

/** What the ids of a file's nodes end with; of its module nothing. */
function tailsOf(columns: NodeColumns, file: number): readonly string[] {
  const [first, end] = [columns.firstNode[file]!, columns.firstNode[file + 1]!];
  const encoding = columns.wide[file] === 1 ? "utf16le" : "latin1";
  const text = columns.text.toString(encoding, columns.firstByte[file], columns.firstByte[file + 1]);
  return Array.from({ length: end - first }, (_, at) => {
    const start = columns.start[first + at]!;
    return text.slice(start, start + columns.tail[first + at]!);
  });
}
