/** Classes that are written in several parts, each with a node of its own (`partial` in C#). */

import type { Linker } from "../linker.ts";
import { takes } from "../overloads/candidates.ts";
import { constructorsOf } from "./constructors.ts";

/** Of more parts the first stands for all: no code has so many. */
const mostParts = 64;

/** All parts of a class, this one first. */
export function partsOfClass({ tables }: Linker, id: number): readonly number[] {
  const parts = [id, ...tables.partsOf(id)];
  return parts.length > mostParts ? [id] : parts;
}

/** The part with the constructor that takes so many arguments, or any; else this one. */
export function findMade(linker: Linker, id: number, args: number | undefined): number {
  if (linker.parts(id).length === 1) return id;
  const all = constructorsOf(linker, id);
  const made = all.find((one) => takes(linker.tables.definition(one), args)) ?? all[0];
  return made === undefined ? id : (linker.parts(id).find((part) => isIn(linker, made, part)) ?? id);
}

function isIn({ tables }: Linker, made: number, part: number): boolean {
  const file = tables.fileOf(part);
  return tables.fileOf(made) === file && tables.definition(made).scope === file.inside[part - file.base];
}
