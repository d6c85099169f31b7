/** Resolves type annotations in a scope. */

import {
  type Entity,
  exactly,
  type Found,
  isResolved,
  maxCandidates,
  type TypeVariable,
  union,
  unresolved,
} from "../entities.ts";
import { targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import { type Owner, ownerOf } from "../files/owners.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "../members/receivers.ts";
import { lastName, pathMark, pathOf } from "../notation/chain-steps.ts";
import type { TypeShape } from "../notation/types.ts";
import { classesNamed } from "../open-types/open-types.ts";
import { classesOfArity, ofArity, takesNoTypes } from "./arity.ts";
import { inOrderOf } from "./associated-types.ts";
import { expandAlias, isMore } from "./generic-aliases.ts";
import { libraryType } from "./library-types.ts";
import { typeVariableAt, withDefaults } from "./type-arguments.ts";

/** An object of a parsed type, whose names are resolved in a scope. */
export function ofShape(linker: Linker, file: FileTable, scope: number, read: TypeShape): Found {
  const own =
    !read.written || read.written.endsWith("[]")
      ? unresolved
      : withTypes(linker, typeNamed(linker, file, scope, read.written));
  const isOwn = own.entities.some(({ kind }) => kind === "instance");
  const shape = isOwn && read.inside ? { ...read, args: read.inside } : read;
  if (isOwn) return expanded(linker, file, scope, shape, own);
  if (shape.parts) return union(shape.parts.map((part) => ofShape(linker, file, scope, part)));
  const { elements: many, returns, record, value } = shape;
  const isOneName =
    shape.names.length === 1 && !shape.isClass && !many && !returns && !record && value === undefined;
  if (isOneName) {
    const named = typeNamed(linker, file, scope, shape.names[0]!);
    if (shape.written === undefined) return expanded(linker, file, scope, shape, named);
    return shape.args?.[0] === undefined ? named : linker.typed(file, scope, shape.args[0]);
  }
  const named = classGiven(linker, file, scope, shape) ?? namedIn(linker, file, scope, shape);
  // An alias of a list or function type stands for that: there is no class of its name.
  const entities: Entity[] = shape.isClass
    ? named.map((one) => (one.kind === "instance" ? { ...one, kind: "definition" as const } : one))
    : named;
  if (many) {
    const tupleElements = shape.tupleElements?.map((one) => ofShape(linker, file, scope, one));
    // An index that is not constant may give any element of a tuple.
    const elements = tupleElements ? union(tupleElements) : ofShape(linker, file, scope, many);
    const keys = shape.keys ? ofShape(linker, file, scope, shape.keys) : elements;
    const name = shape.written;
    const { labels } = shape;
    const optional = {
      ...(tupleElements ? { tupleElements } : {}),
      ...(labels ? { labels } : {}),
      ...(name === undefined ? {} : { name }),
    };
    entities.push({ kind: "collection", elements, keys, ...optional });
  }
  if (record) entities.push({ kind: "record", file: file.index, scope, type: record });
  if (value !== undefined) entities.push(...linker.chain(file, scope, value).entities);
  if (returns) {
    const parameters = shape.parameters?.map((one) => ofShape(linker, file, scope, one));
    const name = parameters && shape.written;
    const { whole, head } = shape;
    const optional = {
      ...(parameters ? { parameters } : {}),
      ...(name === undefined ? {} : { name, whole }),
      ...(head === undefined
        ? {}
        : { head: { kind: "record" as const, file: file.index, scope, type: head } }),
    };
    entities.push({ kind: "callable", returns: ofShape(linker, file, scope, returns), ...optional });
  }
  return { entities, sureness: "exact" };
}

/** Bounded: nested aliases of unions double with each level. */
const namedIn = (linker: Linker, file: FileTable, scope: number, { names }: TypeShape): Entity[] =>
  names.flatMap((name) => typeNamed(linker, file, scope, name).entities).slice(0, maxCandidates);

/** A class with its type arguments, where the class object itself is meant: `type[Repo[Foo]]`. */
function classGiven(
  linker: Linker,
  file: FileTable,
  scope: number,
  { isClass, names, args }: TypeShape,
): Entity[] | undefined {
  const [type, other] = (isClass && names.length === 1 && args) || none;
  return type?.endsWith("]") && other === undefined
    ? [...linker.typed(file, scope, type).entities]
    : undefined;
}

/** Drops non-generic classes of the repository where type arguments are given: another class is meant (C#). */
function withTypes(linker: Linker, found: Found): Found {
  const entities = found.entities.filter((one) => one.kind !== "instance" || !takesNoTypes(linker, one.id));
  return entities.length === found.entities.length ? found : { ...found, entities };
}

/** A generic type that is external: modelled by name, if at all. */
function fromElsewhere(
  linker: Linker,
  file: FileTable,
  scope: number,
  { names: [name], args }: TypeShape,
  named: Found,
): Found | undefined {
  if (name === undefined || !args || isResolved(named)) return undefined;
  const known = libraryType(linker, file, scope, name, args);
  if (known || !file.rules?.holders || args.length !== 1) return known;
  const lends = file.rules.holders.has(lastName(name));
  return exactly({
    kind: "external",
    name,
    typeArgument: linker.typed(file, scope, args[0]!),
    forwardsMembers: lends,
  });
}

/** The expansion of an alias of the repository, with its type arguments. */
function expansion(
  linker: Linker,
  file: FileTable,
  scope: number,
  shape: TypeShape,
  { entities: [named] }: Found,
): Found | undefined {
  const given = shape.args?.[0];
  if (!given || named?.kind !== "instance") return undefined;
  const meant = expandAlias(linker, named.id, given);
  const found = meant && linker.expandedAlias(named.id, () => ofShape(linker, file, scope, meant));
  return found && isMore(linker, named.id)
    ? union([applied(linker, file, scope, shape, exactly(named)), found])
    : found;
}

/** Expands a generic alias. */
const expanded = (linker: Linker, file: FileTable, scope: number, shape: TypeShape, named: Found): Found =>
  fromElsewhere(linker, file, scope, shape, named) ??
  expansion(linker, file, scope, shape, named) ??
  applied(linker, file, scope, shape, named);

/** An object of a generic class, with its type arguments. */
function applied(
  linker: Linker,
  file: FileTable,
  scope: number,
  { args = [], names, written = names[0] }: TypeShape,
  meant: Found,
): Found {
  const fitting = ofArity(linker, meant.entities, args.length);
  const entities = classesOfArity(linker, file, written ?? "", fitting, args.length);
  const named = objectsOf(linker, entities === meant.entities ? meant : { ...meant, entities });
  for (const one of named.entities)
    if (isGeneric(linker, one)) return withArguments(linker, file, scope, args, named);
  return named;
}

const isGeneric = (linker: Linker, one: Entity): one is Extract<Entity, { kind: "instance" }> =>
  one.kind === "instance" && one.typeArguments === undefined && linker.typeParameters(one.id).length > 0;

function withArguments(
  linker: Linker,
  file: FileTable,
  scope: number,
  args: readonly string[],
  named: Found,
): Found {
  const typed = (one: string | undefined): Found =>
    one === undefined ? unresolved : linker.typed(file, scope, one);
  const plain = file.rules?.typesOfCalls ? undefined : args.map(typed);
  return {
    ...named,
    entities: named.entities.map((one) => {
      if (!isGeneric(linker, one)) return one;
      const types = plain ?? inOrderOf(linker.typeParameters(one.id), args).map(typed);
      return { ...one, typeArguments: withDefaults(linker, one.id, types) };
    }),
  };
}

/** `public Color Color;`: a field does not hide the type of its name. */
function outsideOfFields(linker: Linker, file: FileTable, start: number, name: string): number {
  if (!file.rules?.bareMembers) return start;
  const { scopes, definitions } = file.outline;
  const first = /^[^.]*/.exec(name)![0];
  let found = start;
  for (let at = start; at > 0; at = scopes[at]!.parent) {
    if (definitions[scopes[at]!.definition]?.kind !== "class") continue;
    const entry = file.lookup(first, at);
    const isField = entry?.bindings && !entry.definitions;
    if (isField && !linker.typeParameters(file.base + scopes[at]!.definition).includes(first))
      found = scopes[at]!.parent;
  }
  return found;
}

const none: readonly never[] = [];

const ownerNames = new Set(["Self", "this", "self", "static"]);

function typeNamed(linker: Linker, file: FileTable, scope: number, name: string): Found {
  if (ownerNames.has(name)) {
    const owner = ownerOf(file, scope);
    if (owner && "on" in owner) return objectsOn(linker, file, owner);
    return owner ? exactly({ kind: "instance", id: file.base + owner.index }) : unresolved;
  }
  const entities: Entity[] = [];
  // A type parameter shadows outer names: `import { Type } from "./type"`, then `make<Type>(): Type`.
  const own = file.rules?.genericFunctions ? typeVariableAt(linker, file, scope, name) : undefined;
  const { separateFieldNames, typeHead } = file.rules ?? {};
  const chain = separateFieldNames ? pathOf(name) : typeHead ? name.replace(typeHead, `$&${pathMark}`) : name;
  const found = own ? none : linker.chain(file, outsideOfFields(linker, file, scope, name), chain).entities;
  const isUnknown = found.every(({ kind }) => kind === "external");
  const variable = own ?? (isUnknown ? typeVariableAt(linker, file, scope, name) : undefined);
  const knowsBounds = file.rules?.genericFunctions || file.rules?.methodsAcrossFiles;
  const bound = variable && knowsBounds ? linker.typeBound(variable.of, variable.name) : unresolved;
  if (bound.entities.length > 0)
    return { ...bound, entities: bound.entities.map((one) => withVariable(one, variable!)) };
  if (found.length === 0 && (variable || file.rules?.overloadsByArity))
    entities.push({ kind: "external", name, typeVariable: variable });
  for (const one of found)
    if (one.kind === "external") entities.push({ kind: "external", name, typeVariable: variable });
    else if (one.kind === "instance")
      entities.push({ ...one, typeVariable: typeVariableAt(linker, file, scope, name) ?? one.typeVariable });
    else if (one.kind !== "definition") entities.push(one);
    else if (linker.tables.definition(one.id).kind === "class") {
      // A type variable resolves to its bound: `T = TypeVar("T", bound=Foo)`.
      const isNamed = linker.tables.definition(one.id).name === lastName(name);
      const of = isNamed ? undefined : typeVariableAt(linker, file, scope, name);
      entities.push({ kind: "instance", id: one.id, typeArguments: one.typeArguments, typeVariable: of });
    } else {
      // An inherited constructor has the name of the base.
      const made = classMadeBy(linker, one.id);
      entities.push(made === undefined ? { kind: "external" } : { kind: "instance", id: made });
    }
  return { entities, sureness: "exact" };
}

/** Attaches the type variable to its bound, for later substitution. */
const withVariable = (one: Entity, variable: TypeVariable): Entity =>
  one.kind === "module" || one.kind === "parent" || one.kind === "expando" || one.kind === "record"
    ? one
    : { ...one, typeVariable: variable };

/** The class of a constructor function that has its class's name. */
function classMadeBy(linker: Linker, id: number): number | undefined {
  const { name, on, scope } = linker.tables.definition(id);
  const owner =
    on === undefined
      ? classAround(linker, id)
      : classesNamed(linker, linker.tables.fileOf(id), scope, targetOf(on))[0];
  return owner !== undefined && linker.tables.definition(owner).name === name ? owner : undefined;
}

/** `this` in a method outside of its class, with that class's type arguments: `impl<T: Bar> Foo<T>`. */
export function objectsOn(
  linker: Linker,
  file: FileTable,
  { on, scope, type, typedIn = scope }: Extract<Owner, { on: string }>,
): Found {
  const plain = objectsOf(linker, linker.chain(file, scope, on));
  if (type === undefined) return plain;
  const given = linker.typed(file, scope, type).entities.filter(({ kind }) => kind === "instance");
  const within = typedIn === scope ? [] : linker.typed(file, typedIn, type).entities;
  return given.length > 0 ? { ...plain, entities: given.map((one) => withBounds(one, within)) } : plain;
}

/** An object with the bounds of its type parameters, from the block and the method. */
function withBounds(one: Entity, within: readonly Entity[]): Entity {
  if (one.kind !== "instance") return one;
  const inner = within.find((other) => other.kind === "instance" && other.id === one.id);
  if (inner?.kind !== "instance" || !inner.typeArguments || !one.typeArguments) return inner ?? one;
  const { of, types } = inner.typeArguments;
  const both = types.map((type, at) => union([one.typeArguments!.types[at] ?? unresolved, type]));
  return { ...one, typeArguments: { of, types: both } };
}

/** `this` in a method outside of its class is an object of that class; on a function, it is the function. */
const objectsOf = (linker: Linker, found: Found): Found =>
  found.entities.some(isDefinition)
    ? {
        ...found,
        entities: found.entities.map((one) =>
          one.kind === "definition" && linker.tables.definition(one.id).kind === "class"
            ? { kind: "instance", id: one.id }
            : one,
        ),
      }
    : found;

const isDefinition = ({ kind }: Entity): boolean => kind === "definition";
