import type { LineRange } from "../source/line-range.ts";
import type { Sheet } from "./sheet.ts";

/** Lines of an opener that goes over several, as a condition may. */
const longest = 8;

/**
 * The lines above `line`, down to `first`, that open the blocks in which it stands, told by their indentation alone: the
 * condition of an `if` forty lines above says when a line runs.
 */
export function openersOf(
  { lines }: Pick<Sheet, "lines">,
  line: number,
  first: number,
): readonly LineRange[] {
  const found: LineRange[] = [];
  let depth = depthOf(lines[line - 1] ?? "");
  for (let at = line - 1; at > first && depth > 0; at -= 1) {
    const text = lines[at - 1] ?? "";
    if (text.trim() === "" || depthOf(text) >= depth) continue;
    depth = depthOf(text);
    const from = opener.test(text) ? at : beginOf(lines, at, first);
    found.push({ from, to: at });
    at = from;
  }
  return found;
}

/** A line that begins with a bracket ends something that began above it. */
const opener = /^\s*[^\s{})\].]/;

function beginOf(lines: readonly string[], end: number, first: number): number {
  const depth = depthOf(lines[end - 1]!);
  for (let at = end - 1; at > Math.max(first, end - longest); at -= 1) {
    const text = lines[at - 1] ?? "";
    if (depthOf(text) <= depth && opener.test(text)) return at;
  }
  return end;
}

/** Columns before the first sign; of a blank line as many as there can be. */
function depthOf(text: string): number {
  const at = text.search(/\S/);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}
