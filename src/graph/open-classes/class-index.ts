/**
 * Index of open classes over all files (Ruby). A process keeps it across states of a repository, so that a push
 * re-reads only changed files, and those whose reading depends on names that appeared or vanished.
 */

import { entryOf } from "../files/maps.ts";
import type { Tables } from "../files/tables.ts";
import { createChanges, type Watch } from "./class-changes.ts";
import {
  type ClassDeclarations,
  noDeclarations,
  type OwnBase,
  type OwnNamed,
  readClasses,
  unconditionalNames,
  wholeOf,
} from "./class-declarations.ts";
import { membersText, structureText } from "./class-facts.ts";
import { type By, type ClassesKnown, type DeclaringFile, type Merged, mergeNamed } from "./class-merge.ts";
import { basesByName, collectSubclasses, forClasses, type Subclasses } from "./subclasses.ts";

export interface ClassIndex extends ClassesKnown {
  /** Moves the index to these files; reads those that are new or changed. */
  bringTo(tables: Tables): void;
  /** The same, and gives the facts that changed. */
  changesTo(tables: Tables): Iterable<number>;
}

export function createClassIndex(): ClassIndex {
  const files = new Map<string, DeclaringFile>();
  let places: readonly (DeclaringFile | undefined)[] = [];
  // Weak, since tables hold all outlines that were read.
  let current: WeakRef<Tables> | undefined;
  /** How many files declare each name. */
  const outright = new Map<string, number>();
  const atTop = new Map<string, number>();
  const saying = new Map<string, Map<string, number>>();
  /** By qualified name. */
  const declarers = new Map<string, Declarers>();
  /** By the qualified names that their reading depends on. */
  const askers = new Map<string, Set<DeclaringFile>>();
  let heirs: Subclasses | undefined;

  const known: ClassesKnown = {
    declaringFile: (place) => places[place],
    named: (whole) => {
      const all = declarers.get(whole);
      if (all) all.merged ??= mergeNamed(all.by);
      return all?.merged;
    },
    isAtTop: (name) => atTop.has(name),
    classesDeclaring: (member) =>
      [...(saying.get(member)?.keys() ?? [])].filter((whole) => isClass(declarers.get(whole)!)).sort(),
    subclasses: () => {
      heirs ??= collectSubclasses(basesOfAll());
      return heirs;
    },
  };
  /** Bases are resolved lexically alone: a constant that is inherited is not found here. */
  const basesOfAll = () => {
    const named = ({ own: { base, around } }: By<OwnBase>) =>
      wholeOf(base, around, (name) => isDeclared(declarers.get(name)));
    const found = new Map<string, readonly (string | undefined)[]>();
    for (const [whole, all] of declarers) {
      if (!isClass(all)) continue;
      const { bases, mixins } = known.named(whole)!;
      const {
        extend = [],
        give = [],
        include = [],
      } = Object.groupBy(mixins, ({ own: { how } }) => (how === "prepend" ? "include" : how));
      const inner = `${whole}.${forClasses}`;
      const given = [...(isDeclared(declarers.get(inner)) ? [inner] : []), ...give.map(named)];
      const classes = {
        bases: bases.map(named),
        includes: include.map(named),
        extended: extend.map(named),
        given,
      };
      for (const [name, its] of basesByName(whole, classes)) found.set(name, its);
    }
    return found;
  };
  /** Replaces the declarations of a file. */
  const declare = (by: DeclaringFile, declarations: ClassDeclarations, watch: Watch | undefined): void => {
    const was = by.declarations;
    by.declarations = declarations;
    for (const name of was.asked) drop(askers, name, by);
    for (const name of declarations.asked) entryOf(askers, name, () => new Set<DeclaringFile>()).add(by);
    for (const name of was.atTop.symmetricDifference(declarations.atTop)) {
      watch?.beforeTop(name);
      count(atTop, name, declarations.atTop.has(name) ? 1 : -1);
    }
    watch?.renamed(by.path, was.names, declarations.names);
    for (const whole of new Set([...was.named.keys(), ...declarations.named.keys()])) {
      const [old, now] = [was.named.get(whole), declarations.named.get(whole)];
      const isSameStructure = old && now && structureText(old) === structureText(now);
      const isSame = isSameStructure && membersText(old) === membersText(now);
      if (!isSame) watch?.beforeNamed(whole);
      if (!isSameStructure) {
        watch?.beforeSubclasses();
        heirs = undefined;
      }
      declareNamed(whole, by, now);
      if (isSame) continue;
      for (const name of old?.members.keys() ?? []) countDeclaring(name, whole, -1);
      for (const name of now?.members.keys() ?? []) countDeclaring(name, whole, 1);
    }
  };
  const declareNamed = (whole: string, by: DeclaringFile, now: OwnNamed | undefined): void => {
    const all = entryOf(declarers, whole, (): Declarers => ({ by: new Map(), merged: undefined }));
    all.merged = undefined;
    if (now) all.by.set(by, now);
    else all.by.delete(by);
    if (all.by.size === 0) declarers.delete(whole);
  };
  const countDeclaring = (member: string, whole: string, by: 1 | -1): void => {
    const counts = entryOf(saying, member, () => new Map<string, number>());
    count(counts, whole, by);
    if (counts.size === 0) saying.delete(member);
  };
  /** A file that cannot be read empties the index, which would otherwise be half updated. */
  const bringTo = (tables: Tables, watch?: Watch): void => {
    if (tables === current?.deref()) return;
    try {
      change(tables, watch);
      current = new WeakRef(tables);
    } catch (error) {
      for (const all of [files, outright, atTop, saying, declarers, askers]) all.clear();
      [places, current, heirs] = [[], undefined, undefined];
      throw error;
    }
  };
  const change = (tables: Tables, watch: Watch | undefined): void => {
    const now: DeclaringFile[] = [];
    const read = new Set<DeclaringFile>();
    const gone = new Set(files.values());
    for (const [place, { path, language }] of tables.heads.entries()) {
      if (!tables.rules.get(language)?.reopened) continue;
      const content = tables.contentOf(place);
      const speaker = files.get(path) ?? { path, place, content: undefined, ...silent };
      if (content === undefined || content !== speaker.content) read.add(speaker);
      speaker.place = place;
      speaker.content = content;
      files.set(path, speaker);
      gone.delete(speaker);
      now[place] = speaker;
    }
    const wasThere = new Map<string, boolean>();
    const setUnconditional = (by: DeclaringFile, names: ReadonlySet<string>): void => {
      for (const name of by.outright.symmetricDifference(names)) {
        if (!wasThere.has(name)) wasThere.set(name, outright.has(name));
        count(outright, name, names.has(name) ? 1 : -1);
      }
      by.outright = names;
    };
    for (const speaker of gone) setUnconditional(speaker, silent.outright);
    for (const speaker of read) setUnconditional(speaker, unconditionalNames(tables.file(speaker.place)));
    for (const [name, was] of wasThere)
      if (outright.has(name) !== was)
        for (const asker of askers.get(name) ?? []) if (!gone.has(asker)) read.add(asker);
    for (const speaker of gone) {
      declare(speaker, silent.declarations, watch);
      files.delete(speaker.path);
    }
    for (const speaker of read)
      declare(
        speaker,
        readClasses(tables.file(speaker.place), (name) => outright.has(name)),
        watch,
      );
    places = now;
  };
  return {
    ...known,
    bringTo: (tables) => bringTo(tables),
    changesTo: (tables) => {
      const changes = createChanges(known);
      bringTo(tables, changes.watch);
      return changes.facts();
    },
  };
}

const silent = { outright: new Set<string>() as ReadonlySet<string>, declarations: noDeclarations };

/** The files that declare a qualified name, and their merged declarations, made on demand. */
interface Declarers {
  readonly by: Map<DeclaringFile, OwnNamed>;
  merged: Merged | undefined;
}

/** A class has parts, or is known by its mixins alone; `isSaid` also accepts the constant of a value. */
const isClass = (all: Declarers): boolean =>
  some(all, ({ parts, mixins }) => parts.length > 0 || mixins.length > 0);
const isDeclared = (all: Declarers | undefined): boolean =>
  all !== undefined && some(all, ({ parts, values }) => parts.length > 0 || values.length > 0);

function some({ by }: Declarers, holds: (own: OwnNamed) => boolean): boolean {
  for (const own of by.values()) if (holds(own)) return true;
  return false;
}

/** Deletes an element, and the key with its last one. */
function drop<K, V>(all: Map<K, { delete(one: V): boolean; readonly size: number }>, key: K, one: V): void {
  const known = all.get(key);
  known?.delete(one);
  if (known?.size === 0) all.delete(key);
}

function count<K>(counts: Map<K, number>, key: K, by: 1 | -1): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
