import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { type LineRange, linesOf } from "../source/line-range.ts";
import type { Sheet } from "./sheet.ts";

/** A definition of more lines is shown by its signature; of a function among the very best more is read. */
export const longestBody = { usual: 160, ofBest: 600 };

/** Lines: around a definition or a place, where an edit may have to go; of a file's head; of a test file's head. */
const limits = { around: 3, head: 40, test: 16 };

/** A definition with a few lines around. */
export function bodyOf(node: CodeNode, sheet: Sheet): LineRange {
  return around(linesOf(node), sheet);
}

/** Some lines with a few around them. */
export function around({ from, to }: LineRange, sheet: Sheet): LineRange {
  return { from: Math.max(1, from - limits.around), to: Math.min(sheet.lineCount, to + limits.around) };
}

/** The last line before a file's first definition: its imports and constants, at most 40 lines after `from`, 16 of a test. */
export function headEnd(graph: CodeGraph, sheet: Sheet, from = 1): number {
  const [module, ...rest] = graph.inFile(sheet.path);
  const first = rest.find((node) => node.kind !== "Module");
  const most = module?.test ? limits.test : limits.head;
  const last = from - 1 + most;
  return Math.min(last, sheet.lineCount, first ? first.startLine - 1 : last);
}
