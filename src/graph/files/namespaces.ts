/** Whole names of what stands in namespaces and classes. */

import type { Definition } from "../outline.ts";
import { targetOf } from "./expando-members.ts";
import type { FileTable } from "./file-table.ts";

/** The names of the definitions that a scope stands in, from the outside in. */
export function namespaceOf(file: FileTable, scope: number): string {
  const { scopes, definitions } = file.outline;
  const names: string[] = [];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const definition = definitions[scopes[at]!.definition];
    if (!definition) continue;
    names.unshift(definition.name);
    // `class Outer::Inner {`
    if (definition.on !== undefined) names.unshift(targetOf(definition.on));
  }
  return names.join(".");
}

/** The namespaces and classes around a definition, what it is written on, and its name. */
export const qualifiedNameOf = (file: FileTable, index: number): string =>
  wholeName(namespaceOf(file, file.outline.definitions[index]!.scope), file.outline.definitions[index]!);

/** Those of all definitions of a file. */
export function qualifiedNamesOf(file: FileTable): readonly string[] {
  const around: string[] = [];
  return file.outline.definitions.map((definition) => {
    around[definition.scope] ??= namespaceOf(file, definition.scope);
    return wholeName(around[definition.scope]!, definition);
  });
}

const wholeName = (around: string, { on, name }: Definition): string =>
  [around, on === undefined ? "" : targetOf(on), name].filter((part) => part !== "").join(".");
