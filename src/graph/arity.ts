/**
 * Languages in which `Foo` and `Foo<T>` are two classes (C#), and a call that says for which types it calls a method
 * means one with as many parameters for types: which of several definitions is meant where one is named.
 */
import type { Entity, Found } from "./entities.ts";
import { appliedIn, arityOf, countIn, headOf } from "./heads.ts";
import type { Linker } from "./linker.ts";

/**
 * Of several things that one name stands for those that are given so many types; all where none is.
 * @param given Undefined where a call does not say: then any method may be meant, and of classes those without.
 */
export function ofArity<E extends Entity>(
  { tables }: Linker,
  entities: readonly E[],
  given: number | undefined,
): readonly E[] {
  if (entities.length < 2) return entities;
  const fitting = entities.filter((one) => {
    if (one.kind !== "definition" && one.kind !== "instance") return true;
    if (!tables.fileOf(one.id).rules?.toldByArity) return true;
    const definition = tables.definition(one.id);
    if (definition.kind !== "class" && given === undefined) return true;
    return arityOf(definition) === (given ?? 0);
  });
  return fitting.length > 0 ? fitting : entities;
}

/** The base of that name of a class. */
export function baseNamed(linker: Linker, id: number, base: string): Found {
  const definition = linker.tables.definition(id);
  const file = linker.tables.fileOf(id);
  const named = linker.chain(file, definition.scope, base);
  const found = file.rules?.genericFunctions ? withMade(named) : named;
  if (found.entities.length < 2) return found;
  const written = appliedIn(headOf(definition)).find((type) => type.startsWith(`${base}<`));
  const given = written === undefined ? 0 : countIn(written.slice(base.length));
  return { ...found, entities: ofArity(linker, found.entities, given) };
}

/** A value that makes objects is a base like a class: what a function for a `new () => Foo` gives. */
const withMade = (found: Found): Found =>
  found.entities.every(({ kind }) => kind !== "giver")
    ? found
    : {
        ...found,
        entities: found.entities.flatMap((one) => (one.kind === "giver" ? one.gives.entities : [one])),
      };

/** Nobody writes more classes of one name. */
const mostClasses = 16;

/** Whether these are several classes of one name: `Foo` and `Foo<T>`. */
export function areToldByArity({ tables }: Linker, entities: readonly Entity[]): boolean {
  if (entities.length < 2 || entities.length > mostClasses) return false;
  const names = new Set<string>();
  return entities.every((one) => {
    if (one.kind !== "definition" || !tables.fileOf(one.id).rules?.toldByArity) return false;
    const { kind, name } = tables.definition(one.id);
    return kind === "class" && names.add(name).size === 1;
  });
}

/** Those with fewer parameters first: what a static method is called on seldom says for which types. */
export const plainFirst = ({ tables }: Linker, entities: readonly Entity[]): readonly Entity[] =>
  [...entities].sort((a, b) => {
    const [one, other] = [a, b].map((each) => ("id" in each ? arityOf(tables.definition(each.id)) : 0));
    return one! - other!;
  });
