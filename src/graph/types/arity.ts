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
 * Of several entities of one name, those with as many type parameters; all where none has, except methods.
 * @param given Undefined where a call writes no type arguments: then only methods that infer theirs, and plain
 * classes, match.
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
  // A class may still be meant where the numbers differ; a method cannot.
  const isMethod = (one: E): boolean =>
    one.kind === "definition" && tables.definition(one.id).kind === "function";
  return given !== undefined && entities.every(isMethod) ? fitting : entities;
}

/** Whether it is a non-generic class, in a language where `Foo` and `Foo<T>` are two. */
export function takesNoTypes({ tables }: Linker, id: number): boolean {
  const { rules } = tables.fileOf(id);
  const definition = tables.definition(id);
  return rules?.overloadsByArity === true && definition.kind === "class" && arityOf(definition) === 0;
}

const inferable = new WeakMap<Definition, boolean>();

/** Whether all type parameters can be inferred from arguments: each occurs in a parameter. */
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

/** Adds the package's classes of another arity to a file-level name: `Foo` beside `Foo<T>`. */
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

/** The base class of that name. */
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
  // The arity is written out, so a class of another arity is not meant: this one is external.
  return { ...found, entities: classes.length > 0 || written !== undefined ? classes : meant };
}

/**
 * The same classes, or where all have another arity, those of an outer scope that fit: `Foo` and `Foo<T>` are looked
 * up separately.
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

/** The class whose arity matches a constructor call; nothing where a non-generic class is given type arguments. */
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

/** The classes of a name and arity in the nearest enclosing namespace that has any. */
function classesAround(linker: Linker, file: FileTable, name: string, given: number): readonly ClassEntity[] {
  if (name.includes(".")) return [];
  for (const { entities } of namedAround(linker, file, name)) {
    const fitting = entities.filter((one) => one.kind === "definition" && classArity(linker, one) === given);
    if (fitting.length > 0) return fitting as ClassEntity[];
  }
  return [];
}

/** A constructor value is a base like a class: the result of a function that returns `new () => Foo`. */
const withMade = (found: Found): Found =>
  found.entities.every(({ kind }) => kind !== "callable")
    ? found
    : {
        ...found,
        entities: found.entities.flatMap((one) => (one.kind === "callable" ? one.returns.entities : [one])),
      };

/** Limit of classes of one name. */
const maxClasses = 16;

/** Whether these classes differ by arity alone: `Foo` and `Foo<T>`. */
export function differByArity({ tables }: Linker, entities: readonly Entity[]): boolean {
  if (entities.length < 2 || entities.length > maxClasses) return false;
  const nameOf = (one: Entity): string | undefined => {
    if (one.kind !== "definition" || !tables.fileOf(one.id).rules?.overloadsByArity) return undefined;
    const { kind, name } = tables.definition(one.id);
    return kind === "class" ? name : undefined;
  };
  const first = nameOf(entities[0]!);
  return first !== undefined && entities.every((one) => nameOf(one) === first);
}

/** Fewest type parameters first: the receiver of a static method seldom has type arguments. */
export const plainFirst = ({ tables }: Linker, entities: readonly Entity[]): readonly Entity[] =>
  [...entities].sort((a, b) => {
    const [one, other] = [a, b].map((each) => ("id" in each ? arityOf(tables.definition(each.id)) : 0));
    return one! - other!;
  });
