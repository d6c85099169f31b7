/** Functions of one name that stand in several files, which are overloads of each other in C++. */
import { type Found, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { namespaceOf } from "../files/namespaces.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";

/** Functions of a file with those of their name that the files have which it includes, in the same namespace (C++). */
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

/** Functions of one name in more files are not taken together. */
const maxFunctions = 8;

/** What is found first, or where that is a function, all functions: overloads may stand in several files. */
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

/** Whether it is functions that belong to no class. */
function isOfFunctions(tables: Tables, { entities }: Found): boolean {
  for (const one of entities) {
    if (one.kind !== "definition") return false;
    const { kind, on } = tables.definition(one.id);
    if (kind !== "function" || on !== undefined) return false;
  }
  return entities.length > 0;
}
