/** Overload sets that span files (C++). */
import { type Found, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { namespaceOf } from "../files/namespaces.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";

/** Adds the overloads of the same namespace from included files. */
export function withOverloads(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  found: Found,
): Found {
  if (file.rules?.conversions !== "C++" || !isOfFunctions(linker.tables, found)) return found;
  const isNamespace = file.outline.definitions[file.outline.scopes[scope]!.definition]?.kind === "namespace";
  if (scope > 0 && !isNamespace) return found;
  const others = isNamespace
    ? linker.shared(file, namespaceOf(file, scope), name)
    : linker.included(file, scope, name);
  return others && isOfFunctions(linker.tables, others) ? union([found, others]) : found;
}

/** Limit of an overload set across files. */
const maxFunctions = 8;

/** The first result, or where it is a function, all functions of the name: one overload set. */
export function firstOrFunctions(tables: Tables, findings: Iterable<Found | undefined>): Found | undefined {
  const functions: Found[] = [];
  for (const found of findings) {
    if (!found) continue;
    if (isOfFunctions(tables, found)) functions.push(found);
    else if (functions.length === 0) return found;
    if (functions.length === maxFunctions) break;
  }
  return functions.length === 0 ? undefined : union(functions);
}

/** Whether all are free functions. */
function isOfFunctions(tables: Tables, { entities }: Found): boolean {
  for (const one of entities) {
    if (one.kind !== "definition") return false;
    const { kind, on } = tables.definition(one.id);
    if (kind !== "function" || on !== undefined) return false;
  }
  return entities.length > 0;
}
