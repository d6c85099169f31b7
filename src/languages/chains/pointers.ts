/** What Rust tells apart by a sign: a field that is called, and what an object stands for. */

import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";

/** Stars in front of each other, and nodes around, are read so far. */
const maxDepth = 64;

/** Whether it is `self` with a star too many for the object itself: `**self`, where the method takes `&self`. */
export function isHeldBySelf(node: Node, text: string, types: ExpressionTypes): boolean {
  if (types.pointers === undefined) return false;
  let [at, stars]: [Node | undefined, number] = [node, 0];
  while (at?.type === node.type && text[at.startIndex] === "*" && stars < maxDepth) {
    at = namedChildAt(at, 0);
    stars++;
  }
  return at !== undefined && types.this.includes(at.type) && stars > (takesReference(at, text) ? 1 : 0);
}

/** Whether the method around is called on a reference: `&self`, and not `self`. */
function takesReference(self: Node, text: string): boolean {
  let at = parentOf(self);
  for (let depth = 0; at && depth < maxDepth; depth++) {
    const list = at.type === "function_item" ? fieldOf(at, "parameters") : undefined;
    const first = list && namedChildAt(list, 0);
    if (first) return first.type !== "self_parameter" || text[first.startIndex] === "&";
    at = parentOf(at);
  }
  return true;
}

/** Whether a field is called, where without brackets it would be a method of its name: `(self.map)(x)`. */
export function isCalledField(callee: Node, types: ExpressionTypes): boolean {
  if (callee.type !== types.calledFields) return false;
  const inner = namedChildAt(callee, 0);
  return inner !== undefined && types.members[inner.type] !== undefined;
}
