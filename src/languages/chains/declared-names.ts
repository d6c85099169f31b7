/** Names that still have their outer meaning in their own declaration: `node := &node{}`, `if let Some(x) = x`. */
import type { Chain } from "../../graph/outline.ts";
import { type Captures, capture } from "../outlines/facts.ts";
import type { Node } from "../parsing/syntax-node.ts";
import type { Language } from "../registry.ts";
import { headOf } from "./chain-head.ts";

/** The declarations of a region. */
export interface Declarations {
  /** To each name where it is bound first, where the language has a name mean something else before that. */
  declared?: Map<string, number>;
  /** What its functions are called. */
  functions?: Set<string>;
  /** Where the names that are declared latest still mean what they mean outside of the region. */
  outside?: { readonly names: Set<string>; readonly start: number; readonly end: number };
  /** What counts behind the statement that binds it, up to the end of its block; the innermost statement last. */
  later?: { readonly start: number; readonly end: number; readonly bindings: Captures[] }[];
  /** The statement that binds names now, and those of them that had no meaning before. */
  statement?: { readonly start: number; readonly fresh: Set<string> };
}

/**
 * Notes that a name is bound in a region.
 *
 * @returns whether that declares it, where the language tells; then its type means what the name was before.
 */
export function noteBinding(
  region: Declarations,
  { declaresAfter }: Language,
  captures: Captures,
  node: Node,
  name: string,
): boolean {
  if (!declaresAfter) return false;
  region.declared ??= new Map();
  const first = region.declared.get(name) ?? node.startIndex;
  region.declared.set(name, first);
  if (first !== node.startIndex) return false;
  const source = sourceIn(captures);
  if (source) declare(region, source, name);
  return true;
}

/** Whether a name is bound to what its value means outside of the region. */
export function isOfOutside(
  region: Declarations,
  { declaresAfter }: Language,
  captures: Captures,
  value: Chain,
  isAnew: boolean,
): boolean {
  const source = sourceIn(captures);
  if (!source) return false;
  if (declaresAfter)
    return region.outside?.start === source.startIndex && region.outside.names.has(headOf(value));
  if (isAnew) declare(region, source, headOf(value));
  return isAnew;
}

function declare(region: Declarations, { startIndex, endIndex }: Node, name: string): void {
  if (region.outside?.start === startIndex) region.outside.names.add(name);
  else region.outside = { names: new Set([name]), start: startIndex, end: endIndex };
}

const sourceIn = (captures: Captures): Node | undefined =>
  capture(captures, "value") ?? capture(captures, "element") ?? capture(captures, "item");

/** Whether a chain at a place begins with a name that does not mean yet what the region says. */
export const isDeclaring = ({ outside }: Declarations, chain: Chain, at: Node): boolean =>
  outside !== undefined &&
  outside.start <= at.startIndex &&
  at.endIndex <= outside.end &&
  outside.names.has(headOf(chain));

/** Whether one of these regions has a variable of that name, and it is known already where `at` stands. */
export const hasVariable = (regions: readonly Declarations[], name: string, at: Node): boolean =>
  regions.some((region) => region.declared?.has(name) === true && !isDeclaring(region, name, at));

/** Whether a type as written names something by that name. */
export const isNamedIn = (type: string, name: string): boolean =>
  type.includes(name) &&
  (type.match(/[\p{L}\p{N}_.]+/gu) ?? []).some((one) => one === name || one.startsWith(`${name}.`));
