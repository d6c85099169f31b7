/** Method references and method groups: `events.forEach(this::publish)`, `MapGet("/", GetAll)`. */

import { type Entity, exactly, type Found, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { hasNameOfClass } from "../members/constructors.ts";
import { isExtension, isOfClass } from "../members/extension-methods.ts";
import type { Chain, Reference } from "../outline.ts";

/**
 * A function that is passed by name; nothing where the name has other meanings. An extension method is only meant
 * when named through its class, since on an object it would yield to the object's own methods, which are unknown for
 * external types.
 */
export function functionPassed(linker: Linker, file: FileTable, reference: Reference): Found {
  const { before, chain } = reference;
  const scope = before ? file.outline.scopes[reference.scope]!.parent : reference.scope;
  const found = linker.called(file, scope, chain);
  if (found.entities.length === 0) return unresolved;
  const wrapped = wrappedAmong(linker, found.entities);
  if (wrapped.length > 0) return exactly(...wrapped);
  const functions = found.entities.filter((one) => isPlainFunction(linker, one));
  // Beside the function there may be a declared type of its name, or a wrapped value: `const run = memo(() => 1)`.
  if (file.rules?.separateTypeNames && functions.length === 1 && isOfName(linker, functions[0]!, chain))
    return exactly(...functions);
  if (functions.length < found.entities.length) return unresolved;
  const isOther = (one: Entity): boolean =>
    (one.kind !== "external" || one.name !== undefined) && !isPlainFunction(linker, one);
  if (linker.chain(file, scope, chain).entities.some(isOther)) return unresolved;
  const isAdded = found.entities.some((one) => isExtension(linker, one));
  return isAdded && !isOfClass(linker, file, reference) ? unresolved : found;
}

/** Variables that hold a wrapped function, `memo(() => 1)`: they stand for the function. */
export const wrappedAmong = ({ tables }: Linker, entities: readonly Entity[]): readonly Entity[] =>
  entities.filter((one) => one.kind === "definition" && tables.definition(one.id).wrapped);

const isOfName = ({ tables }: Linker, one: Entity, chain: Chain): boolean =>
  one.kind === "definition" && tables.definition(one.id).name === chain;

/** Neither a constructor nor a property. */
function isPlainFunction({ tables }: Linker, one: Entity): boolean {
  if (one.kind !== "definition") return false;
  const definition = tables.definition(one.id);
  const isMaker =
    definition.name === "constructor" || hasNameOfClass(tables.fileOf(one.id).outline, definition);
  return definition.kind === "function" && !definition.property && !isMaker;
}

/** Limit of parameters that are resolved. */
const maxParameters = 4;

/** The reference as the call that will happen, with the arguments it will get; unchanged where these are unknown. */
export function asCalled(linker: Linker, file: FileTable, found: Found, reference: Reference): Reference {
  const { gets, scope } = reference;
  if (gets === undefined || found.entities.length < 2) return reference;
  const taken = takenBy(linker, file, scope, gets);
  const given = taken.length === 0 ? undefined : isOnFirst(linker, file, found, reference);
  if (given === undefined) return reference;
  const argTypes = given ? taken.slice(1) : taken;
  return { ...reference, args: argTypes.length, argTypes };
}

/** The arguments that it will be called with, as chains. */
function takenBy(linker: Linker, file: FileTable, scope: number, first: Chain): readonly Chain[] {
  const all: Chain[] = [];
  for (let at = 0; at < maxParameters; at++) {
    const chain = first.replace(place, `$1:${at}$2`);
    if ((at > 0 && chain === first) || linker.chain(file, scope, chain).entities.length === 0) break;
    all.push(chain);
  }
  return all;
}

/** The parameter number in the last brackets of a chain. */
const place = /(\[[^[\]:]*):0([^[\]]*\])$/;

/** Whether the first argument is the receiver, `Event::publish`; undefined where only some candidates are instance methods. */
function isOnFirst(
  linker: Linker,
  file: FileTable,
  { entities }: Found,
  { scope, chain }: Reference,
): boolean | undefined {
  const dot = chain.lastIndexOf(".");
  const before = dot < 0 ? [] : linker.chain(file, scope, chain.slice(0, dot)).entities;
  if (!before.some(({ kind }) => kind === "definition")) return false;
  const areOnClass = entities.map(
    (one) => one.kind === "definition" && linker.tables.definition(one.id).isStatic === true,
  );
  return areOnClass.every((one) => one === areOnClass[0]) ? !areOnClass[0] : undefined;
}
