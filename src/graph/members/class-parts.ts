/** Classes that are written in several parts, each with a node of its own (`partial` in C#). */

import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Definition } from "../outline.ts";
import { takes } from "../overloads/candidates.ts";

/** Of more parts the first stands for all: no code has so many. */
const mostParts = 64;

/** All parts of a class, this one first. */
export function partsOfClass({ tables }: Linker, id: number): readonly number[] {
  const parts = [id, ...tables.partsOf(id)];
  return parts.length > mostParts ? [id] : parts;
}

/** The part with the constructor that takes so many arguments, or any; else this one. */
export function findMade(linker: Linker, id: number, args: number | undefined): number {
  const parts = linker.parts(id);
  if (parts.length === 1) return id;
  const all = parts.flatMap((part) => constructorsOf(linker, part).map((one) => ({ part, one })));
  return (all.find(({ one }) => takes(one, args)) ?? all[0])?.part ?? id;
}

/** By file, and there by the scope inside of their class. */
const byFile = new WeakMap<FileTable, ReadonlyMap<number, readonly Definition[]>>();

function constructorsOf({ tables }: Linker, id: number): readonly Definition[] {
  const file = tables.fileOf(id);
  const { definitions, scopes } = file.outline;
  const known =
    byFile.get(file) ??
    Map.groupBy(
      definitions.filter(({ scope, name }) => definitions[scopes[scope]!.definition]?.name === name),
      ({ scope }) => scope,
    );
  byFile.set(file, known);
  return known.get(file.inside[id - file.base]!) ?? [];
}
