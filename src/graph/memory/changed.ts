/** The facts that are others now than in an earlier state, as they are found out. */
import type { ChangedFacts } from "./facts.ts";

export interface Changed {
  addAll(facts: Iterable<number>): void;
  /** Those of a file, by its place among all. */
  addOf(file: number, facts: ChangedFacts): void;
  /** Whether what was made from facts was made from one of those that are known so far. */
  touching(): (consulted: Uint32Array) => boolean;
  /**
   * The same for a file that has changed itself: whether it was made from others than those which only the inside of its
   * functions says, and whether it was made from these.
   */
  touchingFile(file: number, consulted: Uint32Array): { readonly seen: boolean; readonly inside: boolean };
}

/** In place of a file: several. */
const several = -1;

export function createChanged(): Changed {
  const seen = new Set<number>();
  /** Facts that only the inside of functions says, with the file. */
  const inside = new Map<number, number>();
  return {
    addAll: (facts) => {
      for (const fact of facts) seen.add(fact);
    },
    addOf: (file, facts) => {
      for (const fact of facts.all)
        if (!facts.inside.has(fact)) seen.add(fact);
        else inside.set(fact, (inside.get(fact) ?? file) === file ? file : several);
    },
    touching: () => touchedBy(seen, inside),
    touchingFile: (file, consulted) => {
      const found = { seen: false, inside: false };
      for (const unsigned of consulted) {
        const fact = unsigned | 0;
        const by = inside.get(fact);
        if (by === file) found.inside = true;
        if (seen.has(fact) || (by !== undefined && by !== file)) found.seen = true;
      }
      return found;
    },
  };
}

/** Most facts are ruled out by their upper bits. */
function touchedBy(
  seen: ReadonlySet<number>,
  inside: ReadonlyMap<number, number>,
): (consulted: Uint32Array) => boolean {
  const upper = new Uint8Array(2 ** 16);
  for (const facts of [seen, inside]) for (const fact of facts.keys()) upper[fact >>> 16] = 1;
  return (consulted) => {
    for (const fact of consulted)
      if (upper[fact >>> 16] === 1 && (seen.has(fact | 0) || inside.has(fact | 0))) return true;
    return false;
  };
}
