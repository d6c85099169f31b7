/** Method references and method groups: `events.forEach(this::publish)`, `MapGet("/", GetAll)`. */

import { type Entity, exactly, type Found, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { hasNameOfClass } from "../members/constructors.ts";
import { isExtension, isOfClass } from "../members/extension-methods.ts";
import type { Chain, Reference } from "../outline.ts";

/**
 * A function by its name; nothing where that is one of something else, too. One that is added to types is meant by the
 * name of its class alone: what is added to an object hides nothing that the object has itself, which is not known of
 * types from elsewhere.
 */
export function functionPassed(linker: Linker, file: FileTable, reference: Reference): Found {
  const { before, chain } = reference;
  const scope = before ? file.outline.scopes[reference.scope]!.parent : reference.scope;
  const found = linker.called(file, scope, chain);
  if (found.entities.length === 0) return unresolved;
  const wrapped = wrappedAmong(linker, found.entities);
  if (wrapped.length > 0) return exactly(...wrapped);
  const functions = found.entities.filter((one) => isPlainFunction(linker, one));
  // Beside the function may stand what its name is said to be, or what a call makes of it: `const run = memo(() => 1)`.
  if (file.rules?.separateTypeNames && functions.length === 1 && isOfName(linker, functions[0]!, chain))
    return exactly(...functions);
  if (functions.length < found.entities.length) return unresolved;
  const isOther = (one: Entity): boolean =>
    (one.kind !== "external" || one.name !== undefined) && !isPlainFunction(linker, one);
  if (linker.chain(file, scope, chain).entities.some(isOther)) return unresolved;
  const isAdded = found.entities.some((one) => isExtension(linker, one));
  return isAdded && !isOfClass(linker, file, reference) ? unresolved : found;
}

/** Names for what a call gives that was given a function: these stand for the function. */
export const wrappedAmong = ({ tables }: Linker, entities: readonly Entity[]): readonly Entity[] =>
  entities.filter((one) => one.kind === "definition" && tables.definition(one.id).wrapped);

const isOfName = ({ tables }: Linker, one: Entity, chain: Chain): boolean =>
  one.kind === "definition" && tables.definition(one.id).name === chain;

/** No constructor, which has the name of its class or is called so, and no property. */
function isPlainFunction({ tables }: Linker, one: Entity): boolean {
  if (one.kind !== "definition") return false;
  const definition = tables.definition(one.id);
  const isMaker =
    definition.name === "constructor" || hasNameOfClass(tables.fileOf(one.id).outline, definition);
  return definition.kind === "function" && !definition.property && !isMaker;
}

/** What has more parameters is not asked for them. */
const maxParameters = 4;

/** Such a mention as the call that it stands for, with what the function gets; itself where that is not known. */
export function asCalled(linker: Linker, file: FileTable, found: Found, reference: Reference): Reference {
  const { gets, scope } = reference;
  if (gets === undefined || found.entities.length < 2) return reference;
  const taken = takenBy(linker, file, scope, gets);
  const given = taken.length === 0 ? undefined : isOnFirst(linker, file, found, reference);
  if (given === undefined) return reference;
  const argTypes = given ? taken.slice(1) : taken;
  return { ...reference, args: argTypes.length, argTypes };
}

/** What it gets for each of its parameters, as chains. */
function takenBy(linker: Linker, file: FileTable, scope: number, first: Chain): readonly Chain[] {
  const all: Chain[] = [];
  for (let at = 0; at < maxParameters; at++) {
    const chain = first.replace(place, `$1:${at}$2`);
    if ((at > 0 && chain === first) || linker.chain(file, scope, chain).entities.length === 0) break;
    all.push(chain);
  }
  return all;
}

/** The parameter in the last brackets of a chain. */
const place = /(\[[^[\]:]*):0([^[\]]*\])$/;

/** Whether the first is what the method is called on: `Event::publish`; undefined where only some are such methods. */
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
