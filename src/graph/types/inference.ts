/**
 * Type arguments of a generic function in one call: explicit in `make<Foo>()`, inferred by matching parameter types with
 * argument types in `first(foos)`, else the bound: `Named` of `function name<T extends Named>(one: T): T`.
 */

import { type Entity, exactly, type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import {
  argumentsIn,
  argumentTypesMark,
  callbackMark,
  firstArgumentMark,
  typeArgumentsMark,
  unknownArguments,
  unpacked,
} from "../notation/chain-steps.ts";
import { typeParametersOf } from "../notation/heads.ts";
import { parametersIn, typeAt } from "../notation/signatures.ts";
import { callSignature, type Definition } from "../outline.ts";
import { isGeneric, isOpen, substitute, typeArgumentsFor } from "./type-arguments.ts";
import { overloadSignatures } from "./type-variables.ts";

/** What a call offers for inference. Lazy, since few functions are generic. */
export interface Offer {
  /** Explicit type arguments; undefined where there are none. */
  readonly types?: () => readonly Found[];
  /** The first argument; undefined where it is unknown. */
  readonly first?: () => Found;
  /** All arguments, in languages with types before parameter names. */
  readonly all?: () => readonly Found[];
  /** The receiver of an extension method. */
  readonly on?: () => Found;
}

/**
 * What a call in a chain offers; undefined where that is nothing.
 *
 * @param content The text between its parentheses in the chain, if any.
 * @param on The receiver, in languages with extension methods.
 */
export function offerOf(
  linker: Linker,
  file: FileTable,
  scope: number,
  content: string | undefined,
  on?: () => Found,
): Offer | undefined {
  const offer = content ? offerIn(linker, file, scope, content) : undefined;
  return on ? { ...offer, on } : offer;
}

function offerIn(linker: Linker, file: FileTable, scope: number, content: string): Offer {
  const chain = (): Found => linker.chain(file, scope, unpacked(content));
  switch (content.charAt(0)) {
    case typeArgumentsMark:
      return { types: () => splitTop(unpacked(content), ",").map((type) => linker.typed(file, scope, type)) };
    case firstArgumentMark:
      return { first: chain };
    case argumentTypesMark:
      return { all: () => argumentsIn(content).map((text) => argument(linker, file, scope, text)) };
    case unknownArguments:
      return {};
    case callbackMark:
      return { first: () => exactly({ kind: "callable", returns: chain() }) };
    default:
      return { first: () => linker.chain(file, scope, content) };
  }
}

const argument = (linker: Linker, file: FileTable, scope: number, text: string): Found =>
  text === ""
    ? unresolved
    : text.startsWith(":")
      ? linker.typed(file, scope, text.slice(1))
      : linker.chain(file, scope, text);

/** The result of a call with type arguments substituted; undefined where the function is not generic. */
export function calledWith(linker: Linker, entity: Entity, found: Found, offer: Offer): Found | undefined {
  if (entity.kind !== "definition") return undefined;
  const { genericFunctions, typesOfCalls } = linker.tables.fileOf(entity.id).rules ?? {};
  if (!genericFunctions && !typesOfCalls) return undefined;
  if (genericFunctions && linker.tables.definition(entity.id).kind === "class")
    return madeWith(linker, entity.id, offer);
  const base = offer.first && isMixedIn(linker, entity.id, found) ? offer.first() : undefined;
  const ids = found.entities.some(isGeneric)
    ? [entity.id, ...overloadSignatures(linker, entity.id)].filter(
        (id) => linker.tables.definition(id).kind === "function" && linker.typeParameters(id).length > 0,
      )
    : [];
  let known = found;
  for (const id of ids) {
    const types = offer.types?.() ?? typesBy(linker, id, offer);
    if (types.some(({ entities }) => entities.length > 0))
      known = substitute(linker, known, { of: id, types });
  }
  if (base) return union([known, base]);
  // With several overloads, one whose result stays open may not be the one called.
  if (ids.length > 1 && !offer.types && known.entities.some(isOpen)) return undefined;
  return known === found ? undefined : known;
}

/** A generic object whose constructor takes a class, or an object, of its type parameter: `new Pool(Item)`. */
function madeWith(linker: Linker, id: number, { first }: Offer): Found | undefined {
  if (!first || linker.typeParameters(id).length === 0) return undefined;
  const [maker] = linker.declared(id, "constructor")?.entities ?? [];
  if (maker?.kind !== "definition") return undefined;
  const types = typesBy(linker, maker.id, { first }, id);
  return types.length === 0
    ? undefined
    : inferred(exactly({ kind: "instance", id, typeArguments: { of: id, types } }));
}

/** Whether a function is a mixin, whose class extends its argument: `(Base) => class extends Base {}`. */
function isMixedIn({ tables }: Linker, id: number, { entities }: Found): boolean {
  const bases = entities.flatMap((one) =>
    one.kind === "definition" ? (tables.definition(one.id).bases ?? []) : [],
  );
  if (bases.length === 0) return false;
  const [parameter] = parametersIn(tables.definition(id).signature) ?? [];
  return bases.includes(/^[\w$]+/.exec(parameter ?? "")?.[0] ?? "");
}

/**
 * Infers type arguments by matching parameter types with arguments.
 *
 * @param of The owner of the type parameters: the class of a constructor, or the function itself.
 */
function typesBy(linker: Linker, id: number, offer: Offer, of = id): readonly Found[] {
  const file = linker.tables.fileOf(id);
  const definition = linker.tables.definition(id);
  const meant = new Map<string, Found[]>();
  const lay = (type: string | undefined, given: Found): void => {
    if (type !== undefined && given.entities.length > 0)
      match(linker, { id: of, meant }, linker.typed(file, file.inside[id - file.base]!, type), given, 0);
  };
  if (offer.first) {
    const given = offer.first();
    if (given.entities.length > 0) lay(firstType(definition), given);
  }
  if (offer.on && definition.extends !== undefined) lay(definition.extends, offer.on());
  const all = offer.all?.() ?? [];
  all.forEach((given, at) => {
    lay(typeTaking(definition, at, all.length, given), given);
  });
  if (meant.size === 0) return [];
  return linker.typeParameters(of).map((name) => inferred(union(meant.get(name) ?? [unresolved])));
}

/** A parameter's type, where it precedes the name; the last parameter may be variadic, or take an array. */
function typeTaking(
  { parameterTypes = [], rest }: Definition,
  at: number,
  count: number,
  { entities }: Found,
): string | undefined {
  const type = parameterTypes[at] ?? (rest ? parameterTypes.at(-1) : undefined);
  const isLast = rest && at === parameterTypes.length - 1 && at === count - 1;
  const isArray = (one: Entity): boolean => one.kind === "collection" && one.name?.endsWith("[]") === true;
  return isLast && entities.every(isArray) ? `${type}[]` : type;
}

/** Cache of first parameters' types, since a function is called in many places. */
const firstTypes = new WeakMap<Definition, { readonly type: string | undefined }>();

function firstType(definition: Definition): string | undefined {
  const known = firstTypes.get(definition) ?? { type: typeAt(parametersIn(definition.signature), 0) };
  firstTypes.set(definition, known);
  return known.type;
}

/** Limit of nesting when types are matched. */
const maxDepth = 4;

interface Match {
  readonly id: number;
  readonly meant: Map<string, Found[]>;
}

function match(linker: Linker, of: Match, expected: Found, given: Found, depth: number): void {
  if (depth > maxDepth || given.entities.length === 0) return;
  for (const one of expected.entities) {
    if ("typeVariable" in one && one.typeVariable?.of === of.id) {
      const { name } = one.typeVariable;
      of.meant.set(name, [...(of.meant.get(name) ?? []), given]);
    } else for (const other of given.entities) matchOne(linker, of, one, other, depth + 1);
  }
}

function matchOne(linker: Linker, of: Match, expected: Entity, given: Entity, depth: number): void {
  const named = expected.kind === "instance" ? meantByName(linker, expected) : unresolved;
  if (named.entities.length > 0) match(linker, of, named, exactly(given), depth);
  if (expected.kind === "collection" && given.kind === "collection") {
    match(linker, of, expected.elements, given.elements, depth);
    if (expected.keys !== expected.elements) match(linker, of, expected.keys, given.keys, depth);
    expected.tupleElements?.forEach((place, index) => {
      match(linker, of, place, given.tupleElements?.[index] ?? unresolved, depth);
    });
  } else if (expected.kind === "callable" && (given.kind === "callable" || given.kind === "definition"))
    match(linker, of, expected.returns, linker.call(given), depth);
  else if (expected.kind === "instance" && given.kind === "definition")
    // A constructor matches a construct signature: `{ new (): T }`.
    match(linker, of, linker.member(expected, callSignature), linker.call(given), depth);
  else if (expected.kind === "instance" && expected.typeArguments && given.kind === "instance") {
    const types = typeArgumentsFor(linker, given, expected.id)?.types ?? [];
    expected.typeArguments.types.forEach((type, index) => {
      match(linker, of, type, types[index] ?? unresolved, depth);
    });
  }
}

/** The expansion of an alias, with its type arguments: `type Query<T> = Maker<T> | Choice<T>`. */
function meantByName(linker: Linker, { id, typeArguments }: Extract<Entity, { kind: "instance" }>): Found {
  const { alias } = linker.tables.definition(id);
  if (alias === undefined || !typeArguments) return unresolved;
  const file = linker.tables.fileOf(id);
  return substitute(linker, linker.typed(file, file.inside[id - file.base]!, alias), typeArguments);
}

/** The bound of a type parameter: `Named` of `<T extends Named>`. */
export function findTypeBound(linker: Linker, id: number, name: string): Found {
  const definition = linker.tables.definition(id);
  const part = typeParametersOf(definition).find((one) => nameOf(one) === name);
  const [, bound] = /^[^=]*?\bextends\s+([\s\S]+)$/.exec(part ?? "") ?? [];
  const file = linker.tables.fileOf(id);
  const inside = file.inside[id - file.base]!;
  if (bound !== undefined) return linker.typed(file, inside, withoutDefault(bound));
  // Where types follow names, a bound is declared like the type of a field; most have none.
  const entry = file.rules?.methodsAcrossFiles ? file.lookup(name, inside)?.bindings?.[0]?.type : undefined;
  const { entities } = entry === undefined ? unresolved : linker.typed(file, inside, entry);
  return exactly(...entities.filter(({ kind }) => kind === "instance"));
}

/** The default of a type parameter: `Key` of `<K = Key>`. */
export function findTypeDefault(linker: Linker, id: number, name: string): Found {
  const part = typeParametersOf(linker.tables.definition(id)).find((one) => nameOf(one) === name);
  const [, usual] = /\s=(?!>)\s*([\s\S]+)$/.exec(part ?? "") ?? [];
  if (usual === undefined) return unresolved;
  const file = linker.tables.fileOf(id);
  return linker.typed(file, file.inside[id - file.base]!, usual);
}

const withoutDefault = (bound: string): string => bound.replace(/\s=(?!>)[\s\S]*$/, "");

const nameOf = (part: string): string | undefined =>
  /^(?:(?:in|out|const)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(part)?.[1];
