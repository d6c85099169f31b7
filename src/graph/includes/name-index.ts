/**
 * Index of the names that C and C++ files declare. A process keeps it across states of a repository, so that a push
 * re-reads only changed files.
 */
import { push } from "../files/maps.ts";
import type { Tables } from "../files/tables.ts";
import {
  type DefinitionKindNamed,
  definitionKinds,
  factOfInside,
  factOfNamed,
  type KindNamed,
  kindsNamed,
  type OwnNames,
  ownNames,
} from "./own-names.ts";

/** The index for one state of the files; invalid once the index is moved to another. */
export interface Names {
  /** Ids of the definitions with a qualified name, ascending. */
  definitions(kind: DefinitionKindNamed, whole: string): readonly number[];
  /** The places of the files with a name of that kind; see OwnNames. */
  places(kind: KindNamed, name: string): readonly number[];
  /** The parts of a namespace that declare a name, in file order. */
  declaring(namespace: string, name: string): readonly Part[];
  /** Its parts with includes or using directives of their own, through which any name may come. */
  passing(namespace: string): readonly Part[];
  /** The names of one file. */
  own(place: number): OwnNames;
}

/** One `namespace` block: its file by place, and its scope. */
export interface Part {
  readonly place: number;
  readonly scope: number;
}

export interface NameIndex {
  /** Updates the index lazily, with the first look-up, from files that are new or changed. `touch` records every look-up. */
  namesFor(tables: Tables, touch: (fact: number) => void): Names;
}

/** A file, which keeps its identity when its place changes. */
interface IndexedFile {
  place: number;
  readonly content: string | undefined;
  readonly own: OwnNames;
}

interface IndexEntry {
  readonly by: IndexedFile;
}

interface PartEntry extends IndexEntry {
  readonly scope: number;
}

interface DefinitionsEntry extends IndexEntry {
  readonly indices: readonly number[];
}

type Lists<V> = Map<string, V[]>;

export function createNameIndex(): NameIndex {
  const indexed = new Map<string, IndexedFile>();
  const definitions = new Map<DefinitionKindNamed, Lists<DefinitionsEntry>>(
    definitionKinds.map((kind) => [kind, new Map()]),
  );
  const named = new Map<KindNamed, Lists<IndexEntry>>(kindsNamed.map((kind) => [kind, new Map()]));
  const saying = new Map<string, Lists<PartEntry>>();
  const passing: Lists<PartEntry> = new Map();
  /** Adds a file's names to the index, or removes them (`put`). */
  const exchange = (
    by: IndexedFile,
    put: <V extends IndexEntry>(all: Lists<V>, key: string, one: V) => void,
  ): void => {
    const { own } = by;
    const entry = { by };
    for (const kind of definitionKinds)
      for (const [whole, indices] of own.definitions[kind])
        put(definitions.get(kind)!, whole, { by, indices });
    for (const kind of kindsNamed) for (const name of own[kind]) put(named.get(kind)!, name, entry);
    for (const { namespace, scope, names } of own.inside) {
      const part = { by, scope };
      const inside = saying.get(namespace) ?? new Map();
      saying.set(namespace, inside);
      for (const name of names) put(inside, name, part);
    }
    for (const { namespace, scope } of own.passing) put(passing, namespace, { by, scope });
  };
  const takeOut = <V extends IndexEntry>(all: Lists<V>, key: string, { by }: V): void => {
    const left = all.get(key)?.filter((one) => one.by !== by) ?? [];
    if (left.length > 0) all.set(key, left);
    else all.delete(key);
  };
  const bringTo = ({ heads, rules, contentOf, file }: Tables): IndexedFile[] => {
    const gone = new Set(indexed.keys());
    const now: IndexedFile[] = [];
    for (const [place, { path, language }] of heads.entries()) {
      if (rules.get(language)?.separateDeclarations !== true) continue;
      gone.delete(path);
      const content = contentOf(place);
      const known = indexed.get(path);
      const isSame = known !== undefined && content !== undefined && known.content === content;
      const speaker = isSame ? known : { place, content, own: ownNames(file(place)) };
      speaker.place = place;
      now[place] = speaker;
      if (isSame) continue;
      if (known) exchange(known, takeOut);
      indexed.set(path, speaker);
      exchange(speaker, push);
    }
    for (const path of gone) {
      exchange(indexed.get(path)!, takeOut);
      indexed.delete(path);
    }
    return now;
  };
  return {
    namesFor: (tables, touch) => {
      let now: IndexedFile[] | undefined;
      const brought = (): IndexedFile[] => {
        now ??= bringTo(tables);
        return now;
      };
      // Most look-ups find nothing: only results are cached.
      const idsOf = once((all: readonly DefinitionsEntry[]): readonly number[] =>
        all
          .flatMap(({ by: { place }, indices }) => indices.map((index) => tables.firstOf(place) + index))
          .sort((a, b) => a - b),
      );
      const placesOf = once((all: readonly IndexEntry[]): readonly number[] => all.map(({ by }) => by.place));
      const partsOf = once((all: readonly PartEntry[]): readonly Part[] =>
        all.map(({ by: { place }, scope }) => ({ place, scope })).sort((a, b) => a.place - b.place),
      );
      return {
        definitions: (kind, whole) => {
          touch(factOfNamed(kind, whole));
          return (brought() && idsOf(definitions.get(kind)!.get(whole))) ?? none;
        },
        places: (kind, name) => {
          touch(factOfNamed(kind, name));
          return (brought() && placesOf(named.get(kind)!.get(name))) ?? none;
        },
        declaring: (namespace, name) => {
          touch(factOfInside(namespace, name));
          return (brought() && partsOf(saying.get(namespace)?.get(name))) ?? none;
        },
        passing: (namespace) => (brought() && partsOf(passing.get(namespace))) ?? none,
        own: (place) => {
          // An included file may be in another language, and so not indexed.
          brought()[place] ??= { place, content: undefined, own: ownNames(tables.file(place)) };
          return brought()[place]!.own;
        },
      };
    },
  };
}

const none: readonly never[] = [];

/** Memoises by list; the absence of one is not cached. */
function once<K, V>(ask: (of: K) => V): (of: K | undefined) => V | undefined {
  const known = new Map<K, V>();
  return (of) => {
    if (of === undefined) return undefined;
    let answer = known.get(of);
    if (answer === undefined) {
      answer = ask(of);
      known.set(of, answer);
    }
    return answer;
  };
}

/** Whether macros open a namespace of that name, whose declarations appear at global scope. */
export const isOpened = (names: Pick<Names, "places">, part: string): boolean =>
  names.places("namespaces", `opened ${part}`).length > 0;
