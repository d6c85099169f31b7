/**
 * Matches declarations with definitions (`void run();` in a header, `void run() {}` in a source file), and joins the
 * parts of a namespace, across files that include each other.
 */

import { type Entity, exactly, type Found, inferred } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { namespaceOf, qualifiedNameOf } from "../files/namespaces.ts";
import { maxOfOneName } from "../files/symbol-table.ts";
import type { Tables } from "../files/tables.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { nameInScope } from "../names/names.ts";
import type { ImportFact } from "../outline.ts";
import { createIncluderNames } from "./includers.ts";
import {
  allIncluded,
  createIncludes,
  factOfIncluded,
  factOfIncluding,
  headerAt,
  maxIncluded,
} from "./includes.ts";
import { isOpened, type Names } from "./name-index.ts";
import { firstOrFunctions } from "./overloads-across-files.ts";
import { maxOuter, withUsed } from "./own-names.ts";

export interface Declarations {
  bodies(id: number): readonly number[];
  /** The declarations of which this function is the first definition, in order. */
  declared(id: number): readonly number[];
  /** The number of default arguments, which the definition or any of its declarations may give. */
  optional(id: number): number;
  shared(file: FileTable, namespace: string, name: string): Found | undefined;
  /** A nested class that is defined outside of its class: `class Outer::Inner {`. */
  innerClass(file: FileTable, scope: number, name: string): Found | undefined;
  /** See Includes. */
  included(file: FileTable, scope: number, name: string): Found | undefined;
  /** A name as seen by the files that include this one as part of their text; see includers.ts. */
  around(file: FileTable, name: string): Found | undefined;
  /** A name through a using directive (`star`), whose namespace may be nested in one of an earlier directive. */
  used(file: FileTable, scope: number, star: ImportFact, name: string): Found | undefined;
}

/** @param names The index of all files. */
export function createDeclarations(linker: Linker, memory: Memory, names: Names): Declarations {
  const { tables } = linker;
  /** By place: a file and its transitive includes. */
  const included = new Map<number, ReadonlySet<number>>();
  const shared = memory.store<string, Found | undefined>(() => undefined);
  /** By using directive: the qualified names that it may mean. */
  const namespaces = new Map<ImportFact, readonly string[]>();
  const direct = new Map<number, readonly number[]>();
  const directBy = (place: number): readonly number[] => {
    const known = direct.get(place) ?? includedIn(tables, names, place);
    direct.set(place, known);
    return known;
  };
  const includedBy = (place: number): ReadonlySet<number> => {
    const known = included.get(place) ?? allIncluded(place, directBy);
    included.set(place, known);
    return known;
  };
  const includes = (place: number): ReadonlySet<number> => {
    memory.touch(factOfIncluded(tables.heads[place]!.path));
    return includedBy(place);
  };
  const isIncluded = (other: number, place: number): boolean => {
    const all = includedBy(place);
    // Past the limit, what is in the set depends on the order of traversal: depend on all of it.
    if (all.size > maxIncluded) return includes(place).has(other);
    memory.touch(factOfIncluding(tables.heads[place]!.path, tables.heads[other]!.path));
    return all.has(other);
  };
  /** @param stars All wildcard imports of the scope. */
  const namespacesUsed = (star: ImportFact, stars: readonly ImportFact[]): readonly string[] => {
    const known = namespaces.get(star) ?? namespacesOf(star, stars, names);
    namespaces.set(star, known);
    return known;
  };
  const includedNames = createIncludes(linker, memory, names, (star, stars) =>
    namespacesUsed(star, stars).some((one) => isNamespace(names, one)),
  );
  /** By place: the namespaces of a file's using directives. */
  const used = new Map<number, readonly string[]>();
  const namespacesIn = (file: FileTable): readonly string[] => {
    memory.touch(factOfIncluded(file.outline.path));
    const known =
      used.get(file.index) ?? names.own(file.index).using.filter((one) => isNamespace(names, one));
    used.set(file.index, known);
    return known;
  };
  /** Candidate qualified names: after `using namespace ns;`, `void Foo::bar() {}` may define `ns::Foo::bar`. */
  const wholesOf = (file: FileTable, id: number): readonly string[] => {
    const whole = qualifiedNameOf(file, id - file.base);
    return tables.definition(id).on === undefined ? [whole] : withUsed(whole, namespacesIn(file));
  };
  /** A forward declaration, `class Foo;`, whose class is defined in a file that this one does not include. */
  const announcedClass = (file: FileTable, whole: string): Found | undefined => {
    const id = nearestOf(tables, names.definitions("classes", whole), file);
    return id === undefined ? undefined : inferred(exactly({ kind: "definition", id }));
  };
  const declaresLocal = (file: FileTable, whole: string): boolean =>
    names
      .definitions("declared", whole)
      .some((one) => tables.placeOf(one) === file.index && isLocal(linker, one));
  /** The definitions that a file's declarations of this qualified name may refer to; undefined where it is ambiguous. */
  const bodiesFor = (file: FileTable, whole: string): readonly number[] | undefined => {
    const all = names.definitions("bodies", whole);
    // Includes count both ways: a header may include the definitions of its templates (`foo.inl`) at its end.
    let declares: boolean | undefined;
    const isNear = (body: number): boolean => {
      const other = tables.placeOf(body);
      if (other === file.index || isIncluded(other, file.index)) return true;
      // A `static` function of an including file does not define what this one declares for all.
      if (!isIncluded(file.index, other)) return false;
      if (!isLocal(linker, body)) return true;
      declares ??= declaresLocal(file, whole);
      return declares;
    };
    const seeing = all.filter(isNear);
    if (seeing.length > 0) return seeing;
    const open = all.filter((body) => !isLocal(linker, body));
    // Several of one name in one file are overloads.
    return open.length > 0 && new Set(open.map(tables.placeOf)).size === 1 ? open : undefined;
  };
  const bodies = (id: number): readonly number[] => {
    const file = tables.fileOf(id);
    const apart = file.rules?.separateDeclarations && tables.definition(id).bodiless;
    const all = apart && bodiesFor(file, qualifiedNameOf(file, id - file.base));
    return all ? bodiesOf(tables, id, all) : [id];
  };
  /** Candidates are found once per file, since a file may declare a function a thousand times. */
  const declaredAs = (id: number, whole: string): readonly number[] => {
    const bodiesIn = new Map<number, readonly number[]>();
    return names.definitions("declared", whole).filter((one) => {
      const place = tables.placeOf(one);
      const all = bodiesIn.get(place) ?? bodiesFor(tables.file(place), whole) ?? [];
      bodiesIn.set(place, all);
      return all.includes(id) && bodiesOf(tables, one, all)[0] === id;
    });
  };
  return {
    bodies,
    declared: (id) => {
      const file = tables.fileOf(id);
      const { kind, bodiless } = tables.definition(id);
      if (!file.rules?.separateDeclarations || kind !== "function" || bodiless) return [];
      return wholesOf(file, id)
        .flatMap((whole) => declaredAs(id, whole))
        .sort((a, b) => a - b);
    },
    innerClass: (file, scope, name) =>
      names.places("apart", name).length > 0
        ? announcedClass(file, `${namespaceOf(file, scope)}.${name}`)
        : undefined,
    used: (file, scope, star, name) => {
      for (const namespace of namespacesUsed(star, file.wildcards(scope))) {
        const found = linker.shared(file, namespace, name);
        if (found) return found;
      }
      return undefined;
    },
    included: includedNames.find,
    around: createIncluderNames(linker, memory, names),
    optional: (id) => {
      const file = tables.fileOf(id);
      const { optional = 0, parameters } = tables.definition(id);
      if (!file.rules?.separateDeclarations) return optional;
      const declared = wholesOf(file, id).flatMap((whole) => names.definitions("lenient", whole));
      const same = declared.map(tables.definition).filter((one) => one.parameters === parameters);
      return Math.max(optional, ...same.map((one) => one.optional ?? 0));
    },
    shared: (file, namespace, name) =>
      shared(`${file.index} ${namespace} ${name}`, () => {
        if (namespace === "")
          return (
            announcedBySome(linker, names.definitions("bodies", name), file, includes) ??
            announcedClass(file, name)
          );
        const parts = includedNames.partsDeclaring(namespace, name, (one) => includes(file.index).has(one));
        const findings = function* (): Iterable<Found | undefined> {
          for (const { place, scope } of parts) yield nameInScope(linker, tables.file(place), scope, name);
        };
        return firstOrFunctions(tables, findings()) ?? announcedClass(file, `${namespace}.${name}`);
      }),
  };
}

/** The definitions whose parameters match the declaration; the declaration itself where not even their number does. */
function bodiesOf(tables: Tables, id: number, all: readonly number[]): readonly number[] {
  const { parameters, parameterTypes } = tables.definition(id);
  if (parameters === undefined) return all;
  const alike = all.filter((body) => (tables.definition(body).parameters ?? parameters) === parameters);
  // In C, `int f();` leaves the parameters open.
  if (alike.length === 0) return parameters === 0 ? all : [id];
  const wanted = parameterTypes?.join();
  const same = alike.filter((body) => tables.definition(body).parameterTypes?.join() === wanted);
  return same.length > 0 ? same : alike;
}

/** Whether a qualified name is a namespace: one that is opened, or the qualifier of a class (`class ns::Foo {`). */
const isNamespace = (names: Names, whole: string): boolean =>
  ["namespace", "around"].some((how) => names.places("namespaces", `${how} ${whole}`).length > 0);

/** The one with the longest shared path: many repositories hold a second copy of their code, amalgamated in one header. */
function nearestOf({ heads, placeOf }: Tables, ids: readonly number[], file: FileTable): number | undefined {
  if (ids.length < 2 || ids.length > maxOfOneName) return ids.length === 1 ? ids[0] : undefined;
  const folders = file.outline.path.split("/").slice(0, -1);
  const sharedWith = (id: number): number => {
    const others = heads[placeOf(id)]!.path.split("/").slice(0, -1);
    const differs = folders.findIndex((folder, at) => folder !== others[at]);
    return differs < 0 ? folders.length : differs;
  };
  const near = ids.map(sharedWith);
  const most = Math.max(...near);
  return near.filter((one) => one === most).length === 1 ? ids[near.indexOf(most)] : undefined;
}

/**
 * Qualified names that a using directive may mean: as written, without namespaces that macros open, or nested in the
 * namespace of an earlier directive.
 */
function namespacesOf(star: ImportFact, stars: readonly ImportFact[], names: Names): readonly string[] {
  const written = star.from.replaceAll("::", ".");
  const before = stars
    .slice(
      0,
      stars.findIndex(({ from }) => from === star.from),
    )
    .filter(({ ofNamespace }) => ofNamespace);
  const parts = written.split(".");
  const first = parts.findIndex((part) => !isOpened(names, part));
  const bare = first > 0 ? [parts.slice(first).join(".")] : [];
  const inside = before.slice(0, maxOuter).map(({ from }) => `${from.replaceAll("::", ".")}.${written}`);
  return [
    written,
    ...bare,
    ...inside.filter((one) => names.places("namespaces", `namespace ${one}`).length > 0),
  ];
}

/** A function whose declaration is hidden in a macro: accepted where its file and this one include the same header. */
function announcedBySome(
  linker: Linker,
  bodies: readonly number[],
  file: FileTable,
  includes: (place: number) => ReadonlySet<number>,
): Found | undefined {
  const near = bodies.filter((body) => {
    const theirs = linker.tables.placeOf(body);
    return (
      theirs !== file.index &&
      !isLocal(linker, body) &&
      [...includes(theirs)].some((one) => one !== theirs && includes(file.index).has(one))
    );
  });
  return near.length === 1
    ? inferred(exactly(...near.map((id): Entity => ({ kind: "definition", id }))))
    : undefined;
}

const isLocal = (linker: Linker, id: number): boolean =>
  /^static\b/.test(linker.tables.definition(id).signature);

/** The places of a file's direct includes. */
export const includedIn = (tables: Tables, names: Pick<Names, "own">, place: number): readonly number[] => [
  ...new Set(names.own(place).included.flatMap((from) => headerAt(tables, place, from) ?? [])),
];
