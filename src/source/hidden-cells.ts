import type { Cleaned } from "./invisible.ts";
import { readFence } from "./markdown-code.ts";

/**
 * Markdown without the cells that a row of a table has more than its head: GitHub drops them. Line ends must be `\n`.
 * Linear in the length of the text.
 */
export function removeExcessCells(text: string): Cleaned {
  const out: string[] = [];
  let removed = 0;
  let columns = 0;
  let before = "";
  for (let at = 0; at < text.length; ) {
    const fence = readFence(text, at, "certain");
    const end = fence?.end ?? endOfLine(text, at);
    const line = text.slice(at, end);
    at = end;
    if (fence || line.trim() === "") columns = 0;
    else if (columns === 0) columns = columnsOf(before, line);
    else {
      const cut = startOfExcess(line, columns);
      if (cut >= 0) {
        removed += 1;
        out.push(line.slice(0, cut), line.endsWith("\n") ? "\n" : "");
        continue;
      }
    }
    before = fence ? "" : line;
    out.push(line);
  }
  return { text: out.join(""), removed };
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at + 1;
}

/** How many columns the table has that begins with these two lines; 0 where they begin none. */
function columnsOf(head: string, delimiter: string): number {
  if (!/[|:]/.test(delimiter) || !/^[ \t>|:-]+$/.test(delimiter.trimEnd())) return 0;
  const marks = cellsOf(delimiter);
  if (!marks.every((cell) => /^:?-+:?$/.test(cell.trim()))) return 0;
  return cellsOf(head.replace(/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/, "")).length === marks.length
    ? marks.length
    : 0;
}

function cellsOf(line: string): readonly string[] {
  const row = line.replace(/^[ \t>]*/, "").trimEnd();
  const ends = pipes(row);
  const inner = ends.filter((at) => at > 0 && at < row.length - 1);
  const from = ends[0] === 0 ? 1 : 0;
  const to = ends.length > 1 && ends.at(-1) === row.length - 1 ? row.length - 1 : row.length;
  return [...inner, to].map((end, index) => row.slice(index === 0 ? from : inner[index - 1]! + 1, end));
}

/** Where the cells begin that the table has no column for; -1 where there are none. */
function startOfExcess(line: string, columns: number): number {
  const start = line.length - line.replace(/^[ \t>]*/, "").length;
  const ends = pipes(line).filter((at) => at > start);
  const last = ends[columns - 1];
  return last !== undefined && line.slice(last + 1).trim() !== "" ? last + 1 : -1;
}

/** Places of the pipes that divide cells: code does not protect them, a backslash does. */
function pipes(line: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === "|") found.push(at);
  }
  return found;
}
