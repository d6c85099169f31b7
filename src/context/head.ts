import type { CodeGraph } from "../graph/graph.ts";
import type { LineRange } from "../source/line-range.ts";
import { headEnd } from "./ranges.ts";
import type { Sheet } from "./sheet.ts";

/** Lines that are neither blank, a comment nor an import: with fewer a head says nothing of its file. */
const fewest = 3;

const comment = /^\s*(?:\/\/|#(?!\s*(?:define|include|pragma|if|import)\b)|\/?\*|--|;|<!--|%|"""|''')/;
const licence = /copyright|licen[cs]e|SPDX-|all rights reserved|\(c\) (?:19|20)\d\d/i;
/** Where a file says what it uses and where it belongs, in the languages that are read. */
const taken =
  /^\s*(?:import\b|from\s+\S+\s+import\b|package\b|(?:pub(?:\([^)]*\))?\s+)?(?:use|mod)\s|extern\s+crate\b|(?:global\s+)?using\b|namespace\b|require(?:_relative|_once)?\b|include(?:_once)?\b|load\b|autoload\b|#\s*(?:include|import|pragma)\b|declare\s*\(|['"]use \w+['"]|<\?php|@?file:|export\s+(?:type\s+)?(?:\*|\{[^}]*\}?)(?:\s*from\b.*)?\s*;?$|(?:const|let|var)\s.*=\s*(?:await\s+import|require)\s*\()/;

/**
 * The lines before a file's first definition, as far as they are shown: without the licence above, which says the
 * same in every file.
 */
export function headOf(graph: CodeGraph, sheet: Sheet): LineRange {
  let from = afterLicence(sheet.lines);
  while (attribute.test(sheet.lines[from - 1] ?? "") && from < sheet.lineCount) from += 1;
  return { from, to: headEnd(graph, sheet, from) };
}

/** Whether a head has more to tell than its imports. */
export function tellsMore({ lines }: Sheet, { from, to }: LineRange): boolean {
  let count = 0;
  let open = 0;
  let isComment = false;
  for (let line = from; line <= to; line++) {
    const text = lines[line - 1] ?? "";
    const begins = /^\s*(?:\/\*|<!--)/.test(text);
    if (isComment || begins) {
      isComment = !/\*\/|-->/.test(text);
      continue;
    }
    if (open > 0 || taken.test(text)) open = Math.max(0, open + depthOf(text));
    else if (text.trim() !== "" && !comment.test(text)) count += 1;
  }
  return count >= fewest;
}

/** How many brackets a line leaves open: an import may take several lines. */
function depthOf(text: string): number {
  return (text.match(/[({]/g)?.length ?? 0) - (text.match(/[)}]/g)?.length ?? 0);
}

/** What holds for a whole crate or module of Rust (`#![warn(clippy::all)]`), and a blank line. */
const attribute = /^\s*(?:#!\[.*\]\s*)?$/;

/** What a language wants above everything else, also above a licence. */
const opening =
  /^(?:<\?xml\b.*|<\?php(?:\s*declare\s*\(.*)?|#!.*|#.*\bcoding[:=].*|#\s*frozen_string_literal:.*|#\s*(?:pragma\s+once|ifndef\s+\w+|define\s+\w+)|(['"])use strict\1;?)?$/;

/** The first line behind the comments at the top that speak of rights, and the blank lines below these. */
export function afterLicence(lines: readonly string[]): number {
  let from = 1;
  while (from <= lines.length && opening.test(lines[from - 1]!.trim())) from += 1;
  for (let begun = false; ; begun = true) {
    const to = commentEnd(lines, from);
    if (to < from || !licence.test(lines.slice(from - 1, to).join("\n"))) return begun ? from : 1;
    from = to + 1;
    while (lines[from - 1]?.trim() === "") from += 1;
  }
}

/** The last line of the comment that begins on a line; the line before where none does. */
function commentEnd(lines: readonly string[], from: number): number {
  const first = lines[from - 1] ?? "";
  if (/^\s*\/\*|^\s*<!--/.test(first)) {
    // A frame of comments of a line each is one comment.
    let framed = from;
    while (/^\s*\/\*.*\*\/\s*$/.test(lines[framed - 1] ?? "")) framed += 1;
    if (framed > from) return framed - 1;
    const end = lines.findIndex((text, at) => at >= from - 1 && /\*\/|-->/.test(text));
    return end < 0 ? from - 1 : end + 1;
  }
  let to = from;
  while (to <= lines.length && /^\s*(?:\/\/|#(?!!)|--|;|%)/.test(lines[to - 1]!)) to += 1;
  return to - 1;
}
