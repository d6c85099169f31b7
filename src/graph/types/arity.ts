/**
 * Languages in which `Foo` and `Foo<T>` are two classes (C#), and a call that says for which types it calls a method
 * means one with as many parameters for types: which of several definitions is meant where one is named.
 */
import type { Entity, Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { appliedIn, arityOf, countIn, headOf, typeParametersOf } from "../notation/heads.ts";
import type { Definition } from "../outline.ts";
import { baseOfItsName } from "./specialisations.ts";

/**
 * Of several things that one name stands for those that are given so many types; all where none is, but for methods.
 * @param given Undefined where a call does not say: then methods may be meant whose arguments say it, and of classes those without.
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
    if (definition.kind !== "class" && given === undefined) return isInferable(definition);
    return arityOf(definition) === (given ?? 0);
  });
  if (fitting.length > 0) return fitting;
  // A class may be meant that is for other types than it is said; a method cannot.
  const isMethod = (one: E): boolean =>
    one.kind === "definition" && tables.definition(one.id).kind === "function";
  return given !== undefined && entities.every(isMethod) ? fitting : entities;
}

/** Whether it is a class that no types can be given, where `Foo` and `Foo<T>` are two. */
export function takesNoTypes({ tables }: Linker, id: number): boolean {
  const { rules } = tables.fileOf(id);
  const definition = tables.definition(id);
  return rules?.toldByArity === true && definition.kind === "class" && arityOf(definition) === 0;
}

const inferable = new WeakMap<Definition, boolean>();

/** Whether arguments may say for which types a method is called: each of these stands in a parameter. */
function isInferable(definition: Definition): boolean {
  const known = inferable.get(definition) ?? areInParameters(definition);
  inferable.set(definition, known);
  return known;
}

function areInParameters(definition: Definition): boolean {
  const { parameterTypes, extends: receiver = "" } = definition;
  if (!parameterTypes) return true;
  const names = new Set([...parameterTypes, receiver].join(" ").match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  return typeParametersOf(definition).every((name) => names.has(name));
}

/** Of a name at the top of a file also the classes of its package for other numbers of types: beside `Foo<T>` `Foo`. */
export function withOtherArities(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  own: Found | undefined,
): Found | undefined {
  if (!own || scope !== 0 || !file.rules?.toldByArity || file.package === undefined) return own;
  const target = { kind: "package", path: file.package } as const;
  const all = linker.exported(target, file.outline.language, name)?.entities ?? [];
  if (all.length < 2) return own;
  const arities = new Set(own.entities.map((one) => classArity(linker, one)));
  const others = all.filter((one) => {
    const arity = classArity(linker, one);
    return arity !== undefined && !arities.has(arity);
  });
  return others.length === 0 ? own : { ...own, entities: [...own.entities, ...others] };
}

function classArity({ tables }: Linker, one: Entity): number | undefined {
  const definition = one.kind === "definition" ? tables.definition(one.id) : undefined;
  return definition?.kind === "class" ? arityOf(definition) : undefined;
}

/** The base of that name of a class. */
export function baseNamed(linker: Linker, id: number, base: string): Found {
  const definition = linker.tables.definition(id);
  const file = linker.tables.fileOf(id);
  const other = baseOfItsName(linker, id, base);
  if (other) return other;
  const named = linker.chain(file, definition.scope, base);
  const found = file.rules?.functionObjects ? withMade(named) : named;
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
