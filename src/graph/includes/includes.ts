/**
 * Name look-up through `#include` (C, C++). An index tells beforehand which files declare a name, so that hundreds of
 * headers need not be searched for it.
 */

import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";
import { factNumber, textNumber } from "../memory/fact-numbers.ts";
import type { Memory } from "../memory/memory.ts";
import type { ImportFact } from "../outline.ts";
import type { Names, Part } from "./name-index.ts";
import { firstOrFunctions } from "./overloads-across-files.ts";

export interface Includes {
  /** The first declaration of a name among the scope's transitive includes and using directives; of functions, all overloads. */
  find(file: FileTable, scope: number, name: string): Found | undefined;
  /** The parts of a namespace that may declare a name, in file order, in files that `sees` accepts. */
  partsDeclaring(namespace: string, name: string, sees: (place: number) => boolean): readonly Part[];
}

/** A file's transitive includes and their using directives. */
export const factOfIncluded = (path: string): number => factNumber(textNumber(path), " included");

/** Whether a file includes another one, directly or transitively. */
export const factOfIncluding = (path: string, other: string): number =>
  factNumber(factNumber(textNumber(path), " includes"), other);

/** Limit of transitive includes per file. */
export const maxIncluded = 3_000;

/** The places of a file and of its transitive includes. @param direct Direct includes. */
export function allIncluded(
  place: number,
  direct: (place: number) => readonly number[],
): ReadonlySet<number> {
  const all = new Set([place]);
  for (const one of all) {
    if (all.size > maxIncluded) break;
    for (const other of direct(one)) all.add(other);
  }
  return all;
}

/** Limit of using directives per traversal. */
const maxUsed = 100;

/** The transitive includes of a scope in textual order, with the using directives on the way. */
interface Order {
  /** Position in that order, by the file's place. */
  readonly places: ReadonlyMap<number, number>;
  readonly used: readonly Used[];
}

interface Used extends Part {
  readonly star: ImportFact;
  /** How many files come before it. */
  readonly after: number;
}

/** Whether a using directive, one of `stars` of its scope, means a namespace of the repository. */
type IsUsed = (star: ImportFact, stars: readonly ImportFact[]) => boolean;

export function createIncludes(linker: Linker, memory: Memory, names: Names, isUsed: IsUsed): Includes {
  const { tables } = linker;
  // Keyed by the list of imports, whose identity is unique to its scope.
  const lists = new Map<readonly ImportFact[], Included>();
  const orders = new Map<readonly ImportFact[], Order>();
  /** For the file scope, which includers ask for, the index suffices: no outline is read. */
  const starsOf = ({ place, scope }: Part): readonly ImportFact[] =>
    scope === 0 ? names.own(place).stars : tables.file(place).wildcards(scope);
  const included = (part: Part): Included => {
    const stars = starsOf(part);
    const known = lists.get(stars) ?? includedIn(tables, part.place, stars, isUsed);
    lists.set(stars, known);
    return known;
  };
  const orderOf = (part: Part): Order => {
    const stars = starsOf(part);
    const known = orders.get(stars) ?? orderFrom(included, part);
    orders.set(stars, known);
    return known;
  };
  const findBelow = (file: FileTable, scope: number, name: string): Found | undefined => {
    const { places, used } = orderOf({ place: file.index, scope });
    const saying = names
      .places("atTop", name)
      .filter((one) => places.has(one))
      .sort((a, b) => places.get(a)! - places.get(b)!);
    const findings = function* (): Iterable<Found | undefined> {
      let next = 0;
      for (const one of [...saying, undefined]) {
        const place = one === undefined ? places.size : places.get(one)!;
        for (; next < used.length && used[next]!.after <= place; next++) {
          const { place: by, scope, star } = used[next]!;
          yield linker.used(tables.file(by), scope, star, name);
        }
        if (one === undefined) return;
        const { path, language } = tables.heads[one]!;
        yield linker.exported({ kind: "file", path }, language, name);
      }
    };
    return firstOrFunctions(tables, findings());
  };
  const answers = memory.store<string, Found | undefined>(() => undefined);
  return {
    find: (file, scope, name) => {
      memory.touch(factOfIncluded(file.outline.path));
      if (file.wildcards(scope).length === 0) return undefined;
      return answers(`${file.index} ${scope} ${name}`, () => findBelow(file, scope, name));
    },
    partsDeclaring: (namespace, name, sees) => {
      const passing = names.passing(namespace);
      const seen = names.declaring(namespace, name).filter(({ place }) => sees(place));
      if (passing.length === 0) return seen;
      return [...seen, ...passing.filter(({ place }) => sees(place))].sort(
        (a, b) => a.place - b.place || a.scope - b.scope,
      );
    },
  };
}

/** A scope's includes, as places, and its using directives, in source order. */
type Included = readonly (number | ImportFact)[];

/** The place of the file that `#include "from"` resolves to. */
export function headerAt(
  { heads, queries, indexOf }: Tables,
  place: number,
  from: string,
): number | undefined {
  const target = queries.resolve(heads[place]!, from);
  return target && indexOf(target.path);
}

function includedIn(tables: Tables, place: number, stars: readonly ImportFact[], isUsed: IsUsed): Included {
  return stars.flatMap((star): number | ImportFact | readonly ImportFact[] => {
    if (star.ofNamespace) return isUsed(star, stars) ? [star] : [];
    return headerAt(tables, place, star.from) ?? [];
  });
}

function orderFrom(included: (part: Part) => Included, start: Part): Order {
  const places = new Map<number, number>();
  const used: Used[] = [];
  const read = (part: Part): void => {
    for (const one of included(part)) {
      if (typeof one !== "number") {
        if (used.length < maxUsed) used.push({ ...part, star: one, after: places.size });
      } else if (!places.has(one) && places.size < maxIncluded) {
        places.set(one, places.size);
        read({ place: one, scope: 0 });
      }
    }
  };
  read(start);
  return { places, used };
}
