/**
 * Overloading by arity: `Foo` and `Foo<T>` are two classes (C#), and a call with explicit type arguments means a method
 * with as many type parameters.
 */
import type { Entity, Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { namedAround } from "../names/global-usings.ts";
import { pathMark } from "../notation/chain-steps.ts";
import { appliedIn, arityOf, countIn, headOf, typeParametersOf } from "../notation/heads.ts";
import type { Definition, Reference } from "../outline.ts";
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
    if (!tables.fileOf(one.id).rules?.overloadsByArity) return true;
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
  return rules?.overloadsByArity === true && definition.kind === "class" && arityOf(definition) === 0;
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
  if (!own || scope !== 0 || !file.rules?.overloadsByArity || file.package === undefined) return own;
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
  const isClass = one.kind === "definition" || one.kind === "instance";
  const definition = isClass ? tables.definition(one.id) : undefined;
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
  if (found.entities.length < 2 && !file.rules?.overloadsByArity) return found;
  const written = appliedIn(headOf(definition)).find((type) => type.startsWith(`${base}<`));
  const given = written === undefined ? 0 : countIn(written.slice(base.length));
  const meant = ofArity(linker, found.entities, given);
  const classes = isOther(linker, meant, given) ? classesAround(linker, file, base, given) : meant;
  // That it is given so many is written, so that it is one from elsewhere.
  return { ...found, entities: classes.length > 0 || written !== undefined ? classes : meant };
}

/**
 * The same classes, or where each is for another number of types those for so many that stand further away: `Foo` and
 * `Foo<T>` are each looked for alone.
 */
export function classesOfArity<E extends Entity>(
  linker: Linker,
  file: FileTable,
  name: string,
  entities: readonly E[],
  given: number,
): readonly (E | ClassEntity)[] {
  if (!file.rules?.overloadsByArity || !isOther(linker, entities, given)) return entities;
  const others = classesAround(linker, file, name, given);
  return others.length > 0 ? others : entities;
}

/** A class for so many types as the call that makes an object of it says; nothing where one without any is given some. */
export function madeOfArity(
  linker: Linker,
  file: FileTable,
  one: Entity,
  { chain, types = 0 }: Reference,
): readonly Entity[] {
  const name = chain.endsWith(pathMark) ? chain.slice(0, -pathMark.length) : chain;
  const made = classesOfArity(linker, file, name, [one], types);
  return types === 0 ? made : made.filter((each) => !("id" in each && takesNoTypes(linker, each.id)));
}

type ClassEntity = Extract<Entity, { kind: "definition" }>;

const isOther = (linker: Linker, entities: readonly Entity[], given: number): boolean =>
  entities.length > 0 &&
  entities.every((one) => {
    const arity = classArity(linker, one);
    return arity !== undefined && arity !== given;
  });

/** The classes of a name for so many types in the nearest namespace that has one. */
function classesAround(linker: Linker, file: FileTable, name: string, given: number): readonly ClassEntity[] {
  if (name.includes(".")) return [];
  for (const { entities } of namedAround(linker, file, name)) {
    const fitting = entities.filter((one) => one.kind === "definition" && classArity(linker, one) === given);
    if (fitting.length > 0) return fitting as ClassEntity[];
  }
  return [];
}

/** A value that makes objects is a base like a class: what a function for a `new () => Foo` gives. */
const withMade = (found: Found): Found =>
  found.entities.every(({ kind }) => kind !== "callable")
    ? found
    : {
        ...found,
        entities: found.entities.flatMap((one) => (one.kind === "callable" ? one.returns.entities : [one])),
      };

/** Nobody writes more classes of one name. */
const maxClasses = 16;

/** Whether these are several classes of one name: `Foo` and `Foo<T>`. */
export function areToldByArity({ tables }: Linker, entities: readonly Entity[]): boolean {
  if (entities.length < 2 || entities.length > maxClasses) return false;
  const nameOf = (one: Entity): string | undefined => {
    if (one.kind !== "definition" || !tables.fileOf(one.id).rules?.overloadsByArity) return undefined;
    const { kind, name } = tables.definition(one.id);
    return kind === "class" ? name : undefined;
  };
  const first = nameOf(entities[0]!);
  return first !== undefined && entities.every((one) => nameOf(one) === first);
}

/** Those with fewer parameters first: what a static method is called on seldom says for which types. */
export const plainFirst = ({ tables }: Linker, entities: readonly Entity[]): readonly Entity[] =>
  [...entities].sort((a, b) => {
    const [one, other] = [a, b].map((each) => ("id" in each ? arityOf(tables.definition(each.id)) : 0));
    return one! - other!;
  });
