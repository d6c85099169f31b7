/** What builds on a class or a module, where all files of a language are linked together anyway (Ruby). */
import { mostCandidates } from "./entities.ts";
import type { Linker } from "./linker.ts";

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
}

type Names = ReadonlySet<string>;

/** Bases are read as they are written, from the namespaces around: a constant that is inherited is none here. */
export function collectHeirs(linker: Linker): Heirs {
  const bases = new Map<string, readonly (string | undefined)[]>();
  const saying = new Map<string, string[]>();
  for (const whole of new Set(linker.reopened.names())) {
    bases.set(whole, basesOf(linker, whole));
    for (const member of linker.reopened.said(whole)!.members.keys()) {
      const known = saying.get(member);
      if (known) known.push(whole);
      else saying.set(member, [whole]);
    }
  }
  const heirs = new Map<string, Set<string>>();
  for (const heir of bases.keys())
    for (const base of above(bases, heir)) {
      const known = heirs.get(base);
      if (!known) heirs.set(base, new Set([heir]));
      else if (known.size <= mostHeirs) known.add(heir);
    }
  const answers = new Map<string, readonly string[]>();
  return {
    withMethod: (whole, name) => {
      const mine = heirs.get(whole);
      const all = saying.get(name);
      if (!mine || !all || mine.size > mostHeirs || all.length > mostCandidates) return none;
      const key = `${whole} ${name}`;
      const known = answers.get(key);
      if (known) return known;
      const isWhole = bases.get(whole)?.every((base) => base !== undefined) === true;
      const found = isWhole ? all.filter((one) => mine.has(one) || shareOne(mine, heirs.get(one))) : none;
      answers.set(key, found);
      return found;
    },
  };
}

const none: readonly string[] = [];

/** What a class or module says that it is made from; undefined for what is not in the repository. */
function basesOf({ reopened, tables }: Linker, whole: string): readonly (string | undefined)[] {
  const { parts, mixins } = reopened.said(whole)!;
  const written = parts.flatMap((id) => {
    const { bases = [], scope } = tables.definition(id);
    return bases.map((base) => reopened.named(tables.fileOf(id), scope, base));
  });
  const taken = mixins.filter(({ how }) => how !== "extend");
  return [...written, ...taken.map(({ file, scope, base }) => reopened.named(file, scope, base))];
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
