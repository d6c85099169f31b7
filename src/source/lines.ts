/** How a line ends. Only the last line of a text may have no end. */
export type LineEnd = "\n" | "\r\n" | "\r" | "";

export interface SourceLine {
  /** Without its end. */
  readonly text: string;
  readonly end: LineEnd;
}

/**
 * Cuts a text into lines and keeps every byte: `joinLines(splitLines(text)) === text`.
 * An empty text has no lines; `"a\n"` has one.
 *
 * A lone `\r` ends a line only in a text without any `\n` (the classic Mac convention). Elsewhere it belongs to
 * the line it stands in, so that our line numbers are those of git, GitHub and tree-sitter, which count `\n`.
 */
export function splitLines(text: string): readonly SourceLine[] {
  const separator = text.includes("\n") ? "\n" : "\r";
  const lines: SourceLine[] = [];
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf(separator, start);
    const stop = found === -1 ? text.length : found;
    const windows = separator === "\n" && found > start && text[found - 1] === "\r";
    const end: LineEnd = found === -1 ? "" : windows ? "\r\n" : separator;
    lines.push({ text: text.slice(start, windows ? stop - 1 : stop), end });
    start = stop + 1;
  }
  return lines;
}

/** The lines as `splitLines` cuts them, without their ends. */
export function lineTexts(text: string): readonly string[] {
  if (text === "") return [];
  const separator = text.includes("\n") ? "\n" : "\r";
  const lines = text.split(separator);
  const last = lines.length - 1;
  if (separator === "\n" && text.includes("\r\n"))
    for (let at = 0; at < last; at++) if (lines[at]!.endsWith("\r")) lines[at] = lines[at]!.slice(0, -1);
  if (lines[last] === "") lines.pop();
  return lines;
}

export function joinLines(lines: readonly SourceLine[]): string {
  return lines.map((line) => line.text + line.end).join("");
}

/** The end that most lines have, the first seen where two are equally frequent; `\n` for a text without any. */
export function dominantEnd(lines: readonly SourceLine[]): Exclude<LineEnd, ""> {
  const counts = new Map<Exclude<LineEnd, "">, number>();
  for (const { end } of lines) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  let best: Exclude<LineEnd, ""> = "\n";
  let most = 0;
  for (const [end, count] of counts) if (count > most) [best, most] = [end, count];
  return best;
}

/** Takes a byte order mark off the front, so that line 1 is the line a person sees. */
export function splitByteOrderMark(text: string): { readonly mark: "" | "\uFEFF"; readonly body: string } {
  return text.startsWith("\uFEFF") ? { mark: "\uFEFF", body: text.slice(1) } : { mark: "", body: text };
}

/** A text on one line: a blank for each run of blanks and line ends. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Characters before the first that is no blank; all of a blank line. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lines without the indentation that all of them have but blank ones. */
export function dedented(lines: readonly string[]): readonly string[] {
  const depth = lines
    .filter((line) => line.trim() !== "")
    .reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY);
  return Number.isFinite(depth) ? lines.map((line) => line.slice(depth)) : lines;
}
