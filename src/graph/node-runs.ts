/** Puts nodes that were drawn anew and those of an earlier graph together, in the order of the files. */
import {
  columnsOf,
  type FileDraft,
  joinRuns,
  type NodeColumns,
  type NodeDraft,
  type NodeRun,
} from "./node-columns.ts";

/** The nodes of an earlier graph of the same files, and whether those of a file are still right. */
export interface KeptNodes {
  readonly columns: NodeColumns;
  readonly definitions: Int32Array;
  isKept(file: number): boolean;
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
  const columns = joinRuns(runsOf(drawn, fresh, ofFile.length - 1, kept.columns), drawn.lists);
  const renumbered = renumber(drawn, fresh, ofFile, kept.columns);
  // Owners in kept files still have the numbers of before; where one is gone, so is an end of an edge (kept-edges.ts).
  for (let file = 0; file + 1 < ofFile.length; file++)
    if (kept.isKept(file))
      for (let node = ofFile[file]!; node < ofFile[file + 1]!; node++)
        if (columns.owner[node]! >= 0) columns.owner[node] = renumbered[columns.owner[node]!]!;
  return { columns, renumbered };
}

function runsOf(
  drawn: NodeColumns,
  fresh: readonly FreshFile[],
  fileCount: number,
  before: NodeColumns,
): readonly NodeRun[] {
  const runs: NodeRun[] = [];
  let end = 0;
  for (const [at, { index }] of fresh.entries()) {
    if (index > end) runs.push({ columns: before, first: end, end: index });
    runs.push({ columns: drawn, first: at, end: at + 1 });
    end = index + 1;
  }
  if (fileCount > end) runs.push({ columns: before, first: end, end: fileCount });
  return runs;
}

/** Shifted with their file, or found by name in a file that was drawn anew. */
function renumber(
  drawn: NodeColumns,
  fresh: readonly FreshFile[],
  ofFile: Int32Array,
  before: NodeColumns,
): Int32Array {
  const numbers = new Int32Array(before.kind.length);
  const places = new Map(fresh.map(({ index }, at) => [index, at]));
  for (let file = 0; file + 1 < ofFile.length; file++) {
    const [start, end] = [before.firstNode[file]!, before.firstNode[file + 1]!];
    const place = places.get(file);
    if (place === undefined)
      for (let node = start; node < end; node++) numbers[node] = ofFile[file]! + node - start;
    else {
      const known = new Map(tailsOf(drawn, place).map((tail, at) => [tail, ofFile[file]! + at]));
      for (const [at, tail] of tailsOf(before, file).entries()) numbers[start + at] = known.get(tail) ?? -1;
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
