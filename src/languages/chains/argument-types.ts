/** Argument types of a call, for overload resolution. */

import type { ExpressionTypes } from "../expression-types.ts";
import { chainIn, type Draft } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt, namedChildrenOf } from "../parsing/syntax-node.ts";
import { argumentTexts, maxArguments } from "./argument-literals.ts";
import { lastName } from "./chain.ts";

/** What is known of each argument; undefined where that is nothing at all. */
export function argumentTypes(draft: Draft, parts: readonly Node[]): readonly string[] | undefined {
  if (!comparesTypes(draft.language.expressions)) return undefined;
  if (parts.length === 0 || parts.length > mostArguments) return undefined;
  const others = parts.slice(maxArguments);
  // What is given by name may stand in any place.
  if (others.some((part) => part.type === "argument" && fieldOf(part, "name"))) return undefined;
  const types = argumentTexts(draft, parts.slice(0, maxArguments), (node) => chainIn(draft, node));
  return types.some((type) => type !== "") ? [...types, ...others.map(() => "")] : undefined;
}

/** Limit of arguments; calls with more are tables in disguise. */
const mostArguments = 32;

/** Whether the language has overloads by argument types. */
export const comparesTypes = ({ literals, tellsTypes }: ExpressionTypes): boolean =>
  literals !== undefined || tellsTypes === true;

/** The number of explicit type arguments: `all.OfType<Foo>()`. */
export function typeArgumentCount({ language: { expressions } }: Draft, callee: Node): number | undefined {
  const lists = expressions.typeArguments ?? expressions.templateArguments;
  if (!lists) return undefined;
  const name = lastName(callee, expressions);
  const place = lists[name.type];
  const list = place === undefined ? undefined : namedChildAt(name, place);
  return list && namedChildrenOf(list).length;
}
