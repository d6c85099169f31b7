/** Destructuring patterns: `for index, (key, value) in enumerate(all.items())`. */
import { childAt, type Node, parentOf } from "../parsing/syntax-node.ts";

/** Limit of elements; in longer patterns the last names share one. */
const maxParts = 64;
/** How deep nested patterns are read. */
const maxDepth = 4;

const patterns = new Set(["pattern_list", "tuple_pattern", "list_pattern"]);

const ofSameValue: ReadonlySet<string> = new Set([
  ...["mut_pattern", "reference_pattern"],
  ...["assignment_pattern", "object_assignment_pattern"],
]);

/** Patterns that bind the whole value: `mut x`, `&x`, `x = 1`, and `...rest` of an object, which has the object's members. */
export const isOfSameValue = (pattern: Node): boolean =>
  ofSameValue.has(pattern.type) ||
  (pattern.type === "rest_pattern" && parentOf(pattern)?.type === "object_pattern");

export const isPattern = ({ type }: Node): boolean => patterns.has(type);

/** The index of the element that a name is bound to: counted by commas, since elements may be left out, `[, b]`. */
export function elementIndex(name: Node): number {
  const around = parentOf(name)!;
  let [place, at] = [0, 0];
  for (
    let part = childAt(around, at);
    part && part.id !== name.id && at < maxParts;
    part = childAt(around, ++at)
  )
    if (part.type === ",") place++;
  return place;
}

/**
 * The index in each enclosing pattern, from the outside in: `value` of `index, (key, value)` is at 1, 1.
 *
 * @param whole The outermost pattern, where nothing around it counts.
 */
export function elementPath(name: Node, whole?: Node): readonly number[] {
  const places: number[] = [];
  let at = name;
  while (at.id !== whole?.id && places.length < maxDepth) {
    const around = parentOf(at);
    if (!around || !(isPattern(around) || (places.length === 0 && !whole))) break;
    places.unshift(elementIndex(at));
    at = around;
  }
  return places;
}
