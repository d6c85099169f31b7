/** Bodies that are included where they belong, as if they were written there: `#include "ae_epoll.c"` (C, C++). */

import { type Entity, type Found, inferred, isResolved, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { nameInScope } from "../names/names.ts";
import { factOfIncluded, headerAt } from "./includes.ts";
import type { Names } from "./name-index.ts";
import { isBody, lastOf } from "./own-names.ts";

/** What more files include is no part of one of them. */
const maxIncluders = 16;

/** What a name at the top of such a file means in those that include it. */
export type IncluderNames = (file: FileTable, name: string) => Found | undefined;

export function createIncluderNames(linker: Linker, memory: Memory, names: Names): IncluderNames {
  const { tables } = linker;
  const includers = new Map<number, readonly number[]>();
  const includersOf = ({ index, outline: { path } }: FileTable): readonly number[] => {
    // Touched each time, for those who ask.
    const places = names.places("bodiesIncluded", lastOf(path));
    const isIncluder = (place: number): boolean =>
      place !== index &&
      names.own(place).included.some((from) => isBody.test(from) && headerAt(tables, place, from) === index);
    const known = includers.get(index) ?? places.filter(isIncluder).sort((a, b) => a - b);
    includers.set(index, known);
    return known;
  };
  /** Whether it stands in a body that is included beside: behind it, as like as not, and this one may have a macro of that name. */
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
