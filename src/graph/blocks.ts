/** Which of several methods of one name is meant that stand in blocks of one class: `impl Foo {}`, `impl Bar for Foo {}`. */
import type { Entity, Found } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Tables } from "./tables.ts";

/**
 * Those of the class itself that the file sees come before those of traits, and on the object itself that of the block
 * around: `impl Foo<1> {}`, `impl Foo<2> {}`.
 */
export function ofBlocks(
  tables: Tables,
  file: FileTable,
  scope: number,
  found: Found,
  isOnSelf: boolean,
): Found {
  if (found.entities.length < 2) return found;
  const methods = found.entities.filter((one) => one.kind === "definition");
  const ofTraits = methods.filter(({ id }) => fulfils(tables, id));
  const own = methods.filter(
    ({ id }) =>
      !fulfils(tables, id) &&
      (tables.definition(id).visibility !== undefined ||
        file.outline.path.startsWith(insideOf(tables.fileOf(id).outline.path))),
  );
  const left: readonly Entity[] = own.length > 0 ? own : ofTraits.length > 0 ? ofTraits : found.entities;
  const block = isOnSelf && left.length > 1 ? blockAround(file, scope) : undefined;
  const here = left.filter(
    (one) =>
      one.kind === "definition" &&
      tables.fileOf(one.id) === file &&
      tables.definition(one.id).scope === block,
  );
  return { ...found, entities: here.length > 0 ? here : left };
}

/** What a module keeps to itself the modules inside of it see too. */
const insideOf = (path: string): string =>
  /(?:^|\/)(?:mod|lib|main)\.rs$/.test(path)
    ? path.slice(0, path.lastIndexOf("/") + 1)
    : path.slice(0, -".rs".length);

function blockAround({ outline: { scopes, definitions } }: FileTable, start: number): number | undefined {
  for (let at = start; at > 0; at = scopes[at]!.parent) {
    const definition = definitions[scopes[at]!.definition];
    if (definition?.on !== undefined) return definition.scope;
  }
  return undefined;
}

/** By file the scopes of the blocks that fulfil a trait. */
const fulfilling = new WeakMap<FileTable, ReadonlySet<number>>();

function fulfils(tables: Tables, id: number): boolean {
  const file = tables.fileOf(id);
  const known = fulfilling.get(file) ?? new Set((file.outline.laterBases ?? []).map(({ scope }) => scope));
  fulfilling.set(file, known);
  return known.has(tables.definition(id).scope);
}
