/**
 * What macros are given, as code. A grammar sees only tokens in `assert_eq!(a.len(), f(b))` and in
 * `cfg_rt! { pub fn spawn() {} }`, for a macro may make anything of them; most take expressions or items all the same.
 * So before the file is parsed such a macro is written with as many characters as a call, whose name becomes marks that
 * no name resolves to, or, where it holds items, as these alone. Where that breaks the syntax, the macro is left as it
 * was.
 */

import type { Node } from "../parsing/parser.ts";
import { faultsIn } from "../parsing/tree-faults.ts";
import { blank } from "./blank.ts";

/** A letter for the grammar, and in no real name: the click of some African languages. */
export const macroMark = "\u01c3";

type Range = readonly [start: number, end: number];

/** The last letter instead of that where a text is made: `format!`. */
export const textMark = "\u01c2";

/** A blank before the list that `vec!` is written as. */
export const vectorMark = "\f";

/** A text in which macros are written as calls or items; every index is what it was. */
export interface OpenedMacros {
  readonly text: string;
  readonly macros: readonly OpenedMacro[];
}

interface OpenedMacro {
  /** Where its name starts and what it is given ends. */
  readonly start: number;
  readonly end: number;
  /** What is written otherwise because of it. */
  readonly changed: readonly Range[];
}

/** These take code for somewhere else. */
const closed = new Set(["quote", "quote_spanned", "parse_quote", "parse_quote_spanned"]);
/** These take a pattern behind an expression. */
const matching = new Set(["matches", "assert_matches", "debug_assert_matches"]);

/** Comments, strings, characters, macros with their first bracket, brackets, branches of `cfg_if!`, `static ref`. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'|\b([A-Za-z_]\w*)!\s?[([{]|\b((?:else\s+)?if\s+#\[[^\]]{0,1000}\]\s*\{|else\s*\{)|\b(static\s+ref)\b|[()[\]{},]/g;

/** How items begin, and what may stand before them. */
const items =
  /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:#!?\[|if\s+#\[|(?:pub|fn|struct|enum|union|impl|trait|mod|use|static|const|type|unsafe|extern|async|macro_rules)\b)/y;

/** What is open: a bracket, a macro that is written otherwise, a branch in one. */
interface Open {
  readonly macro: { readonly start: number; readonly changed: Range[] } | undefined;
  readonly kind: "bracket" | "call" | "match" | "items" | "choice" | "branch";
  /** Where its first part ends; -1 where it has but one so far. */
  comma: number;
}

/** Writes the macros of a Rust text otherwise: `f!(x)` as a call, `vec![x]` as an array, `cfg! { fn f() {} }` as `fn f() {}`. */
export function openMacros(text: string): OpenedMacros {
  const open: Open[] = [];
  const macros: OpenedMacro[] = [];
  const parts: string[] = [];
  let copied = 0;
  const write = (start: number, written: string, changed: Range[] | undefined): void => {
    parts.push(text.slice(copied, start), written);
    copied = start + written.length;
    changed?.push([start, copied]);
  };
  for (const { 0: token, 2: name, 3: branch, 4: item, index } of text.matchAll(tokens)) {
    const last = token.at(-1)!;
    const around = open.at(-1);
    if (name !== undefined) {
      const one = opened(text, { token, name, index });
      open.push(one ? { macro: { start: one.start, changed: [] }, kind: one.kind, comma: -1 } : bracketed());
      if (one) write(one.start, one.written, open.at(-1)!.macro!.changed);
    } else if (branch !== undefined) {
      // A branch of `cfg_if!`, or of an `if` of the program.
      const isChosen = around?.kind === "choice";
      open.push(isChosen ? { macro: around.macro, kind: "branch", comma: -1 } : bracketed());
      if (isChosen) write(index, blank(token), around.macro!.changed);
    } else if (item !== undefined) {
      // `lazy_static!` has an item of its own.
      if (around?.kind === "items") write(index + token.length - 3, "   ", around.macro!.changed);
    } else if (token.length === 1 && "([{".includes(token)) open.push(bracketed());
    else if (token === ",") {
      if (around && around.comma < 0) around.comma = index;
    } else if (token.length === 1 && ")]}".includes(last)) {
      const { macro, kind, comma } = open.pop() ?? bracketed();
      // The pattern is left out.
      if (kind === "match" && comma >= copied) write(comma, blank(text.slice(comma, index)), macro!.changed);
      if (macro && kind !== "call" && kind !== "match") write(index, " ", macro.changed);
      if (macro && kind !== "branch") macros.push({ ...macro, end: index + 1 });
    }
  }
  parts.push(text.slice(copied));
  return { text: parts.join(""), macros };
}

const bracketed = (): Open => ({ macro: undefined, kind: "bracket", comma: -1 });

/** Of `tokio::cfg_rt!` what stands before the name. */
const pathBefore = /(?:[A-Za-z_]\w*::)*$/;
const longestPath = 100;

interface MacroToken {
  readonly token: string;
  readonly name: string;
  readonly index: number;
}

/** Undefined where it is left as it is. */
function opened(
  text: string,
  { token, name, index }: MacroToken,
): { readonly start: number; readonly written: string; readonly kind: Open["kind"] } | undefined {
  if (closed.has(name)) return undefined;
  const bracket = token.at(-1)!;
  const start = index - pathBefore.exec(text.slice(Math.max(0, index - longestPath), index))![0].length;
  if (bracket !== "{") {
    const isCall = bracket === "(";
    const mark = isCall ? macroMark : " ";
    const kind = matching.has(name) ? "match" : "call";
    const before = mark.repeat(index + name.length - start - 1);
    const last = isCall && name === "format" ? textMark : mark;
    return { start, written: `${before}${last}${!isCall && name === "vec" ? vectorMark : " "}`, kind };
  }
  items.lastIndex = index + token.length;
  if (!items.test(text)) return undefined;
  const written = blank(text.slice(start, index) + token);
  return { start, written, kind: name === "cfg_if" ? "choice" : "items" };
}

/**
 * Those macros as they were in `original` that a fault of the tree touches, of several within each other `all` or the
 * innermost; undefined where none is touched.
 */
export function closeFaulty(
  { text, macros }: OpenedMacros,
  original: string,
  root: Node,
  all: boolean,
): OpenedMacros | undefined {
  const faulty = new Set(faultsIn(root).flatMap((fault) => touched(macros, fault, all)));
  if (faulty.size === 0) return undefined;
  const parts: string[] = [];
  let copied = 0;
  const changed = [...faulty].flatMap((one) => one.changed).sort((a, b) => a[0] - b[0]);
  for (const [start, end] of changed) {
    parts.push(text.slice(copied, start), original.slice(start, end));
    copied = end;
  }
  parts.push(text.slice(copied));
  return { text: parts.join(""), macros: macros.filter((one) => !faulty.has(one)) };
}

/** Macros come in the order of their ends, so those within another one before it. */
function touched(
  macros: readonly OpenedMacro[],
  { startIndex, endIndex }: Node,
  all: boolean,
): readonly OpenedMacro[] {
  const found: OpenedMacro[] = [];
  for (const macro of macros) {
    if (startIndex > macro.end || endIndex < macro.start) continue;
    const within = found.at(-1);
    if (all || !within || within.start < macro.start) found.push(macro);
  }
  return found;
}
