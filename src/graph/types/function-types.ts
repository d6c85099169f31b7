/**
 * Contextual typing of callbacks: in `handle((event) => ...)` and `const handler: Handler = (event) => ...` the parameter
 * `event` has the type that the expected function type gives it.
 */

import {
  type Entity,
  exactly,
  type Found,
  inferred,
  type RecordEntity,
  union,
  unresolved,
} from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { madeOrCalled } from "../members/constructors.ts";
import { isOnlyType } from "../members/defined.ts";
import { closing, splitTop } from "../notation/brackets.ts";
import { guarded } from "../notation/chain-steps.ts";
import { elementType, isInList, isItself, type Place, placeIn, within } from "../notation/function-places.ts";
import { parametersIn, typeAt, typeOfParameter } from "../notation/signatures.ts";
import { isFunctionType } from "../notation/types.ts";
import { callParameters, indexSignature } from "../outline.ts";
import { guardedBy, typeDeclared } from "./declared-types.ts";
import { delegateParameter, samParameter } from "./functional-interfaces.ts";
import { isDelegate } from "./generic-aliases.ts";
import { callTypesIn, indexSignatureType, memberTypeIn } from "./records.ts";
import { substitute } from "./type-arguments.ts";
import { overloadSignatures } from "./type-variables.ts";

/** Limit of aliases and members followed. */
const maxDepth = 8;

/**
 * The type of a callback's parameter.
 * @param entity The function that the callback is passed to, or an object of the callback's declared type.
 * @param place `1:0` is the first parameter of the second argument, `1.on.open:0` of a function in that argument, `{
 * on: { open: ... } }`, `1.*:0` of one in a list there; `:0` is that of the type itself, `.on:0` of a member of it;
 * `1:` is the second argument itself. `guarded` is the first as a type guard narrows it (declared-types.ts).
 */
export const parameterType = (linker: Linker, entity: Entity, place: string): Found =>
  place === guarded ? guardedBy(linker, entity) : parameterAt(linker, entity, placeIn(place));

function parameterAt(linker: Linker, entity: Entity, place: Place): Found {
  if (place.argument === undefined) return ofType(linker, entity, place, 0);
  if (entity.kind === "definition" && linker.tables.fileOf(entity.id).rules?.separateFunctionNames)
    return isDelegate(linker.tables.definition(entity.id))
      ? delegateParameter(linker, entity, place)
      : union(madeOrCalled(linker, entity).map((one) => ofArgument(linker, one, place)));
  if (entity.kind === "callable" && entity.head)
    return ofHead(linker, entity.head, (file, scope, head) => {
      const type = typeAt(parametersIn(head), place.argument!);
      return type === undefined ? unresolved : ofText(linker, file, scope, type, place, 0);
    });
  if (entity.kind === "callable") {
    const { entities = [] } = entity.parameters?.[place.argument] ?? {};
    return isItself(place)
      ? inferred(exactly(...entities))
      : inferred(union(entities.map((one) => ofType(linker, one, place, 0))));
  }
  if (entity.kind === "instance") return parameterOfObject(linker, entity.id, place);
  if (entity.kind !== "definition") return unresolved;
  const { tables } = linker;
  if (isOnlyType(linker, entity.id)) return unresolved;
  if (tables.definition(entity.id).kind === "class") {
    const maker = linker.declared(entity.id, "constructor")?.entities ?? [];
    return union(
      maker.map((one) => (isFunction(linker, one) ? parameterAt(linker, one, place) : unresolved)),
    );
  }
  const { id } = entity;
  const file = tables.fileOf(id);
  if (file.rules?.separateFieldNames) return ofNamed(linker, id, place);
  const found = bySignatures(
    linker,
    [id, ...overloadSignatures(linker, id)].map((one) => {
      const { signature, scope } = tables.definition(one);
      // Resolved inside, where its type parameters are in scope.
      const isGeneric = linker.typeParameters(one).length > 0;
      return { id, scope: isGeneric ? file.inside[one - file.base]! : scope, text: signature };
    }),
    place,
  );
  if (found.entities.length === 0)
    return byVariable(linker, entity, (one) => parameterAt(linker, one, place));
  return entity.typeArguments ? substitute(linker, found, entity.typeArguments) : found;
}

/** By the declared type of the variable that holds the function. */
const byVariable = (linker: Linker, entity: Entity, take: (one: Entity) => Found): Found =>
  union(
    typeDeclared(linker, entity).entities.map((one) => (one.kind === "definition" ? unresolved : take(one))),
  );

/** In languages with the type before the name: `void each(Consumer<Foo> run)`. */
function ofArgument(linker: Linker, entity: Extract<Entity, { kind: "definition" }>, place: Place): Found {
  const { parameterTypes = [] } = linker.tables.definition(entity.id);
  const type = parameterTypes[Math.min(place.argument!, parameterTypes.length - 1)];
  if (!type) return unresolved;
  const file = linker.tables.fileOf(entity.id);
  const typed = linker.typed(file, file.inside[entity.id - file.base]!, type.replace(/^(?:out|ref)\s+/, ""));
  const found = inferred(
    isItself(place) ? typed : union(typed.entities.map((one) => ofType(linker, one, place, 0))),
  );
  return entity.typeArguments ? substitute(linker, found, entity.typeArguments) : found;
}

/** In languages with the type after the name, where bounds are in scope inside: `fn each<F: Fn(&Foo)>(run: F)`. */
function ofNamed(linker: Linker, id: number, place: Place): Found {
  const file = linker.tables.fileOf(id);
  const all = parametersIn(linker.tables.definition(id).signature) ?? [];
  const own = all.filter((one) => !/^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(one))[place.argument!];
  const [, type] = /^[^:]*:(?!:)\s*([\s\S]+)$/.exec(own ?? "") ?? [];
  if (type === undefined) return unresolved;
  const { entities } = linker.typed(file, file.inside[id - file.base]!, type);
  return inferred(union(entities.map((one) => ofType(linker, one, place, 0))));
}

/** Of a callable object: by its function type, or the call signatures of its type. */
function parameterOfObject(linker: Linker, id: number, place: Place): Found {
  const { alias, scope } = linker.tables.definition(id);
  const isAlias = alias !== undefined && isFunctionType(alias);
  const all = isAlias ? [{ id, scope, text: alias }] : callsOf(linker, id);
  return bySignatures(linker, all, place);
}

interface Signature {
  /** The definition that declares it. */
  readonly id: number;
  readonly scope: number;
  readonly text: string;
}

const bySignatures = (linker: Linker, all: readonly Signature[], place: Place): Found =>
  union(
    all.map(({ id, scope, text }) => {
      const type = typeAt(parametersIn(text), place.argument!);
      return type === undefined
        ? unresolved
        : ofText(linker, linker.tables.fileOf(id), scope, type, place, 0);
    }),
  );

/** Limit of call signatures read. */
const maxSignatures = 16;

function callsOf(linker: Linker, id: number): readonly Signature[] {
  const all = linker.ancestors(id).ids.flatMap((one) => {
    const file = linker.tables.fileOf(one);
    const entry = file.lookup(callParameters, file.inside[one - file.base]!)?.bindings ?? [];
    return entry.map(({ scope, type }) => ({ id: one, scope, text: type ?? "" }));
  });
  return all.slice(0, maxSignatures);
}

/** By call signatures: `interface Handler { (event: Event): void }`. */
const ofCalls = (linker: Linker, id: number, parameter: number | undefined): Found =>
  union(
    callsOf(linker, id).map((one) =>
      ofParameters(linker, linker.tables.fileOf(one.id), one.scope, one.text, parameter),
    ),
  );

const isFunction = (linker: Linker, entity: Entity): boolean =>
  entity.kind === "definition" && linker.tables.definition(entity.id).kind === "function";

function ofType(linker: Linker, entity: Entity, place: Place, depth: number): Found {
  // Every member of a `Record<string, Foo>` is a `Foo`.
  const isMember = entity.kind === "collection" && entity.name === "Record" && place.path.length > 0;
  if (entity.kind === "collection" && (isInList(place) || isMember) && !entity.tupleElements)
    return union(entity.elements.entities.map((one) => ofType(linker, one, within(place), depth + 1)));
  if (entity.kind === "callable" && place.path.length > 0) return unresolved;
  if (entity.kind === "callable" && entity.head)
    return ofHead(linker, entity.head, (file, scope, head) =>
      ofParameters(linker, file, scope, head, place.parameter),
    );
  if (entity.kind === "callable") return entity.parameters?.[place.parameter ?? -1] ?? unresolved;
  if (entity.kind === "record") return ofRecord(linker, entity, place, depth);
  // An indexed access type that is a method: `Props["open"]`.
  if (entity.kind === "definition" && place.path.length === 0) return ofDefinition(linker, entity, place);
  if (entity.kind !== "instance" || depth > maxDepth) return unresolved;
  const file = linker.tables.fileOf(entity.id);
  if (file.rules?.separateFunctionNames)
    return isDelegate(linker.tables.definition(entity.id))
      ? delegateParameter(linker, entity, place)
      : samParameter(linker, entity, place.parameter);
  const member =
    place.path.length === 0
      ? ofCalls(linker, entity.id, place.parameter)
      : ofMember(linker, entity.id, place, depth);
  const { alias } = linker.tables.definition(entity.id);
  const isDeclared = member.entities.length > 0 || alias === undefined;
  const inside = file.inside[entity.id - file.base]!;
  const found = isDeclared ? member : ofText(linker, file, inside, alias, place, depth);
  return entity.typeArguments ? substitute(linker, found, entity.typeArguments) : found;
}

const ofRecord = (linker: Linker, record: RecordEntity, place: Place, depth: number): Found =>
  ofHead(linker, record, (file, scope, type) => ofLiteral(linker, file, scope, type, place, depth));

/** Parses an inline type, with type arguments substituted. */
function ofHead(
  linker: Linker,
  { file, scope, type, within: all = [] }: RecordEntity,
  read: (file: FileTable, scope: number, type: string) => Found,
): Found {
  const found = read(linker.tables.file(file), scope, type);
  return all.reduce((known, given) => substitute(linker, known, given), found);
}

/** By the member that the path begins with, in the type or its nearest base. */
function ofMember(linker: Linker, id: number, { path, ...place }: Place, depth: number): Found {
  const [name = "", ...rest] = path;
  const { ids } = linker.ancestors(id);
  const inside = { ...place, path: rest };
  for (const member of [name, indexSignature])
    for (const one of ids) {
      const file = linker.tables.fileOf(one);
      const { bindings = [], definitions = [] } = file.lookup(member, file.inside[one - file.base]!) ?? {};
      const found = union([
        ...bindings.map(({ scope, type }) =>
          type === undefined ? unresolved : ofText(linker, file, scope, type, inside, depth + 1),
        ),
        ...definitions.map((index) => ofSignature(linker, file, index, inside)),
      ]);
      if (found.entities.length > 0) return inferred(found);
    }
  return unresolved;
}

function ofDefinition(linker: Linker, entity: Extract<Entity, { kind: "definition" }>, place: Place): Found {
  const { id, typeArguments } = entity;
  const file = linker.tables.fileOf(id);
  if (file.rules?.separateFunctionNames || linker.tables.definition(id).kind !== "function")
    return unresolved;
  const found = ofSignature(linker, file, id - file.base, place);
  if (found.entities.length === 0)
    return byVariable(linker, entity, (one) => ofType(linker, one, place, maxDepth));
  return typeArguments ? substitute(linker, found, typeArguments) : found;
}

function ofSignature(linker: Linker, file: FileTable, index: number, { path, parameter }: Place): Found {
  const { signature, scope } = file.outline.definitions[index]!;
  return path.length > 0 ? unresolved : ofParameters(linker, file, scope, signature, parameter);
}

/** A parameter's type, from the text of a function type. */
function ofParameters(linker: Linker, file: FileTable, scope: number, head: string, place = -1): Found {
  const type = typeOfParameter(head, place);
  return type === undefined ? unresolved : linker.typed(file, scope, type);
}

function ofText(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
  place: Place,
  depth: number,
): Found {
  if (--place.budget.left < 0) return unresolved;
  // The return type extends to the end: `(a: A) => B | C` is no union.
  const all = isFunctionType(text) ? [text] : splitTop(text, "|").flatMap((part) => splitTop(part, "&"));
  const types = all.map(bare).map((type) => {
    const element = isInList(place) ? elementType(type) : undefined;
    if (element !== undefined) return ofText(linker, file, scope, element, within(place), depth + 1);
    if (type.startsWith("{")) return ofLiteral(linker, file, scope, type, place, depth);
    if (place.path.length > 0 || !isFunctionType(type)) {
      const { entities } = linker.typed(file, scope, type);
      return union(entities.map((one) => ofType(linker, one, place, depth + 1)));
    }
    const own = typeOfParameter(type, place.parameter ?? -1);
    return own === undefined ? unresolved : linker.typed(file, scope, own);
  });
  return inferred(union(types));
}

/** By an object type literal: `{ on: (event: Event) => void; open(event: Event): void }`. */
function ofLiteral(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
  { path, ...place }: Place,
  depth: number,
): Found {
  const [name, ...rest] = path;
  if (name === undefined)
    return union(callTypesIn(text).map((one) => ofParameters(linker, file, scope, one, place.parameter)));
  const own = depth > maxDepth ? undefined : (memberTypeIn(text, name) ?? indexSignatureType(text));
  return own === undefined
    ? unresolved
    : ofText(linker, file, scope, own, { ...place, path: rest }, depth + 1);
}

/** Without enclosing parentheses. */
const bare = (type: string): string =>
  type.startsWith("(") && closing(type, 0) === type.length - 1 ? type.slice(1, -1).trim() : type;
