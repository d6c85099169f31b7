/** Chains of literals (object, tuple, map), comprehensions, lambdas and operators. */
import type { Chain } from "../../graph/outline.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { mapChain, tupleChain } from "./collection-literals.ts";
import { type ChainOf, comprehensionChain, lambdaChain, type Place } from "./comprehensions.ts";
import { objectChain } from "./object-literals.ts";
import { operatorChain } from "./operators.ts";

export const isComposite = (type: string, types: ExpressionTypes): boolean =>
  type === types.objects?.type ||
  type === types.lambda ||
  types.tuples?.includes(type) === true ||
  types.maps?.[type] !== undefined ||
  types.comprehensions?.[type] !== undefined ||
  types.operators?.[type] !== undefined;

/** Undefined where nothing is known of such a value. */
export function compositeChain(node: Node, place: Place, chainOf: ChainOf): Chain | undefined {
  const { text, types, depth } = place;
  const { type } = node;
  if (type === types.objects?.type) return objectChain(node, text, types, chainOf, depth);
  if (type === types.lambda) return lambdaChain(node, place, chainOf);
  if (types.tuples?.includes(type)) return tupleChain(node, types.spreads?.[type], chainOf, depth);
  if (types.maps?.[type] !== undefined) return mapChain(node, types.maps[type], chainOf, depth);
  if (types.comprehensions?.[type] !== undefined)
    return comprehensionChain(node, types.comprehensions[type], place, chainOf);
  return operatorChain(node, place, chainOf);
}
