import { splitByteOrderMark, splitLines } from "../source/lines.ts";

/** Where a message points: 1-based line and column (UTF-16 units). */
export interface Pointed {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const widest = 160;
const context = 2;

/**
 * The source around a fault with the message drawn under its place, as a compiler does: models count lines badly,
 * but read what stands beside them.
 */
export function draw(text: string, { line, column, message }: Pointed): string {
  const lines = splitLines(splitByteOrderMark(text).body).map((each) => each.text);
  const at = Math.min(Math.max(1, line), Math.max(1, lines.length));
  const last = Math.min(lines.length, at + context);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = Math.max(1, at - context); number <= Math.max(at, last); number++) {
    const source = lines[number - 1] ?? "";
    const from = number === at && column > widest ? column - widest / 2 : 0;
    const shown = source.slice(from, from + widest);
    rows.push(`${String(number).padStart(width)} | ${shown}`.trimEnd());
    // Tabs stay tabs, so that the caret stands under its character.
    if (number === at)
      rows.push(
        `${" ".repeat(width)} | ${shown.slice(0, column - 1 - from).replace(/[^\t]/g, " ")}^ ${message}`,
      );
  }
  return rows.join("\n");
}
