/** How the mentions of calls came out, each as a number of four bits. */

/** How the calls of a file came out; calls with one chain in one scope count once. */
export interface ResolutionCounts {
  /** Led to a node. */
  readonly resolved: number;
  /** Led out of the repository: a library, a built-in. */
  readonly external: number;
  /** Could not be followed. */
  readonly unresolved: number;
}

/** What is silent is no call that was lost: an operator between numbers. */
export const outcomeKinds = { resolved: 0, external: 1, unresolved: 2, silent: 3 } as const;
const kindMask = 3;
const inCycle = 4;
const others = 8;

/**
 * @param cycle Whether an answer came out of a cycle.
 * @param looks Whether the others looked into other units than that in which the call stands.
 */
export const outcomeOf = (kind: number, cycle: boolean, looks: boolean): number =>
  kind | (cycle ? inCycle | others : 0) | (looks ? others : 0);

/** More than any of them. */
export const endOfOutcomes = 16;

/** Whether it was made from an answer that came out of a cycle. */
export const isInCycle = (outcome: number): boolean => (outcome & inCycle) !== 0;

/** Whether it was made from the inside of other functions than that in which it stands. */
export const seesOthers = (outcome: number): boolean => (outcome & others) !== 0;

export function countsOf(outcomes: Uint8Array): ResolutionCounts {
  const counts = [0, 0, 0, 0];
  for (const outcome of outcomes) counts[outcome & kindMask]!++;
  const [resolved, external, unresolved] = counts as [number, number, number, number];
  return { resolved, external, unresolved };
}
