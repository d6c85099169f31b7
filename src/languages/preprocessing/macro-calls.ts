/**
 * Parses the arguments of Rust macros. A grammar sees only tokens in `assert_eq!(a.len(), f(b))` and in `cfg_rt! {
 * pub fn spawn() {} }`, since a macro may interpret them in any way; but most take expressions or items. So before
 * parsing, such a macro is rewritten in place as a call of a name that resolves to nothing, or, where it holds items,
 * as these alone. Where that causes a syntax error, the macro is restored.
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

/** A letter to the grammar, but in no real name: the click of some African languages. */
export const macroMark = "\u01c3";

type Range = readonly [start: number, end: number];

/** Its last letter for macros that return a string: `format!`. */
export const textMark = "\u01c2";

/** The blank before the array that `vec!` is rewritten as. */
export const vectorMark = "\f";

/** A text with macros rewritten as calls or items; all indices are unchanged. */
export interface OpenedMacros {
  readonly text: string;
  readonly macros: readonly OpenedMacro[];
}

interface OpenedMacro {
  /** From its name to the end of its arguments. */
  readonly start: number;
  readonly end: number;
  /** The ranges that were rewritten. */
  readonly changed: readonly Range[];
}

/** Macros that quote code for use elsewhere. */
const closed = new Set(["quote", "quote_spanned", "parse_quote", "parse_quote_spanned"]);
/** Macros with an expression and a pattern. */
const matching = new Set(["matches", "assert_matches", "debug_assert_matches"]);

/** Macros with pairs, or the elements of a set. */
const mapping = /(?:map|set)$/;

/** Macros whose results are known: they keep their name, with a mark. */
const named = new Set(["join", "try_join", "query_as", "query_file_as", "query_as_unchecked"]);

/** Comments, strings, characters, macros with their first bracket, brackets, branches of `cfg_if!`, `static ref`, arrows. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'|\b([A-Za-z_]\w*)!\s?[([{]|\b((?:else\s+)?if\s+#\[[^\]]{0,1000}\]\s*\{|else\s*\{)|\b(static\s+ref)\b|=>|[()[\]{},]/g;

/** Starts of items, with what may precede them. */
const items =
  /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:#!?\[|if\s+#\[|(?:pub|fn|struct|enum|union|impl|trait|mod|use|static|const|type|unsafe|extern|async|macro_rules)\b)/y;

type Kind = "bracket" | "match" | "items" | "choice" | "branch" | "json" | "list" | PartKind;

/** Replacements of closing brackets. */
const endings: { readonly [K in Kind]?: string } = {
  ...{ items: " ", choice: " ", branch: " " },
  ...{ object: "]", pairs: ")" },
};
/** Parts of an opened macro. */
const inMacros: ReadonlySet<Kind> = new Set(["branch", "list", "object"]);

/** An open bracket, rewritten macro, or branch in one. */
interface Open {
  readonly macro: { readonly start: number; readonly changed: Range[] } | undefined;
  readonly kind: Kind;
  /** End of its first part; -1 while there is only one. */
  comma: number;
  /** The body of the latest arm, once it is known. */
  body?: "block" | "value" | undefined;
}

/** Rewrites the macros of a Rust text: `f!(x)` as a call, `vec![x]` as an array, `cfg! { fn f() {} }` as `fn f() {}`. */
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
  /** Rewrites the start of a macro's part. */
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
      // A branch of `cfg_if!`, or of an ordinary `if`.
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
      // The condition of a branch of `cfg_select!`.
      else if (around?.kind === "choice")
        write(copied, blank(text.slice(copied, index + 2)), around.macro!.changed);
    } else if (token === "{" && around?.kind === "choice") {
      open.push({ macro: around.macro, kind: "branch", comma: -1 });
      write(index, " ", around.macro!.changed);
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
      // The pattern is blanked.
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

/** The path before the name: `tokio::cfg_rt!`. */
const pathBefore = /(?:[A-Za-z_]\w*::)*$/;
const longestPath = 100;

interface MacroToken {
  readonly token: string;
  readonly name: string;
  readonly index: number;
}

/** Undefined for a macro that is not rewritten. */
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
  if (name === "cfg_select") return { start, written: blank(whole), kind: "choice" };
  if (name === "select") return { start, written: `${blank(whole).slice(0, -1)}{`, kind: "arms" };
  items.lastIndex = index + token.length;
  if (!items.test(text))
    return mapping.test(name)
      ? { start, written: `${macroMark.repeat(whole.length - 1)}(`, kind: "pairs" }
      : undefined;
  const written = blank(whole);
  return { start, written, kind: name === "cfg_if" ? "choice" : "items" };
}

/** Restores the macros that touch a syntax error, of nested ones `all` or the innermost; undefined where none does. */
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

/** Macros are sorted by their ends, so nested ones come first. */
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
