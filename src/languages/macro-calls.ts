/**
 * Arguments of macros as code. A grammar sees only tokens in `assert_eq!(a.len(), f(b))`, for a macro may make anything
 * of them; most take expressions all the same. So such a macro is written as a call with as many characters before the
 * file is parsed: the name becomes marks, which no name resolves to. Where that breaks the syntax, the macro is left
 * as it was.
 */
import type { Node } from "./parser.ts";
import { faultsIn } from "./tree-faults.ts";

/** A letter for the grammar, and in no real name: the click of some African languages. */
export const macroMark = "\u01c3";

/** A text in which macros are written as calls; every index is what it was. */
export interface OpenedMacros {
  readonly text: string;
  /** Where each name starts and its arguments end. */
  readonly places: readonly (readonly [start: number, end: number])[];
}

/** These take patterns, or code for somewhere else. */
const closed = new Set([
  "matches",
  "assert_matches",
  "debug_assert_matches",
  "quote",
  "quote_spanned",
  "parse_quote",
]);

/** Comments, strings, characters, and macros with their first bracket. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'|\b([A-Za-z_]\w*)!\s?([([])|[()[\]]/g;

/** Writes the macros of a Rust text as calls: `f!(x)` as a call, `vec![x]` as an array. */
export function openMacros(text: string): OpenedMacros {
  const open: { start: number; name: string | undefined }[] = [];
  const places: [number, number][] = [];
  const parts: string[] = [];
  let copied = 0;
  for (const { 0: token, 2: name, 3: bracket, index } of text.matchAll(tokens)) {
    const last = token.at(-1)!;
    if (bracket !== undefined || token === "(" || token === "[") {
      const isOpened = name !== undefined && !closed.has(name);
      open.push({ start: index, name: isOpened ? name : undefined });
      if (!isOpened) continue;
      const mark = bracket === "(" ? macroMark : " ";
      parts.push(text.slice(copied, index), mark.repeat(name.length), " ");
      copied = index + name.length + 1;
    } else if (token.length === 1 && (last === ")" || last === "]")) {
      const one = open.pop();
      if (one?.name !== undefined) places.push([one.start, index + 1]);
    }
  }
  parts.push(text.slice(copied));
  return { text: parts.join(""), places };
}

/** The text with those macros as they were in `original` that a fault of the tree touches; undefined without any. */
export function closeFaulty(opened: OpenedMacros, original: string, root: Node): string | undefined {
  const faults = faultsIn(root);
  const parts: string[] = [];
  let copied = 0;
  const places = [...opened.places].sort((a, b) => a[0] - b[0]);
  for (const [start, end] of places) {
    if (!faults.some((fault) => fault.startIndex <= end && fault.endIndex >= start)) continue;
    const nameEnd = original.indexOf("!", start) + 1;
    parts.push(opened.text.slice(copied, start), original.slice(start, nameEnd));
    copied = nameEnd;
  }
  if (copied === 0) return undefined;
  parts.push(opened.text.slice(copied));
  return parts.join("");
}
