/** The result of indexing, iteration and destructuring: of collections and tuples, and of objects with methods for it. */

import {
  type Entity,
  exactly,
  external,
  type Found,
  inferred,
  isResolved,
  union,
  unresolved,
} from "../entities.ts";
import type { Linker } from "../linker.ts";
import type { ChainStep } from "../notation/chain-steps.ts";
import { parametersIn } from "../notation/signatures.ts";
import { isMapOfPairs } from "../notation/type-names.ts";
import { callSignature, indexSignature } from "../outline.ts";
import { typeDeclared } from "../types/declared-types.ts";
import { parameterType } from "../types/function-types.ts";
import { areFunctionTypes } from "../types/functional-interfaces.ts";
import { anyMember, recordElement, recordMember } from "../types/records.ts";
import { inheritedCollections } from "../types/type-arguments.ts";
import { type Collection, isMap, listOf } from "./collection-methods.ts";

type Step = Pick<ChainStep, "kind" | "name">;
type Instance = Extract<Entity, { kind: "instance" }>;

/** @param step An index, an iteration, or an element of a tuple. */
export function elementAt(linker: Linker, entity: Entity, step: Step): Found {
  if (entity.kind === "external") return external;
  if (entity.kind === "definition") return ofDefinition(linker, entity, step);
  const apart =
    entity.kind === "instance" && step.kind === "place" ? partOf(linker, entity, step.name) : unresolved;
  if (apart.entities.length > 0) return apart;
  if (entity.kind === "instance")
    return inferred(
      union([
        ...collectionsOf(linker, entity).map((one) => elementAt(linker, one, step)),
        elementOf(linker, entity, step),
      ]),
    );
  if (entity.kind === "record") return ofRecord(linker, entity, step);
  return entity.kind === "collection" ? inferred(inCollection(linker, entity, step)) : unresolved;
}

/** `f[T]` instantiates a generic function, and `Box[int]()` a class. Indexing an enum gives a member. */
function ofDefinition(linker: Linker, entity: Extract<Entity, { kind: "definition" }>, step: Step): Found {
  const { rules } = linker.tables.fileOf(entity.id);
  if (rules?.typesInBrackets) return exactly(entity);
  const { kind, bases = [], type } = linker.tables.definition(entity.id);
  const isAsked =
    kind === "object" && step.kind === "index" && rules?.elementMethods?.index === indexSignature;
  const written = isAsked ? linker.member(entity, indexSignature) : unresolved;
  if (type !== undefined) {
    const typed = union(typeDeclared(linker, entity).entities.map((one) => elementAt(linker, one, step)));
    return inferred(areFunctionTypes(linker, typed) ? union([typed, written]) : typed);
  }
  if (isAsked) return inferred(written);
  const isEnumeration = bases.some((base) => /(?:Enum|Flag)$/.test(base));
  if (!rules?.dynamic || kind !== "class") return unresolved;
  if (step.kind !== "index")
    return isEnumeration && step.name === "" ? exactly({ kind: "instance", id: entity.id }) : unresolved;
  return exactly(isEnumeration ? { kind: "instance", id: entity.id } : entity);
}

/** By an index signature, or by its method for indexing or iteration. */
function ofRecord(linker: Linker, entity: Extract<Entity, { kind: "record" }>, step: Step): Found {
  const named = step.kind === "index" ? recordElement(linker, entity) : unresolved;
  const { elementMethods: methods } = linker.tables.file(entity.file).rules ?? {};
  if (named.entities.length > 0 || !methods) return named;
  if (step.kind === "index" && methods.index === indexSignature) return anyMember(linker, entity);
  const isGone = step.kind === "iterate";
  const method = recordMember(linker, entity, isGone ? methods.iterate : methods.index);
  const given = union(method.entities.map((one) => linker.call(one)));
  return isGone ? union(given.entities.map((one) => elementAt(linker, one, step))) : given;
}

function inCollection(linker: Linker, entity: Collection, { kind, name }: Step): Found {
  if (kind === "place")
    return entity.tupleElements ? (entity.tupleElements[Number(name)] ?? unresolved) : entity.elements;
  if (kind === "index") return entity.elements;
  // Iterating a tuple gives each of its elements.
  const all = entity.tupleElements && !isMap(entity) ? union(entity.tupleElements) : entity.keys;
  if (name === "") return all;
  // Iterating a map gives key-value pairs, which are destructured: `for (const [key, value] of map)`.
  if (isMap(entity) && !isMapOfPairs(entity.name ?? ""))
    return name === "0" ? entity.keys : name === "1" ? entity.elements : unresolved;
  return union(all.entities.map((one) => elementAt(linker, one, { kind: "place", name })));
}

/** The type of a list literal, from its first element. */
export const listLiteral = (first: Found): Found =>
  first.entities.length === 0 ? unresolved : inferred(exactly(listOf(first)));

/** One element of a destructured object (C#): an out parameter of its Deconstruct method, or a parameter of a record. */
function partOf(linker: Linker, entity: Extract<Entity, { kind: "instance" }>, place: string): Found {
  const file = linker.tables.fileOf(entity.id);
  const { deconstructMethod } = file.rules ?? {};
  if (deconstructMethod === undefined) return unresolved;
  const method = linker.member(entity, deconstructMethod).entities;
  if (method.some(({ kind }) => kind === "definition"))
    return inferred(union(method.map((one) => parameterType(linker, one, `${place}:`))));
  const { signature, name } = linker.tables.definition(entity.id);
  const [, head] = signature.split(recordNamed);
  const type = head?.startsWith(name) ? partsOf(head)[Number(place)] : undefined;
  return type === undefined
    ? unresolved
    : inferred(linker.typed(file, file.inside[entity.id - file.base]!, type));
}

const recordNamed = /\brecord\s+(?:(?:struct|class)\s+)?/;

/** The parameter types in the first parentheses. */
const partsOf = (head: string): readonly string[] =>
  (parametersIn(head) ?? []).map((one) => one.replace(/\s+[\p{L}_@][\p{L}\p{N}_]*\s*(?:=[\s\S]*)?$/u, ""));

/** By an object's own method for indexing or iteration. */
function elementOf(linker: Linker, entity: Instance, step: Step): Found {
  const { elementMethods: methods, indexesPointers } = linker.tables.fileOf(entity.id).rules ?? {};
  if (!methods) return unresolved;
  if (step.kind === "iterate") return iterated(linker, entity, step);
  const method = linker.member(entity, methods.index);
  if (indexesPointers && method.entities.length === 0) return exactly(entity);
  const isSignature = methods.index === callSignature || methods.index === indexSignature;
  return union(
    method.entities.map((one) =>
      isSignature && one.kind !== "definition" ? exactly(one) : linker.call(one),
    ),
  );
}

function iterated(linker: Linker, entity: Instance, step: Step): Found {
  const { elementMethods, standsFor } = linker.tables.fileOf(entity.id).rules ?? {};
  const { iterate, iterateLater, next = [] } = elementMethods!;
  const given = resultOfFirst(
    linker,
    entity,
    iterateLater === undefined ? [iterate] : [iterate, iterateLater],
  );
  return union(
    // It may itself be an iterator, with a `next` method.
    (given.length === 0 && next.length > 0 ? [entity] : given).flatMap((one): readonly Found[] => {
      if (one.kind === "collection") return [elementAt(linker, one, step)];
      if (one.kind !== "instance") return [];
      // C++ iterators are read like the element that they point to.
      if (standsFor) return [exactly(one)];
      const elements = resultOfFirst(linker, one, next);
      return step.name === ""
        ? [exactly(...elements)]
        : elements.map((each) => elementAt(linker, each, { kind: "place", name: step.name }));
    }),
  );
}

/** The result of the first of these methods that an object has. */
function resultOfFirst(linker: Linker, entity: Instance, methods: readonly string[]): readonly Entity[] {
  for (const name of methods) {
    const { entities } = linker.member(entity, name);
    const given = union(entities.map((one) => linker.call(one)));
    if (isResolved(given)) return given.entities;
  }
  return [];
}

/** The underlying or inherited collection of a named type: `type Rows []Row`. */
function collectionsOf(linker: Linker, entity: Extract<Entity, { kind: "instance" }>): readonly Entity[] {
  const { alias, scope } = linker.tables.definition(entity.id);
  const written =
    alias === undefined ? [] : linker.typed(linker.tables.fileOf(entity.id), scope, alias).entities;
  const own = written.filter(({ kind }) => kind === "collection" || kind === "record");
  return own.length > 0 ? own : inheritedCollections(linker, entity).entities;
}
