/**
 * Names for a type with a parameter: `type Result<T> = std::result::Result<T, Error>`. What such a name stands for is
 * what it is given, as far as that is its first parameter.
 */

import { type Found, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { behindName } from "../notation/heads.ts";
import { isFunctionType, type TypeShape } from "../notation/types.ts";
import type { Definition } from "../outline.ts";

/** So often a name is unfolded inside of itself: `type Node<T> = [T, Node<T>]` has no end. */
const maxInItself = 4;

/**
 * Unfolds names for types. What is not read because a name stands in itself too often depends on where the question
 * was asked.
 */
export function createExpandedAlias(
  inStep: (find: () => Found) => Found,
  cut: () => void,
): (id: number, find: () => Found) => Found {
  const open = new Map<number, number>();
  return (id, find) => {
    const times = open.get(id) ?? 0;
    if (times === maxInItself) {
      cut();
      return unresolved;
    }
    open.set(id, times + 1);
    const found = inStep(find);
    open.set(id, times);
    return found;
  };
}

/** What a name that is given a type stands for; undefined where it is no such name. */
export function expandAlias(linker: Linker, id: number, given: string): TypeShape | undefined {
  const definition = linker.tables.definition(id);
  if (definition.alias === undefined) return undefined;
  const head = behindName(definition);
  const parameter = /^\s*<\s*(?:in\s+|out\s+|const\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(head)?.[1];
  // Of a type of functions that has a name what they take is read where it is declared; what makes objects takes what it will.
  return parameter === undefined || isFunctionType(definition.alias) || isDelegate(definition)
    ? undefined
    : replaced(linker.shape(definition.alias), parameter, linker.shape(given));
}

/** Whether such a name has members of its own besides: `type Loaded<T> = { when: Date } & T`. */
export const isMore = (linker: Linker, id: number): boolean =>
  linker.shape(linker.tables.definition(id).alias ?? "").record !== undefined;

/** A type of functions that is declared with a name (C#). */
export const isDelegate = ({ alias, signature }: Definition): boolean =>
  alias?.startsWith("Func<") === true && /\bdelegate\s/.test(signature);

function replaced(shape: TypeShape, parameter: string, given: TypeShape): TypeShape | undefined {
  const [name, ...others] = shape.names;
  // `{ one: Foo } & T` is more than what it is given: see `isMore`.
  if (shape.record !== undefined) return shape.names.includes(parameter) ? given : undefined;
  if (name === parameter && others.length === 0) return given;
  if (shape.names.length > 0) return undefined;
  const gives = shape.returns && replaced(shape.returns, parameter, given);
  if (gives) return { ...shape, returns: gives };
  const elements = shape.elements && replaced(shape.elements, parameter, given);
  return elements && { ...shape, elements, keys: undefined };
}
