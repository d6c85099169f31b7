/**
 * Macros whose parts are no expressions until a few signs are written otherwise: the arms of `select!`, the fields of a
 * log line (`info!(x = %f())`), objects of `json!`, and pairs (`hashmap! { "a" => f() }`). Every part is looked at where
 * it begins, so that what is written otherwise comes in order.
 */
import { blank } from "./macro-patterns.ts";

/** What stands between commas: arguments of a call, pairs, arms of `select!`, members of an object of `json!`. */
export type PartKind = "call" | "pairs" | "arms" | "object";

/** What takes the place of as many characters. */
export interface Rewriting {
  readonly start: number;
  readonly written: string;
}

const none: readonly Rewriting[] = [];

/** What a part is written with that begins at a place. */
export function beginning(text: string, at: number, kind: string): readonly Rewriting[] {
  if (kind === "arms") return armAt(text, at);
  if (kind === "object") return keyAt(text, at);
  return kind === "call" ? fieldAt(text, at) : none;
}

/** `target: "x"` before fields, and the signs by which one says how it is shown: `%f()`, `x = ?f()`. */
const field = /\s*(?:(?:target|parent|name)\s*:(?!:)|(?:[\w.]+\s*=\s*)?[%?](?=[\w&*(]))/y;
const shownName = /(?:\w+\s*:|[%?])$/;

function fieldAt(text: string, at: number): readonly Rewriting[] {
  field.lastIndex = at;
  const [found] = field.exec(text) ?? [];
  const [sign] = (found && shownName.exec(found)) ?? [];
  return sign === undefined ? none : [{ start: field.lastIndex - sign.length, written: blank(sign) }];
}

/** The key of a member: a text, a name, or an expression in brackets. */
const key = /\s*(?:"(?:[^"\\]|\\[\s\S])*"|[\w.:]*\w|\((?:[^()]|\([^()]*\))*\))\s*:(?!:)/y;

function keyAt(text: string, at: number): readonly Rewriting[] {
  key.lastIndex = at;
  return key.test(text) ? [{ start: key.lastIndex - 1, written: "," }] : none;
}

const beforeArm = /(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/y;
const withoutPattern = /(?:else|complete|default)\b(?=\s*=>)/y;
const choosing = "if let ";
/** The arms of crossbeam say what they wait for like a call. */
const waiting = /(?:recv|send|default)(?=\s*\()/y;

/**
 * `item = next() => {}` becomes `if let item = next() {}`, where blanks stand before it, `complete => {}` an `else {}`,
 * and `recv(items) -> item => {}` an `if (items) {}`.
 */
function armAt(text: string, at: number): readonly Rewriting[] {
  beforeArm.lastIndex = at;
  beforeArm.test(text);
  const start = beforeArm.lastIndex;
  if (text.startsWith("biased;", start))
    return [{ start, written: blank("biased;") }, ...armAt(text, start + "biased;".length)];
  withoutPattern.lastIndex = start;
  const [word] = withoutPattern.exec(text) ?? [];
  if (word !== undefined) return [{ start, written: "else".padEnd(word.length) }];
  waiting.lastIndex = start;
  const [call] = waiting.exec(text) ?? [];
  if (call !== undefined) return [{ start, written: "if".padEnd(call.length) }];
  if (text[start] === "}") return none;
  const from = start - choosing.length;
  return from >= at && /^[ \t]*$/.test(text.slice(from, start)) ? [{ start: from, written: choosing }] : none;
}

const received = /\s*->[^=,;{}]{1,80}(?==>)/y;

/** Without what an arm of crossbeam calls what comes: ` -> item` behind its bracket. */
export function receivedAt(text: string, index: number): readonly Rewriting[] {
  received.lastIndex = index;
  const [found] = received.exec(text) ?? [];
  return found === undefined ? none : [{ start: index, written: blank(found) }];
}

const block = /\s*\{/y;

/** What takes the place of an arm's arrow, behind which a block stands or a value. */
export function arrowAt(
  text: string,
  index: number,
): { readonly written: string; readonly isBlock: boolean } {
  block.lastIndex = index + 2;
  const isBlock = block.test(text);
  return { written: isBlock ? "  " : " {", isBlock };
}

const guard = /,\s*if\b/y;

/** `, if open` behind what an arm waits for, as one condition more. */
export function guardAt(text: string, index: number): readonly Rewriting[] {
  guard.lastIndex = index;
  return guard.test(text)
    ? [
        { start: index, written: " " },
        { start: guard.lastIndex - 2, written: "&&" },
      ]
    : none;
}

/** A blank before the bracket at a place, for the end of what has no comma behind it. */
export function roomBefore(text: string, index: number): number | undefined {
  const [gap] = /[ \t][\s]*$/.exec(text.slice(Math.max(0, index - maxIndented), index)) ?? [];
  return gap === undefined ? undefined : index - gap.length;
}

const maxIndented = 200;

/** What a bracket opens in what is written out as in JSON; undefined where it belongs to an expression. */
export function valueAt(text: string, index: number): "object" | "list" | undefined {
  if (text[index] === "(") return undefined;
  const isValue = /[([{:,]\s*$/.test(text.slice(Math.max(0, index - maxIndented), index));
  return isValue ? (text[index] === "{" ? "object" : "list") : undefined;
}

const comma = /\s*,/y;

/** Whether a comma comes next. */
export function isBeforeComma(text: string, at: number): boolean {
  comma.lastIndex = at;
  return comma.test(text);
}
