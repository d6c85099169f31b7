/** What is said of a class outside of it: methods in `impl` blocks, traits implemented. */
import type { Linker, SaidElsewhere } from "./linker.ts";
import type { Chain } from "./outline.ts";
import type { FileTable } from "./tables.ts";

interface Collected {
  readonly members: Map<string, number[]>;
  readonly bases: { file: FileTable; scope: number; base: Chain }[];
}

const none: SaidElsewhere = { members: new Map(), bases: [] };

/** Collected from all files at the first question; questions asked while collecting are answered with nothing. */
export function createElsewhere(linker: Linker): (id: number) => SaidElsewhere {
  let collected: Map<number, Collected> | undefined;
  return (id) => {
    if (!collected) {
      collected = new Map();
      const all = collect(linker);
      collected = all;
    }
    return collected.get(id) ?? none;
  };
}

function collect(linker: Linker): Map<number, Collected> {
  const all = new Map<number, Collected>();
  const of = (file: FileTable, scope: number, chain: Chain): readonly Collected[] =>
    classesNamed(linker, file, scope, chain).map((id) => {
      const known = all.get(id) ?? { members: new Map(), bases: [] };
      all.set(id, known);
      return known;
    });
  for (const file of linker.tables.files) {
    if (!file.rules?.openTypes) continue;
    file.outline.definitions.forEach((definition, index) => {
      if (definition.on === undefined) return;
      for (const { members } of of(file, definition.scope, plainOn(definition.on))) {
        const ids = members.get(definition.name) ?? [];
        members.set(definition.name, [...ids, file.base + index]);
      }
    });
    for (const { scope, of: heir, base } of file.outline.laterBases ?? [])
      for (const { bases } of of(file, scope, heir)) bases.push({ file, scope, base });
  }
  return all;
}

export const plainOn = (on: Chain): Chain => on.replace(/\.prototype$/, "");

/** The classes that a chain names, where it stands for classes or aliases of them. */
export function classesNamed(
  linker: Linker,
  file: FileTable,
  scope: number,
  chain: Chain,
): readonly number[] {
  return linker
    .chain(file, scope, chain)
    .entities.flatMap((one) =>
      one.kind === "definition" && linker.tables.definition(one.id).kind === "class" ? [one.id] : [],
    );
}

/** The names of the definitions that a scope stands in, from the outside in. */
export function namespaceOf(file: FileTable, scope: number): string {
  const { scopes, definitions } = file.outline;
  const names: string[] = [];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const definition = definitions[scopes[at]!.definition];
    if (definition) names.unshift(definition.name);
  }
  return names.join(".");
}
