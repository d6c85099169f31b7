/** What is taken out of something by an index: `all[0]`, `pair[1]`, `foo["run"]`. */

import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";

/**
 * What an index gives as a step: an element, which a number tells the place of in a tuple, a member, which a text names;
 * a part is like the whole.
 */
export function indexStep(node: Node, text: string, { slice, place, keys }: ExpressionTypes): string {
  if (slice === undefined && place === undefined) return "[]";
  const field = slice?.[0] ?? "index";
  const index = field === "" ? namedChildAt(node, 1) : fieldOf(node, field);
  if (index === undefined) return "[]";
  if (index.type === slice?.[1]) return "";
  const isPlace = index.type === place && index.endIndex - index.startIndex < 3;
  if (isPlace) return `[#${text.slice(index.startIndex, index.endIndex)}]`;
  const key =
    index.type === keys ? /^.([A-Za-z_$][\w$]*).$/.exec(text.slice(index.startIndex, index.endIndex)) : null;
  return key ? `.${key[1]}` : "[]";
}

/** What is indexed: the field of that name, or without one the first part. */
export const elementHolder = (node: Node, field: string): Node | undefined =>
  field === "" ? namedChildAt(node, 0) : fieldOf(node, field);
