/**
 * Type arguments of generic classes, and their substitution: in a `Repo<User>` of `class Repo<T>`, the type variable `T`
 * is a `User`, also in `class Users extends Repo<User>`. Type parameters and bases are parsed from the heads of classes.
 */

import {
  type Entity,
  exactly,
  type Found,
  inferred,
  type RecordEntity,
  type TypeArguments,
  type TypeVariable,
  union,
  unresolved,
} from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { ownerOf } from "../files/owners.ts";
import type { Linker } from "../linker.ts";
import { lastName } from "../notation/chain-steps.ts";
import { appliedIn, headOf } from "../notation/heads.ts";
import type { Chain } from "../outline.ts";

/** Limit of nested types. */
const maxDepth = 8;
/** Limit of ancestors searched. */
const maxClasses = 100;

/** The type parameter of an enclosing class or function that a name means in a scope. */
export function typeVariableAt(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
): TypeVariable | undefined {
  const { genericFunctions, typesOfCalls } = file.rules ?? {};
  // A shortcut: most names that do not resolve are of types such as `string`.
  if (genericFunctions ? builtIn.has(name) : !/^[\p{Lu}_]/u.test(name)) return undefined;
  if (typesOfCalls && name.startsWith(ofSelf))
    return typeVariableAt(linker, file, scope, name.slice(ofSelf.length));
  const around = genericFunctions || typesOfCalls ? typeVariableAround(linker, file, scope, name) : undefined;
  if (around || genericFunctions) return around;
  const owner = ownerOf(file, scope);
  if (!owner) return undefined;
  const of =
    "index" in owner ? file.base + owner.index : classIn(linker, linker.chain(file, owner.scope, owner.on));
  return of !== undefined && linker.typeParameters(of).includes(name) ? { of, name } : undefined;
}

const ofSelf = "Self.";

/** No type parameter has these names. */
const builtIn = new Set(
  "string number boolean bigint symbol object any unknown never void null undefined true false".split(" "),
);

/** The same in languages with generic functions. */
function typeVariableAround(
  linker: Linker,
  file: FileTable,
  start: number,
  name: string,
): TypeVariable | undefined {
  const { scopes } = file.outline;
  for (let at = start; at > 0; at = scopes[at]!.parent) {
    const { definition } = scopes[at]!;
    if (definition < 0) continue;
    const of = file.base + definition;
    if (linker.typeParameters(of).includes(name)) return { of, name };
  }
  return undefined;
}

const classIn = ({ tables }: Linker, { entities }: Found): number | undefined =>
  entities.flatMap((one) =>
    one.kind === "definition" && tables.definition(one.id).kind === "class" ? [one.id] : [],
  )[0];

/** Substitutes type arguments for type variables: a list of `T` becomes a list of `User`. */
export function substitute(linker: Linker, found: Found, given: TypeArguments): Found {
  const names = linker.typeParameters(given.of);
  // Memoised, since one type may occur many times: nested `Pair<T, T>` would otherwise be substituted exponentially often.
  const known: Map<Found["entities"], Found>[] = [];
  const replaced = (one: Found, depth: number): Found => {
    if (depth > maxDepth || !one.entities.some(isGeneric)) return one;
    const before = known[depth]?.get(one.entities);
    if (before) return before;
    const found = inferred(union(one.entities.map((entity) => ofEntity(entity, depth))));
    // Most types are flat, and not worth an entry.
    if (depth === 0) return found;
    const here = known[depth] ?? new Map<Found["entities"], Found>();
    known[depth] = here.set(one.entities, found);
    return found;
  };
  const keeping = (one: RecordEntity): RecordEntity => ({ ...one, within: [...(one.within ?? []), given] });
  const ofEntity = (entity: Entity, depth: number): Found => {
    const inside = (one: Found): Found => replaced(one, depth + 1);
    if ("typeVariable" in entity && entity.typeVariable?.of === given.of) {
      const meant = given.types[names.indexOf(entity.typeVariable.name)];
      // A bound, `T extends Foo`, tells more than a type argument that is itself an unbounded type variable.
      if (meant?.entities.some((one) => entity.kind !== "instance" || !isOpen(one))) return meant;
    }
    // Structural types keep the substitution until a member is looked up.
    const part: Entity = entity.kind === "record" ? keeping(entity) : mapTypes(entity, inside);
    const isHead = part.kind === "callable" && part.head !== undefined;
    return exactly(isHead ? { ...part, head: keeping(part.head) } : part);
  };
  return replaced(found, 0);
}

/** A type variable without a bound. */
export const isOpen = (one: Entity): boolean => one.kind === "external" && one.typeVariable !== undefined;

/** Whether substitution may change it. */
export const isGeneric = (one: Entity): boolean =>
  one.kind === "collection" ||
  one.kind === "callable" ||
  one.kind === "record" ||
  (one.kind === "external" && one.typeArgument !== undefined) ||
  ("typeVariable" in one && one.typeVariable !== undefined) ||
  ("typeArguments" in one && one.typeArguments !== undefined);

function mapTypes(entity: Entity, inside: (one: Found) => Found): Entity {
  if (entity.kind === "callable") {
    const { returns, parameters } = entity;
    return {
      ...entity,
      returns: inside(returns),
      ...(parameters ? { parameters: parameters.map(inside) } : {}),
    };
  }
  if (entity.kind === "collection") {
    const elements = inside(entity.elements);
    const keys = entity.keys === entity.elements ? elements : inside(entity.keys);
    return {
      ...entity,
      elements,
      keys,
      ...(entity.tupleElements ? { tupleElements: entity.tupleElements.map(inside) } : {}),
    };
  }
  if (entity.kind === "external" && entity.typeArgument)
    return { ...entity, typeArgument: inside(entity.typeArgument) };
  if (!("typeArguments" in entity) || !entity.typeArguments) return entity;
  return {
    ...entity,
    typeArguments: { of: entity.typeArguments.of, types: entity.typeArguments.types.map(inside) },
  };
}

/** An object's type arguments for its own class or for an inherited one; undefined where they are unknown. */
export function typeArgumentsFor(
  linker: Linker,
  { id, typeArguments }: InstantiatedClass,
  of: number,
): TypeArguments | undefined {
  if (linker.typeParameters(of).length === 0) return undefined;
  if (id === of) return typeArguments;
  const ofBase = linker.typeArgumentsOfBase(id, of);
  return ofBase && substituteAll(linker, ofBase, typeArguments);
}

/** Substitutes in type arguments themselves. */
const substituteAll = (
  linker: Linker,
  { of, types }: TypeArguments,
  given: TypeArguments | undefined,
): TypeArguments =>
  given ? { of, types: types.map((one) => substitute(linker, one, given)) } : { of, types };

/** Explicit type arguments, and the defaults of the remaining type parameters: `class Repo<T, K = Key<T>>`. */
export function withDefaults(
  linker: Linker,
  of: number,
  explicit: readonly Found[],
): TypeArguments | undefined {
  const names = linker.tables.fileOf(of).rules?.genericFunctions ? linker.typeParameters(of) : none;
  let types = explicit;
  // A default sees the parameters before it, and never itself.
  for (const name of names.slice(explicit.length))
    types = [...types, substitute(linker, linker.typeDefault(of, name), { of, types })];
  return types.some(({ entities }) => entities.length > 0) ? { of, types } : undefined;
}

interface InstantiatedClass {
  readonly id: number;
  readonly typeArguments?: TypeArguments | undefined;
}

/**
 * The type arguments that a class gives to an inherited one, through the heads of the classes in between, in terms of
 * its own type parameters.
 *
 * @param seen Classes that were visited.
 */
export function findTypeArguments(
  linker: Linker,
  id: number,
  of: number,
  seen: Set<number>,
): TypeArguments | undefined {
  seen.add(id);
  for (const base of linker.basesOf(id)) {
    if (base.id === of && base.typeArguments) return base.typeArguments;
    if (seen.has(base.id) || seen.size > maxClasses) continue;
    const ofBase = findTypeArguments(linker, base.id, of, seen);
    if (ofBase) return substituteAll(linker, ofBase, base.typeArguments);
  }
  return undefined;
}

/** The direct bases of a class, with their type arguments. */
export function findBases(linker: Linker, id: number): readonly InstantiatedClass[] {
  const file = linker.tables.fileOf(id);
  const definition = linker.tables.definition(id);
  const { bases = [], interfaces = [], alias } = definition;
  const inside = file.inside[id - file.base]!;
  const embedded = file.rules?.embeds ? embeddedIn(file, inside, bases) : [];
  const applied = [...embedded, ...appliedIn(alias ?? headOf(definition))].flatMap(
    (type) => linker.typed(file, inside, type).entities,
  );
  const named = [...bases, ...interfaces].flatMap((base) => linker.base(id, base).entities);
  const known = new Map<number, TypeArguments | undefined>();
  for (const one of [...applied, ...named])
    if (one.kind === "instance" || one.kind === "definition")
      known.set(one.id, known.get(one.id) ?? one.typeArguments);
  known.delete(id);
  return [...known].map(([base, given]) => ({
    id: base,
    typeArguments: given ?? withDefaults(linker, base, []),
  }));
}

/** The types of embedded fields: `struct { *Repo[User] }` (Go). */
const embeddedIn = (file: FileTable, inside: number, bases: readonly Chain[]): readonly string[] =>
  bases.flatMap(
    (base) => file.lookup(lastName(base), inside)?.bindings?.flatMap(({ type }) => type ?? []) ?? [],
  );

/** Library collections among the bases of a class: `class Foos extends ArrayList<Foo>`. */
export function findCollectionBases(linker: Linker, id: number): Found {
  const definition = linker.tables.definition(id);
  if (definition.kind !== "class" || !/[<[]/.test(definition.signature)) return unresolved;
  const file = linker.tables.fileOf(id);
  const inside = file.inside[id - file.base]!;
  const found = appliedIn(headOf(definition)).flatMap((type) => linker.typed(file, inside, type).entities);
  return inferred(exactly(...found.filter(({ kind }) => kind === "collection" || kind === "record")));
}

/** The collections that an object inherits from, with its type arguments substituted. */
export function inheritedCollections(linker: Linker, entity: InstantiatedClass): Found {
  const found = linker.ancestors(entity.id).ids.flatMap((of) => {
    const contents = linker.collectionBases(of);
    const given = contents.entities.length > 0 ? typeArgumentsFor(linker, entity, of) : undefined;
    return given ? [substitute(linker, contents, given)] : [contents];
  });
  return union(found);
}

const none: readonly string[] = [];
