/**
 * What a file sees through the files that it includes (C, C++): who says a name is known beforehand, so that a name is
 * not looked for in each of hundreds of headers.
 */

import type { Found } from "./entities.ts";
import { type FileTable, factOf, push } from "./file-table.ts";
import type { Linker } from "./linker.ts";
import { factNumber, type Memory, textNumber } from "./memory.ts";
import { wholeNameOf } from "./namespaces.ts";
import type { ImportFact } from "./outline.ts";

/** One of the places where a namespace is written. */
export interface Part {
  readonly file: FileTable;
  readonly scope: number;
}

export interface Includes {
  /** What the files that a scope includes, and the namespaces that it uses, say of a name: the first one that does. */
  find(file: FileTable, scope: number, name: string): Found | undefined;
  /** Those parts of a namespace that may say a name, in the order of the files; `sees` holds for their file. */
  partsSaying(namespace: string, name: string, sees: (file: FileTable) => boolean): readonly Part[];
}

/** What a file includes, directly or not, and which namespaces are used on the way. */
export const factOfIncluded = (path: string): number => factNumber(textNumber(path), " included");

/** More included files than this are not followed. */
export const maxIncluded = 3_000;

/** More namespaces that are used are not followed. */
const maxUsed = 100;

/** The files that are seen from a scope, in the order in which they are read, and the namespaces used on the way. */
interface Order {
  readonly places: ReadonlyMap<FileTable, number>;
  readonly used: readonly Used[];
}

interface Used extends Part {
  readonly star: ImportFact;
  /** How many files are read before. */
  readonly place: number;
}

/** Whether a scope uses a namespace of the repository here: `#include <vector>` looks the same. */
type IsUsed = (file: FileTable, scope: number, star: ImportFact) => boolean;

export function createIncludes(linker: Linker, memory: Memory, isUsed: IsUsed): Includes {
  let index: Index | undefined;
  const indexed = (): Index => {
    index ??= indexNames(linker.tables.filesWhere((rules) => rules.declarationsApart === true));
    return index;
  };
  // By what a scope includes: the list is its own.
  const lists = new Map<readonly ImportFact[], Included>();
  const orders = new Map<readonly ImportFact[], Order>();
  const included = (file: FileTable, scope: number): Included => {
    const stars = file.stars(scope);
    const known = lists.get(stars) ?? includedIn(linker, file, scope, isUsed);
    lists.set(stars, known);
    return known;
  };
  const orderOf = (file: FileTable, scope: number): Order => {
    const stars = file.stars(scope);
    const known = orders.get(stars) ?? orderFrom(included, { file, scope });
    orders.set(stars, known);
    return known;
  };
  return {
    find: (file, scope, name) => {
      memory.touch(factOf(file.seed, name));
      memory.touch(factOfIncluded(file.outline.path));
      if (file.stars(scope).length === 0) return undefined;
      const { places, used } = orderOf(file, scope);
      const saying = (indexed().atTop.get(name) ?? [])
        .filter((one) => places.has(one))
        .sort((a, b) => places.get(a)! - places.get(b)!);
      let next = 0;
      const usedBefore = (place: number): Found | undefined => {
        for (; next < used.length && used[next]!.place <= place; next++) {
          const one = used[next]!;
          const found = linker.used(one.file, one.scope, one.star, name);
          if (found) return found;
        }
        return undefined;
      };
      for (const one of saying) {
        const { path, language } = one.outline;
        const found = usedBefore(places.get(one)!) ?? linker.exported({ kind: "file", path }, language, name);
        if (found) return found;
      }
      return usedBefore(places.size);
    },
    partsSaying: (namespace, name, sees) => {
      const named = indexed().namespaces.get(namespace);
      if (!named) return [];
      const { passing } = named;
      const saying = (named.saying.get(name) ?? []).filter(({ file }) => sees(file));
      if (passing.length === 0) return saying;
      return [...saying, ...passing.filter(({ file }) => sees(file))].sort(
        (a, b) => a.file.index - b.file.index || a.scope - b.scope,
      );
    },
  };
}

/** What a scope includes, in its order: files of the repository, and namespaces that it uses. */
type Included = readonly (FileTable | ImportFact)[];

function includedIn(linker: Linker, file: FileTable, scope: number, isUsed: IsUsed): Included {
  return file.stars(scope).flatMap((star): FileTable | ImportFact | readonly ImportFact[] => {
    const target = linker.tables.resolve(file, star.from);
    if (!target) return isUsed(file, scope, star) ? [star] : [];
    return linker.tables.fileAt(target.path) ?? [];
  });
}

function orderFrom(included: (file: FileTable, scope: number) => Included, start: Part): Order {
  const places = new Map<FileTable, number>();
  const used: Used[] = [];
  const read = (file: FileTable, scope: number): void => {
    for (const one of included(file, scope)) {
      if ("from" in one) {
        if (used.length < maxUsed) used.push({ file, scope, star: one, place: places.size });
      } else if (!places.has(one) && places.size < maxIncluded) {
        places.set(one, places.size);
        read(one, 0);
      }
    }
  };
  read(start.file, start.scope);
  return { places, used };
}

interface Index {
  /** The files that say a name outside of every namespace. */
  readonly atTop: ReadonlyMap<string, readonly FileTable[]>;
  readonly namespaces: ReadonlyMap<string, NamespaceNames>;
}

interface NamespaceNames {
  readonly saying: Map<string, Part[]>;
  /** Parts that include files, or use other namespaces. */
  readonly passing: Part[];
}

function indexNames(files: readonly FileTable[]): Index {
  const atTop = new Map<string, FileTable[]>();
  const namespaces = new Map<string, NamespaceNames>();
  for (const file of files) {
    const { definitions } = file.outline;
    const byScope = new Map<number, NamespaceNames>();
    definitions.forEach(({ kind }, at) => {
      if (kind !== "namespace") return;
      const [whole, scope] = [wholeNameOf(file, at), file.inside[at]!];
      const named = namespaces.get(whole) ?? { saying: new Map<string, Part[]>(), passing: [] };
      namespaces.set(whole, named);
      byScope.set(scope, named);
      if (file.allStars[scope]) named.passing.push({ file, scope });
    });
    for (const [name, { scope }] of file.names.all())
      if (scope === 0) push(atTop, name, file);
      else {
        const saying = byScope.get(scope)?.saying;
        if (saying) push(saying, name, { file, scope });
      }
  }
  return { atTop, namespaces };
}
