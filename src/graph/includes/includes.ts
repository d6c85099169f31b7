/**
 * What a file sees through the files that it includes (C, C++): who says a name is known beforehand, so that a name is
 * not looked for in each of hundreds of headers.
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
  /** What the files that a scope includes, and the namespaces that it uses, say of a name: the first one that does. */
  find(file: FileTable, scope: number, name: string): Found | undefined;
  /** Those parts of a namespace that may say a name, in the order of the files; `sees` holds for the place of their file. */
  partsSaying(namespace: string, name: string, sees: (place: number) => boolean): readonly Part[];
}

/** What a file includes, directly or not, and which namespaces are used on the way. */
export const factOfIncluded = (path: string): number => factNumber(textNumber(path), " included");

/** Whether a file includes another one, directly or not. */
export const factOfIncluding = (path: string, other: string): number =>
  factNumber(factNumber(textNumber(path), " includes"), other);

/** More included files than this are not followed. */
export const maxIncluded = 3_000;

/** The places of a file and of all that it includes, directly or not. @param direct What a file includes itself. */
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

/** More namespaces that are used are not followed. */
const maxUsed = 100;

/** The files that are seen from a scope, in the order in which they are read, and the namespaces used on the way. */
interface Order {
  /** By the place of a file among all. */
  readonly places: ReadonlyMap<number, number>;
  readonly used: readonly Used[];
}

interface Used extends Part {
  readonly star: ImportFact;
  /** How many files are read before. */
  readonly after: number;
}

/** Whether what is used here, among all that its scope uses, is a namespace of the repository. */
type IsUsed = (star: ImportFact, stars: readonly ImportFact[]) => boolean;

export function createIncludes(linker: Linker, memory: Memory, names: Names, isUsed: IsUsed): Includes {
  const { tables } = linker;
  // By what a scope includes: the list is its own.
  const lists = new Map<readonly ImportFact[], Included>();
  const orders = new Map<readonly ImportFact[], Order>();
  /** Of the tops of files, which others include, no more is read. */
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
    partsSaying: (namespace, name, sees) => {
      const passing = names.passing(namespace);
      const seen = names.saying(namespace, name).filter(({ place }) => sees(place));
      if (passing.length === 0) return seen;
      return [...seen, ...passing.filter(({ place }) => sees(place))].sort(
        (a, b) => a.place - b.place || a.scope - b.scope,
      );
    },
  };
}

/** What a scope includes, in its order: the places of files, and namespaces that it uses. */
type Included = readonly (number | ImportFact)[];

/** The place of the file that a header is which another file names. */
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
