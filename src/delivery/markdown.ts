import { cleanLine, type LinkRule } from "./clean-line.ts";
import { codeBlock } from "./code.ts";
import { visible } from "./visible.ts";

/** Untrusted text, from a model or a stranger, made safe to post under our name (security.md O01, O04-O06, O12). */
export interface MarkdownOptions {
  /** The only addresses that stay links, compared whole: the ones our own sources had. None unless given. */
  readonly links?: ReadonlySet<string>;
}

const noLinks: ReadonlySet<string> = new Set();

/**
 * Markdown that keeps its paragraphs, lists, emphasis and code, and loses all that acts: HTML, images, links that
 * are not allowed, mentions, references that close or notify, bot commands, tables, headings (bold instead), live
 * diagrams, open fences. Runs in time linear in the text, and cleaning twice is cleaning once.
 */
export function safeMarkdown(text: string, options: MarkdownOptions = {}): string {
  const links = options.links ?? noLinks;
  const allowed: LinkRule = (url) => links.has(url);
  const lines = visible(text).split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = /^[ \t]*(`{3,}|~{3,}(?!~))([^`]*)$/.exec(line);
    if (fence) {
      const end = closingLine(lines, at + 1, fence[1]!);
      const code = lines.slice(at + 1, end).map((inner) => `${inner}\n`);
      out.push(codeBlock(code.join(""), fence[2]!.trim().split(/\s/)[0]!));
      at = end;
      continue;
    }
    const clean = cleanBlockLine(line.trimEnd(), allowed).trimEnd();
    if (clean !== "" || out.at(-1) !== "") out.push(clean);
  }
  return out.join("\n").trim();
}

/** Untrusted text as one line of safe markdown, cut to a number of characters. */
export function safeLine(text: string, limit: number, options: MarkdownOptions = {}): string {
  const links = options.links ?? noLinks;
  const line = visible(text).replace(/\s+/g, " ").trim();
  return cleanBlockLine(shorten(line, limit), (url) => links.has(url)).trim();
}

/** Cuts plain text (not markdown) to a number of UTF-16 units, whole characters, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text
    .slice(0, Math.max(0, limit - 1))
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  return `${cut.trimEnd()}…`;
}

/** A table cell: one line, and no pipe that would end it, not even inside code. The text must be safe already. */
export function tableCell(markdown: string): string {
  return markdown
    .replace(/(?<!\s)\s*\n\s*/g, " ")
    .replace(/(?<!\\)(\\*)\|/g, (_, slashes: string) =>
      slashes.length % 2 === 1 ? `${slashes}|` : `${slashes}\\|`,
    );
}

/** A row of a table, of cells that are safe already. */
export const tableRow = (cells: readonly string[]): string => `| ${cells.map(tableCell).join(" | ")} |`;

/** The line that closes a fence, or the number of lines: GitHub closes an open fence at the end of the text. */
function closingLine(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) {
    const mark = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(lines[at]!)?.[1];
    if (mark && mark[0] === fence[0] && mark.length >= fence.length) return at;
  }
  return lines.length;
}

/** A line outside code: what acts by standing at its beginning is dealt with here, the rest by `cleanLine`. */
function cleanBlockLine(line: string, allowed: LinkRule): string {
  const clean = cleanLine(line, allowed);
  const heading = /^((?:[\s>]|(?:[*+-]|\d{1,9}[.)])\s)*)#{1,6}(?:[ \t]+(.*))?$/.exec(clean);
  if (heading) {
    const title = (heading[2] ?? "").replace(/(?<![ \t#])[ \t#]+$/, "").trim();
    return title === "" ? "" : `${heading[1]!.trimStart()}**${title}**`;
  }
  // A trailer would be taken over by a squash merge; an underline would make a heading or a table of the line above.
  return clean
    .replace(/^((?:[\s>]|(?:[*+-]|\d{1,9}[.)])\s)*)([A-Za-z][\w-]{0,40}-by|bors|homu)(?=:|\s|$)/i, "$1`$2`")
    .replace(/^([\s>]*)(=+|:?-+:?)(?=\s*$)/, "$1\\$2");
}
