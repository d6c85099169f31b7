/**
 * Shadowing: names that a `let` rebinds up to the end of its block, `let x = x.open();`. The new binding is in a
 * scope of its own, which begins after the statement.
 */
import type { Captures } from "../outlines/facts.ts";
import { type Draft, textOf } from "../outlines/outline-draft.ts";
import { type Node, parentOf } from "../parsing/syntax-node.ts";
import { isBound } from "./binding-scopes.ts";

/** Patterns in patterns are followed so far. */
const maxDepth = 8;
/** Longer statements are not looked through. */
const maxStatement = 10_000;
/** Of more such scopes in each other the names have all their meanings at once. */
const maxScopes = 64;

/** Defers the bindings of a `let` that shadow others; false where there are none. */
export function putOff(draft: Draft, captures: Captures, name: Node): boolean {
  if (!draft.language.shadows) return false;
  const statement = letAround(name);
  const block = statement && parentOf(statement);
  if (block?.type !== "block") return false;
  const frame = draft.frames.at(-1)!;
  const { startIndex, endIndex } = statement!;
  if (frame.statement?.start !== startIndex) frame.statement = { start: startIndex, fresh: new Set() };
  const { fresh } = frame.statement;
  const text = textOf(draft, name);
  const isKnown =
    draft.frames.some(({ scope }) => isBound(draft, text, scope)) || isCalledIn(draft, statement!, text);
  if (fresh.has(text) || !isKnown || draft.frames.length > maxScopes) {
    fresh.add(text);
    return false;
  }
  frame.later ??= [];
  const open = frame.later.at(-1);
  if (open?.start === endIndex) open.bindings.push(captures);
  else frame.later.push({ start: endIndex, end: block.endIndex, bindings: [captures] });
  return true;
}

/** `let size = if size(x) > 0 { 1 } else { 2 };`: the function of that name. */
function isCalledIn(draft: Draft, statement: Node, name: string): boolean {
  const { startIndex, endIndex } = statement;
  if (endIndex - startIndex > maxStatement) return false;
  const text = draft.text.slice(startIndex, endIndex);
  return text.includes(`${name}(`) && new RegExp(`(?<![\\w.:])${name}\\(`).test(text);
}

/** The statement in whose pattern a name stands. */
function letAround(name: Node): Node | undefined {
  let at = parentOf(name);
  for (let depth = 0; at && depth < maxDepth; depth++) {
    if (at.type === "let_declaration") return at;
    if (!/_pattern$/.test(at.type)) return undefined;
    at = parentOf(at);
  }
  return undefined;
}
