/** The alternatives of a choice: conditionals, `or`, `match`. */

import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";

/** Limit of arms. */
const maxArms = 16;

const choosing = new Set(["||", "??", "&&", "or", "and"]);

/** The expressions that a value may come from: both sides of `a or b`, both branches of a conditional, else itself. */
export function alternativesOf(node: Node, types: ExpressionTypes, depth = 0): readonly Node[] {
  const places = types.either[node.type];
  const arm = types.arms?.[node.type];
  if (arm !== undefined && depth <= 3)
    return firstNamedChildrenOf(node, maxArms)
      .filter(({ type }) => arm.includes(type))
      .flatMap((one) => namedChildAt(one, -1) ?? [])
      .flatMap((one) => alternativesOf(one, types, depth + 1));
  if (!places || depth > 3) return [node];
  const operator = fieldOf(node, "operator");
  if (operator && !choosing.has(operator.type)) return [];
  return places.flatMap((place) => {
    const part = namedChildAt(node, place);
    return part ? alternativesOf(part, types, depth + 1) : [];
  });
}
