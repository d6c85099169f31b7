import { lineTexts, splitByteOrderMark } from "../source/lines.ts";
import { stampOf, tagsOf } from "./tag.ts";

export interface NumberOptions {
  /** First line shown, 1-based; 1 unless given. */
  readonly from?: number;
  /** Last line shown, inclusive; the last line of the file unless given. */
  readonly to?: number;
  /** Least width of the numbers, for several windows of one file under each other; the last number's unless given. */
  readonly width?: number;
  /** `hidden` shows `12: code` as the article does; `shown`, the default, `12bk: code`. */
  readonly tags?: "shown" | "hidden";
}

/**
 * A file as the model sees it: `12bk: code`, numbers right-aligned to one width, lines joined by `\n`.
 * A blank line is shown as `13dr=:`. The view is itself a valid answer that changes nothing: `=:` says
 * "this line is blank", where `13:` alone would delete it.
 * A window outside the file is empty. The byte order mark is not shown.
 */
export function numberLines(text: string, options: NumberOptions = {}): string {
  return numberedLines(text, options).join("\n");
}

/** The same, line by line. */
export function numberedLines(text: string, options: NumberOptions = {}): readonly string[] {
  const { body } = splitByteOrderMark(text);
  const lines = lineTexts(body);
  const from = Math.max(1, options.from ?? 1);
  const to = Math.min(lines.length, options.to ?? lines.length);
  const tags = options.tags === "hidden" ? undefined : tagsOf(body, lines.length);
  const width = Math.max(options.width ?? 0, String(to).length);
  return lines.slice(from - 1, Math.max(from - 1, to)).map((line, index) => {
    const tag = tags === undefined ? "" : tags[from - 1 + index]!;
    return numberedLine(`${String(from + index).padStart(width)}${tag}`, line);
  });
}

/** One line of an answer or of the view: address, then code. Blank code is marked, since nothing means deletion. */
function numberedLine(address: string, code: string): string {
  if (code === "") return `${address}=:`;
  return `${address}${code.trim() === "" ? "=" : ""}: ${code}`;
}

/** What stands above the numbered lines of a file: its path with the stamp of the text, which an answer copies. */
export function fileHeader(path: string, text: string): string {
  return `=== ${path}#${stampOf(text)}`;
}
