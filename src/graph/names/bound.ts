/** Types of variables, from their annotations and values. */
import { type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Binding } from "../outline.ts";
import { areFunctionTypes } from "../types/functional-interfaces.ts";

/** The value of a name or attribute that one or several bindings give. Types as written win over values. */
export function boundTo(linker: Linker, file: FileTable, bindings: readonly Binding[]): Found {
  const typed: Found[] = [];
  for (const one of bindings)
    if (one.type !== undefined) typed.push(linker.typed(file, readingScope(file, one), one.type));
  const fromTypes = union(typed);
  if (fromTypes.entities.length === 0) return valuesOf(linker, file, bindings);
  const tables = bindings.filter((one) => one.type !== undefined && isTable(one));
  const isAsked = tables.length > 0 && areFunctionTypes(linker, fromTypes);
  return inferred(isAsked ? union([fromTypes, valuesOf(linker, file, tables)]) : fromTypes);
}

/** A list or a map that is written out, or a plain name: of what a type only says to be a function it tells which one. */
const isTable = ({ value }: Binding): boolean => value !== undefined && table.test(value);

const table = /^(?:<[[{d]|Map\(|[\w$]+$)/;

/** What bindings give by their values alone. */
export function valuesOf(linker: Linker, file: FileTable, bindings: readonly Binding[]): Found {
  const valued: Found[] = [];
  for (const one of bindings)
    if (one.value !== undefined) valued.push(linker.chain(file, readingScope(file, one), one.value));
  return valued.length === 0 ? unresolved : inferred(union(valued));
}

/** The scope in which a binding is read. Around the top of a file there is none. */
export const readingScope = ({ outline }: FileTable, { scope, outer }: Binding): number =>
  outer && scope > 0 ? outline.scopes[scope]!.parent : scope;
