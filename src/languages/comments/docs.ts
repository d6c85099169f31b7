import { dedented } from "../../source/lines.ts";

/** Doc text as a person wrote it, without the marks of its comment or string. */

const maxDoc = 4_000;

/** The plain text of a docstring literal: prefix and quotes off, common indentation off. */
export function docstringText(literal: string): string | undefined {
  const inner = /^[a-zA-Z]*("""|'''|"|')([\s\S]*)\1$/.exec(literal)?.[2];
  if (inner === undefined) return undefined;
  const [first = "", ...rest] = inner.split(/\r?\n/);
  return tidy([first.trim(), ...dedented(rest)]);
}

export interface CommentBefore {
  readonly text: string | undefined;
  /** Index in the file at which the comment starts. */
  readonly start: number;
}

/**
 * The comment that ends directly above `index`: one block comment, or the run of line comments. A blank line
 * between parts them, attributes (`#[test]`) do not, nor, where that is said, one blank line behind a `/**`. Read from the text, since a comment is no child of what it explains.
 */
export function commentBefore(
  source: string,
  index: number,
  sign: "//" | "#" = "//",
  isApart = false,
): CommentBefore | undefined {
  const lineStart = source.lastIndexOf("\n", index - 1) + 1;
  if (source.slice(lineStart, index).trim() !== "") return undefined;
  const end = lineStart - 1;
  let above = previousLine(source, end);
  // Nothing else is meant by a comment for documentation, but for the first of a file.
  const beyond = isApart && above.text === "" && end > 0 ? previousLine(source, above.start - 1) : undefined;
  if (beyond?.text.endsWith("*/")) {
    const start = source.lastIndexOf("/**", above.start);
    const isDoc = start >= 0 && source.indexOf("*/", start) === source.lastIndexOf("*/", above.start);
    if (isDoc && source.slice(0, start).trim() !== "") above = beyond;
  }
  let attributes = end + 1;
  while (sign === "//" && /^#\[.*\]$/.test(above.text)) {
    attributes = above.start;
    above = previousLine(source, above.start - 1);
  }
  if (sign === "//" && above.text.endsWith("*/")) {
    const start = source.lastIndexOf("/*", attributes);
    if (start < 0 || source.slice(source.lastIndexOf("\n", start) + 1, start).trim() !== "") return undefined;
    return { text: blockText(source.slice(start, attributes).trimEnd()), start };
  }
  let at = above;
  const lines: string[] = [];
  let start = -1;
  while (at.text.startsWith(sign) && lines.length < 200) {
    if (!forMachines.test(at.text)) lines.unshift(at.text.replace(/^(?:\/\/[/!]?|#+)\s?/, ""));
    start = at.start;
    at = previousLine(source, at.start - 1);
  }
  if (start >= 0) return { text: tidy(withoutTags(lines.join("\n")).split("\n")), start };
  return attributes > end ? undefined : { text: undefined, start: attributes };
}

/** The block comment that ends before `index`, on the same line or above, with its marks. */
export function blockBefore(source: string, index: number): string | undefined {
  let end = index;
  while (end > 0 && /\s/.test(source[end - 1]!)) end--;
  const start = source.endsWith("*/", end) ? source.lastIndexOf("/*", end) : -1;
  return start < 0 ? undefined : source.slice(start, end);
}

/** Comments that speak to an interpreter or a linter and explain nothing. */
const forMachines =
  /^(?:#\s*(?:!|-\*-|(?:frozen_string_literal|encoding|coding|typed|warn_indent|rubocop):)|\/\/(?:[a-z0-9]+:[a-z0-9]|(?:line|extern|export) |nolint\b))/;

function previousLine(source: string, end: number): { text: string; start: number } {
  if (end < 0) return { text: "", start: 0 };
  const start = source.lastIndexOf("\n", end - 1) + 1;
  return { text: source.slice(start, end).trim(), start };
}

function blockText(comment: string): string | undefined {
  const inner = comment.replace(/^\/\*+!?/, "").replace(/(?<!\*)\*+\/$/, "");
  return tidy(inner.split(/\r?\n/).map((line) => line.replace(/^\s*\*? ?/, "")));
}

/** Documentation in XML (C#) without its tags; of what it points to the name. */
function withoutTags(text: string): string {
  if (!text.trimStart().startsWith("<")) return text;
  return text
    .replace(/<(?:see|seealso|paramref|typeparamref)\s[^<>"]*"(?:[A-Z]:)?([^"]*)"[^<>]*>/g, "$1")
    .replace(/<(?:type)?param\s+name="([^"]*)"\s*>/g, "$1: ")
    .replace(
      /<\/?(?:summary|remarks|para|returns|value|example|code|c|inheritdoc|exception|(?:type)?param|see(?:also)?|list(?:header)?|item|term|description)\b[^<>]*>/g,
      "",
    );
}

function tidy(lines: readonly string[]): string | undefined {
  const text = lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
  return text === "" ? undefined : text.slice(0, maxDoc);
}
