/** What builds on a class or a module that any file may write on (Ruby). */
import type { ClassIndex } from "./class-index.ts";
import { mostCandidates } from "./entities.ts";
import type { Tables } from "./tables.ts";

/** Of more heirs than this nothing is asked. */
const mostHeirs = 500;
/** What is further up has heirs enough without these. */
const mostBases = 100;

export interface Heirs {
  /**
   * Whole names of those that an object of the class or module may have a method from which it lacks itself: its heirs,
   * and what these take in besides. None where that are too many, or where a base of the class is not in the repository:
   * what it lacks may be there.
   */
  withMethod(whole: string, name: string): readonly string[];
  /** The classes with a member of that name, where these are not too many. */
  saying(name: string): readonly string[];
  /** All names with what is known of their heirs, as a text. */
  all(): Iterable<readonly [whole: string, text: string]>;
}

type Names = ReadonlySet<string>;

const known = new WeakMap<ClassIndex, Heirs>();

export function heirsIn(tables: Tables, index: ClassIndex): Heirs {
  const heirs = known.get(index) ?? collectHeirs(tables, index);
  known.set(index, heirs);
  return heirs;
}

/** Bases are read as they are written, from the namespaces around: a constant that is inherited is none here. */
function collectHeirs(tables: Tables, index: ClassIndex): Heirs {
  const bases = new Map<string, readonly (string | undefined)[]>();
  const saying = new Map<string, string[]>();
  for (const whole of new Set(index.names.values())) {
    bases.set(whole, basesOf(tables, index, whole));
    for (const member of index.byName.get(whole)!.members.keys()) {
      const known = saying.get(member);
      if (known) known.push(whole);
      else saying.set(member, [whole]);
    }
  }
  const heirs = new Map<string, Set<string>>();
  for (const heir of bases.keys())
    for (const base of above(bases, heir)) {
      const own = heirs.get(base);
      if (!own) heirs.set(base, new Set([heir]));
      else if (own.size <= mostHeirs) own.add(heir);
    }
  const answers = new Map<string, readonly string[]>();
  const isWhole = (whole: string): boolean => bases.get(whole)?.every((base) => base !== undefined) === true;
  const sayingOf = (name: string): readonly string[] => {
    const all = saying.get(name);
    return all && all.length <= mostCandidates ? all : none;
  };
  return {
    *all() {
      for (const whole of bases.keys()) {
        const mine = heirs.get(whole);
        const text = mine && mine.size > mostHeirs ? "many" : [...(mine ?? [])].sort().join();
        yield [whole, `${isWhole(whole)} ${text}`];
      }
    },
    saying: sayingOf,
    withMethod: (whole, name) => {
      const mine = heirs.get(whole);
      const all = sayingOf(name);
      if (!mine || all.length === 0 || mine.size > mostHeirs) return none;
      const key = `${whole} ${name}`;
      const known = answers.get(key);
      if (known) return known;
      const found = isWhole(whole)
        ? all.filter((one) => mine.has(one) || shareOne(mine, heirs.get(one)))
        : none;
      answers.set(key, found);
      return found;
    },
  };
}

const none: readonly string[] = [];

/** What a class or module says that it is made from; undefined for what is not in the repository. */
function basesOf(tables: Tables, index: ClassIndex, whole: string): readonly (string | undefined)[] {
  const { bases, mixins } = index.byName.get(whole)!;
  const taken = [...bases, ...mixins.filter(({ how }) => how !== "extend")];
  return taken.map(({ place, scope, base }) => index.named(tables.file(place), scope, base));
}

/** What a class or module builds on, nearest first, itself left out. */
function above(bases: ReadonlyMap<string, readonly (string | undefined)[]>, whole: string): Names {
  const found = new Set<string>([whole]);
  for (const one of found)
    for (const base of bases.get(one) ?? [])
      if (base !== undefined && found.size <= mostBases) found.add(base);
  found.delete(whole);
  return found;
}

function shareOne(some: Names, others: Names | undefined): boolean {
  for (const one of others ?? []) if (some.has(one)) return true;
  return false;
}
