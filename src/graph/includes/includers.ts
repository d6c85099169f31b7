/** Source files that are included as part of another file's text: `#include "ae_epoll.c"` (C, C++). */

import { type Entity, type Found, inferred, isResolved, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { nameInScope } from "../names/names.ts";
import { factOfIncluded, headerAt } from "./includes.ts";
import type { Names } from "./name-index.ts";
import { isBody, lastOf } from "./own-names.ts";

/** A file with more includers is not part of any of them. */
const maxIncluders = 16;

/** Resolves a file-level name of such a file as its includers see it. */
export type IncluderNames = (file: FileTable, name: string) => Found | undefined;

export function createIncluderNames(linker: Linker, memory: Memory, names: Names): IncluderNames {
  const { tables } = linker;
  const includers = new Map<number, readonly number[]>();
  const includersOf = ({ index, outline: { path } }: FileTable): readonly number[] => {
    // Before the cache, so that every query records the dependency.
    const places = names.places("bodiesIncluded", lastOf(path));
    const isIncluder = (place: number): boolean =>
      place !== index &&
      names.own(place).included.some((from) => isBody.test(from) && headerAt(tables, place, from) === index);
    const known = includers.get(index) ?? places.filter(isIncluder).sort((a, b) => a - b);
    includers.set(index, known);
    return known;
  };
  /** Whether it is defined in a sibling source file: that may be included after this one, and the name be a macro here. */
  const isOther = (one: Entity, others: ReadonlySet<number | undefined>): boolean =>
    "id" in one &&
    others.has(tables.placeOf(one.id)) &&
    isBody.test(tables.heads[tables.placeOf(one.id)]!.path);
  const found = memory.store<string, Found | undefined>(() => undefined);
  return (file, name) => {
    if (!isBody.test(file.outline.path)) return undefined;
    return found(`${file.index} ${name}`, () => {
      const places = includersOf(file);
      if (places.length === 0 || places.length > maxIncluders) return undefined;
      const all = places.map((place) => {
        memory.touch(factOfIncluded(tables.heads[place]!.path));
        const known = nameInScope(linker, tables.file(place), 0, name) ?? unresolved;
        const others = new Set(names.own(place).included.map((from) => headerAt(tables, place, from)));
        return known.entities.some((one) => isOther(one, others)) ? unresolved : known;
      });
      const meant = union(all);
      return isResolved(meant) ? inferred(meant) : undefined;
    });
  };
}
