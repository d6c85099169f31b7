/** What is said of a class outside of it: methods in `impl` blocks, traits implemented. */

import type { FileTable } from "./file-table.ts";
import type { Linker, SaidElsewhere } from "./linker.ts";
import { factNumber, type Memory } from "./memory.ts";
import type { Chain } from "./outline.ts";
import { mostOfOneName } from "./said.ts";

/** The name under which a file's `impl` blocks and their like are noted. */
export const saidElsewhere = "*";

/** The fact which files have such. */
export const filesSayingElsewhere = factNumber(0, saidElsewhere);

/** Stands for all facts from which it was collected: nearly every file's links are made from them, thousands of them. */
export const factOfCollected = factNumber(0, "impl");

interface Collected {
  readonly members: Map<string, number[]>;
  readonly bases: { file: FileTable; scope: number; base: Chain }[];
}

const none: SaidElsewhere = { members: new Map(), bases: [] };

export interface Elsewhere {
  /**
   * Collects from all files; before the first question, and only where files of such languages are linked. Gives the
   * facts that it was made from.
   */
  collect(): Uint32Array;
  said(id: number): SaidElsewhere;
  /** Notes that an answer depends on all that was collected. */
  note(): void;
}

/** @param also What else is collected from each of those files. Questions that are asked while collecting are answered with what is known so far. */
export function createElsewhere(linker: Linker, memory: Memory, also: (file: FileTable) => void): Elsewhere {
  const all = new Map<number, Collected>();
  let note: (() => void) | undefined;
  return {
    collect: () => {
      note = memory.cut;
      const made = memory.settle(() => collect(linker, memory, all, also));
      note = () => memory.touch(factOfCollected);
      return made;
    },
    note: () => note?.(),
    said: (id) => {
      if (!linker.tables.fileOf(id).rules?.openTypes) return none;
      if (!note) throw new Error("Nothing was collected before the first question.");
      note();
      return all.get(id) ?? none;
    },
  };
}

function collect(
  linker: Linker,
  memory: Memory,
  all: Map<number, Collected>,
  also: (file: FileTable) => void,
): void {
  const of = (file: FileTable, scope: number, chain: Chain): readonly Collected[] =>
    classesNamed(linker, file, scope, chain).map((id) => {
      const known = all.get(id) ?? { members: new Map(), bases: [] };
      all.set(id, known);
      return known;
    });
  memory.touch(filesSayingElsewhere);
  for (const file of linker.tables.filesWhere((rules) => rules.openTypes === true)) {
    memory.touch(factNumber(file.seed, saidElsewhere));
    file.outline.definitions.forEach((definition, index) => {
      if (definition.on === undefined) return;
      for (const { members } of of(file, definition.scope, plainOn(definition.on))) {
        const ids = members.get(definition.name) ?? [];
        if (ids.length < mostOfOneName) ids.push(file.base + index);
        members.set(definition.name, ids);
      }
    });
    for (const { scope, of: heir, base } of file.outline.laterBases ?? [])
      for (const { bases } of of(file, scope, heir)) bases.push({ file, scope, base });
    if (file.rules?.fieldsApart) also(file);
  }
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

/** What is used is a namespace: not a header. */
export const namespaceName = /^\w+(?:::\w+)*$/;

/** The names of the definitions that a scope stands in, from the outside in. */
export function namespaceOf(file: FileTable, scope: number): string {
  const { scopes, definitions } = file.outline;
  const names: string[] = [];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const definition = definitions[scopes[at]!.definition];
    if (!definition) continue;
    names.unshift(definition.name);
    // `class Outer::Inner {`
    if (definition.on !== undefined) names.unshift(plainOn(definition.on));
  }
  return names.join(".");
}

/** The namespaces and classes around a definition, what it is written on, and its name. */
export function wholeNameOf(file: FileTable, index: number): string {
  const { scope, on, name } = file.outline.definitions[index]!;
  const around = namespaceOf(file, scope);
  return [around, on === undefined ? "" : plainOn(on), name].filter((part) => part !== "").join(".");
}
