import { diffLines } from "../edits/diff.ts";
import { splitLines } from "../source/lines.ts";

/**
 * `after`, with of `formatted` only what falls on lines that the change from `before` touched: a formatter's opinion
 * on other lines is no business of the change. Lines elsewhere keep every byte.
 */
export function onlyTouched(before: string, after: string, formatted: string): string {
  const touched = touchedLines(linesOf(before), linesOf(after));
  const kept: string[] = [];
  let at = 0;
  let removed: readonly string[] = [];
  /** One difference: the lines of `after` from `at`, and what the formatter makes of them. */
  const settle = (added: readonly string[]): void => {
    const end = at + removed.length;
    const near = removed.length === 0 ? [at - 1, at] : removed.map((_, index) => at + index);
    if (removed.length === added.length)
      kept.push(...removed.map((line, index) => (touched.has(at + index) ? added[index]! : line)));
    else kept.push(...(near.some((line) => touched.has(line)) ? added : removed));
    at = end;
    removed = [];
  };
  for (const { kind, lines } of diffLines(linesOf(after), linesOf(formatted))) {
    if (kind === "added") settle(lines);
    else {
      if (removed.length > 0) settle([]);
      if (kind === "removed") removed = lines;
      else {
        kept.push(...lines);
        at += lines.length;
      }
    }
  }
  if (removed.length > 0) settle([]);
  return kept.join("");
}

/** 0-based lines of `after` that were not in `before`. */
function touchedLines(before: readonly string[], after: readonly string[]): ReadonlySet<number> {
  const touched = new Set<number>();
  let line = 0;
  for (const { kind, lines } of diffLines(before, after)) {
    if (kind === "removed") continue;
    for (const _ of lines) {
      if (kind === "added") touched.add(line);
      line++;
    }
  }
  return touched;
}

const linesOf = (text: string): readonly string[] => splitLines(text).map((line) => line.text + line.end);
