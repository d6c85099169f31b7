/**
 * Generic type aliases: `type Result<T> = std::result::Result<T, Error>`. An alias is expanded to its type argument,
 * as far as the aliased type stands for its first type parameter.
 */

import { type Found, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { afterName } from "../notation/heads.ts";
import { isFunctionType, type TypeShape } from "../notation/types.ts";
import type { Definition } from "../outline.ts";

/** Limit of expansions of an alias within itself: `type Node<T> = [T, Node<T>]` is infinite. */
const maxInItself = 4;

/** Expands aliases. How far a recursive one is expanded depends on where the query began, so the answer is marked as cut. */
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

/** The expansion of an alias with this type argument; undefined where it is not such an alias. */
export function expandAlias(linker: Linker, id: number, given: string): TypeShape | undefined {
  const definition = linker.tables.definition(id);
  if (definition.alias === undefined) return undefined;
  const head = afterName(definition);
  const parameter = /^\s*<\s*(?:in\s+|out\s+|const\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(head)?.[1];
  // Parameters of a named function or constructor type are read at its declaration.
  return parameter === undefined || isFunctionType(definition.alias) || isDelegate(definition)
    ? undefined
    : replaced(linker.shape(definition.alias), parameter, linker.shape(given));
}

/** Whether an alias adds members: `type Loaded<T> = { when: Date } & T`. */
export const isMore = (linker: Linker, id: number): boolean =>
  linker.shape(linker.tables.definition(id).alias ?? "").record !== undefined;

/** A delegate type (C#). */
export const isDelegate = ({ alias, signature }: Definition): boolean =>
  alias?.startsWith("Func<") === true && /\bdelegate\s/.test(signature);

function replaced(shape: TypeShape, parameter: string, given: TypeShape): TypeShape | undefined {
  const [name, ...others] = shape.names;
  // `{ one: Foo } & T` is more than its type argument: see `isMore`.
  if (shape.record !== undefined) return shape.names.includes(parameter) ? given : undefined;
  if (name === parameter && others.length === 0) return given;
  if (shape.names.length > 0) return undefined;
  const gives = shape.returns && replaced(shape.returns, parameter, given);
  if (gives) return { ...shape, returns: gives };
  const elements = shape.elements && replaced(shape.elements, parameter, given);
  return elements && { ...shape, elements, keys: undefined };
}
