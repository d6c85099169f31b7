/**
 * What macros are given, as code. A grammar sees only tokens in `assert_eq!(a.len(), f(b))` and in
 * `cfg_rt! { pub fn spawn() {} }`, for a macro may make anything of them; most take expressions or items all the same.
 * So before the file is parsed such a macro is written with as many characters as a call, whose name becomes marks that
 * no name resolves to, or, where it holds items, as these alone. Where that breaks the syntax, the macro is left as it
 * was.
 */

import type { Node } from "../parsing/parser.ts";
import { faultsIn } from "../parsing/tree-faults.ts";
import {
  arrowAt,
  beginning,
  guardAt,
  isBeforeComma,
  type PartKind,
  type Rewriting,
  receivedAt,
  roomBefore,
  valueAt,
} from "./macro-parts.ts";
import { blank } from "./macro-patterns.ts";

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

/** These take pairs, or what is in a set. */
const mapping = /(?:map|set)$/;

/** These are called by their names, with a mark behind them: what they give is known of them. */
const named = new Set(["join", "try_join", "query_as", "query_file_as", "query_as_unchecked"]);

/** Comments, strings, characters, macros with their first bracket, brackets, branches of `cfg_if!`, `static ref`, arrows. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'|\b([A-Za-z_]\w*)!\s?[([{]|\b((?:else\s+)?if\s+#\[[^\]]{0,1000}\]\s*\{|else\s*\{)|\b(static\s+ref)\b|=>|[()[\]{},]/g;

/** How items begin, and what may stand before them. */
const items =
  /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:#!?\[|if\s+#\[|(?:pub|fn|struct|enum|union|impl|trait|mod|use|static|const|type|unsafe|extern|async|macro_rules)\b)/y;

type Kind = "bracket" | "match" | "items" | "choice" | "branch" | "json" | "list" | PartKind;

/** What the closing bracket of one is written as, where that is not itself. */
const endings: { readonly [K in Kind]?: string } = {
  ...{ items: " ", choice: " ", branch: " " },
  ...{ object: "]", pairs: ")" },
};
/** What stands in a macro that is open itself. */
const inMacros: ReadonlySet<Kind> = new Set(["branch", "list", "object"]);

/** What is open: a bracket, a macro that is written otherwise, a branch in one. */
interface Open {
  readonly macro: { readonly start: number; readonly changed: Range[] } | undefined;
  readonly kind: Kind;
  /** Where its first part ends; -1 where it has but one so far. */
  comma: number;
  /** Of arms what the latest one does, once that is there. */
  body?: "block" | "value" | undefined;
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
  const rewrite = ({ macro }: Open, all: readonly Rewriting[]): void => {
    for (const { start, written } of all) write(start, written, macro!.changed);
  };
  /** Writes what a part of a macro begins with. */
  const begin = (one: Open, at: number): void => {
    one.body = undefined;
    if (one.macro) rewrite(one, beginning(text, at, one.kind));
  };
  for (const { 0: token, 2: name, 3: branch, 4: item, index } of text.matchAll(tokens)) {
    const around = open.at(-1);
    if (name !== undefined) {
      const one = opened(text, { token, name, index });
      open.push(one ? { macro: { start: one.start, changed: [] }, kind: one.kind, comma: -1 } : bracketed());
      if (one) write(one.start, one.written, open.at(-1)!.macro!.changed);
      begin(open.at(-1)!, index + token.length);
    } else if (branch !== undefined) {
      // A branch of `cfg_if!`, or of an `if` of the program.
      const isChosen = around?.kind === "choice";
      open.push(isChosen ? { macro: around.macro, kind: "branch", comma: -1 } : bracketed());
      if (isChosen) write(index, blank(token), around.macro!.changed);
    } else if (item !== undefined) {
      // `lazy_static!` has an item of its own.
      if (around?.kind === "items") write(index + token.length - 3, "   ", around.macro!.changed);
    } else if (token === "=>") {
      const arrow = around?.kind === "arms" && !around.body ? arrowAt(text, index) : undefined;
      if (arrow) around!.body = arrow.isBlock ? "block" : "value";
      const written = arrow?.written ?? (around?.kind === "pairs" ? ", " : undefined);
      if (written !== undefined) write(index, written, around!.macro!.changed);
    } else if ("([{".includes(token)) {
      const inner = around && isJson(around) ? valueAt(text, index) : undefined;
      open.push(inner ? { macro: around!.macro, kind: inner, comma: -1 } : bracketed());
      if (inner === "object") write(index, "[", around!.macro!.changed);
      begin(open.at(-1)!, index + 1);
    } else if (token === ",") {
      if (around && around.comma < 0) around.comma = index;
      if (around?.kind === "arms" && !around.body) rewrite(around, guardAt(text, index));
      else if (around?.macro) {
        if (around.kind === "arms") write(index, around.body === "value" ? "}" : " ", around.macro.changed);
        begin(around, index + 1);
      }
    } else if (")]}".includes(token)) {
      const { macro, kind, comma, body } = open.pop() ?? bracketed();
      // The pattern is left out.
      if (kind === "match" && comma >= copied) write(comma, blank(text.slice(comma, index)), macro!.changed);
      const room = body === "value" ? roomBefore(text, index) : undefined;
      if (room !== undefined && room >= copied) write(room, "}", macro!.changed);
      const end = endings[kind];
      if (macro && end !== undefined) write(index, end, macro.changed);
      if (macro && !inMacros.has(kind)) macros.push({ ...macro, end: index + 1 });
      const outer = open.at(-1);
      if (outer?.kind === "arms" && !outer.body) rewrite(outer, receivedAt(text, index + 1));
      if (outer?.body === "block" && !isBeforeComma(text, index + 1)) begin(outer, index + 1);
    }
  }
  parts.push(text.slice(copied));
  return { text: parts.join(""), macros };
}

const isJson = ({ kind }: Open): boolean => kind === "json" || kind === "list" || kind === "object";

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
    const kind = matching.has(name) ? "match" : isCall && name === "json" ? "json" : "call";
    if (isCall && named.has(name))
      return { start, written: text.slice(start, index + name.length) + macroMark, kind };
    const before = mark.repeat(index + name.length - start - 1);
    const last = isCall && name === "format" ? textMark : mark;
    return { start, written: `${before}${last}${!isCall && name === "vec" ? vectorMark : " "}`, kind };
  }
  const whole = text.slice(start, index) + token;
  if (name === "select") return { start, written: `${blank(whole).slice(0, -1)}{`, kind: "arms" };
  items.lastIndex = index + token.length;
  if (!items.test(text))
    return mapping.test(name)
      ? { start, written: `${macroMark.repeat(whole.length - 1)}(`, kind: "pairs" }
      : undefined;
  const written = blank(whole);
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
