/**
 * Which files of C and C++ say which names, over all of them. A process keeps it from state to state of a repository, so
 * that of a push only the files that changed are read.
 */
import { push } from "../files/maps.ts";
import type { Tables } from "../files/tables.ts";
import {
  factOfInside,
  factOfNamed,
  type KindNamed,
  type KindSaid,
  kindsNamed,
  kindsSaid,
  type OwnNames,
  ownNames,
} from "./own-names.ts";

/** What all files say, as long as the index does not speak of others. */
export interface Names {
  /** Numbers of the definitions with a whole name, in order. */
  definitions(kind: KindSaid, whole: string): readonly number[];
  /** The places of the files that say a name of that kind; see OwnNames. */
  places(kind: KindNamed, name: string): readonly number[];
  /** The parts of a namespace that say a name, in the order of the files and of what each says. */
  saying(namespace: string, name: string): readonly Part[];
  /** Those that pass names on. */
  passing(namespace: string): readonly Part[];
  /** What a file says itself. */
  own(place: number): OwnNames;
}

/** One of the places where a namespace is written: a file by its place, and a scope of it. */
export interface Part {
  readonly place: number;
  readonly scope: number;
}

export interface NameIndex {
  /** Of these files those that it does not know are read, when the first question comes. `touch` hears of every look-up. */
  speakingOf(tables: Tables, touch: (fact: number) => void): Names;
}

/** A file, wherever it stands. */
interface Speaker {
  place: number;
  readonly content: string | undefined;
  readonly own: OwnNames;
}

interface Said {
  readonly by: Speaker;
}

interface PartSaid extends Said {
  readonly scope: number;
}

interface DefinitionsSaid extends Said {
  readonly indices: readonly number[];
}

type Lists<V> = Map<string, V[]>;

export function createNameIndex(): NameIndex {
  const speakers = new Map<string, Speaker>();
  const definitions = new Map<KindSaid, Lists<DefinitionsSaid>>(kindsSaid.map((kind) => [kind, new Map()]));
  const named = new Map<KindNamed, Lists<Said>>(kindsNamed.map((kind) => [kind, new Map()]));
  const saying = new Map<string, Lists<PartSaid>>();
  const passing: Lists<PartSaid> = new Map();
  /** Puts what a file says in, or takes it out again. */
  const exchange = (by: Speaker, put: <V extends Said>(all: Lists<V>, key: string, one: V) => void): void => {
    const { own } = by;
    const said = { by };
    for (const kind of kindsSaid)
      for (const [whole, indices] of own.definitions[kind])
        put(definitions.get(kind)!, whole, { by, indices });
    for (const kind of kindsNamed) for (const name of own[kind]) put(named.get(kind)!, name, said);
    for (const { namespace, scope, names } of own.inside) {
      const part = { by, scope };
      const inside = saying.get(namespace) ?? new Map();
      saying.set(namespace, inside);
      for (const name of names) put(inside, name, part);
    }
    for (const { namespace, scope } of own.passing) put(passing, namespace, { by, scope });
  };
  const takeOut = <V extends Said>(all: Lists<V>, key: string, { by }: V): void => {
    const left = all.get(key)?.filter((one) => one.by !== by) ?? [];
    if (left.length > 0) all.set(key, left);
    else all.delete(key);
  };
  const bringTo = ({ heads, rules, contentOf, file }: Tables): Speaker[] => {
    const gone = new Set(speakers.keys());
    const now: Speaker[] = [];
    for (const [place, { path, language }] of heads.entries()) {
      if (rules.get(language)?.separateDeclarations !== true) continue;
      gone.delete(path);
      const content = contentOf(place);
      const known = speakers.get(path);
      const isSame = known !== undefined && content !== undefined && known.content === content;
      const speaker = isSame ? known : { place, content, own: ownNames(file(place)) };
      speaker.place = place;
      now[place] = speaker;
      if (isSame) continue;
      if (known) exchange(known, takeOut);
      speakers.set(path, speaker);
      exchange(speaker, push);
    }
    for (const path of gone) {
      exchange(speakers.get(path)!, takeOut);
      speakers.delete(path);
    }
    return now;
  };
  return {
    speakingOf: (tables, touch) => {
      let now: Speaker[] | undefined;
      const brought = (): Speaker[] => {
        now ??= bringTo(tables);
        return now;
      };
      // Most of what is asked nobody says: only what is said is worth remembering.
      const idsOf = once((all: readonly DefinitionsSaid[]): readonly number[] =>
        all
          .flatMap(({ by: { place }, indices }) => indices.map((index) => tables.firstOf(place) + index))
          .sort((a, b) => a - b),
      );
      const placesOf = once((all: readonly Said[]): readonly number[] => all.map(({ by }) => by.place));
      const partsOf = once((all: readonly PartSaid[]): readonly Part[] =>
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
        saying: (namespace, name) => {
          touch(factOfInside(namespace, name));
          return (brought() && partsOf(saying.get(namespace)?.get(name))) ?? none;
        },
        passing: (namespace) => (brought() && partsOf(passing.get(namespace))) ?? none,
        own: (place) => {
          // What is included may be in another language.
          brought()[place] ??= { place, content: undefined, own: ownNames(tables.file(place)) };
          return brought()[place]!.own;
        },
      };
    },
  };
}

const none: readonly never[] = [];

/** Asks once of each list. */
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

/** Whether macros open a namespace of that name: what stands in it seems to stand outside of any. */
export const isOpened = (names: Pick<Names, "places">, part: string): boolean =>
  names.places("namespaces", `opened ${part}`).length > 0;
