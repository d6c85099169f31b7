/** Names that a value is taken apart into: `for index, (key, value) in enumerate(all.items())`. */
import { childAt, type Node, parentOf } from "../parsing/syntax-node.ts";

/** Of longer patterns the names at the end are taken for the same place. */
const maxParts = 64;
/** Patterns in patterns are read so far. */
const maxDepth = 4;

const patterns = new Set(["pattern_list", "tuple_pattern", "list_pattern"]);

const ofSameValue: ReadonlySet<string> = new Set([
  ...["mut_pattern", "reference_pattern"],
  ...["assignment_pattern", "object_assignment_pattern"],
]);

/** Patterns that take nothing apart: `mut x`, `&x`, `x = 1`, and `...rest` of an object, which has what that has. */
export const isOfSameValue = (pattern: Node): boolean =>
  ofSameValue.has(pattern.type) ||
  (pattern.type === "rest_pattern" && parentOf(pattern)?.type === "object_pattern");

export const isPattern = ({ type }: Node): boolean => patterns.has(type);

/** Where a name stands among those that a value is taken apart into: counted by what is between them, for some have none. */
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
 * The same in a pattern, and in those around that, from the outside in; none for what is no part of one.
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
