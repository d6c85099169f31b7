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

/** By its number; what is silent is no call that was lost: an operator between numbers. */
const kinds = ["resolved", "external", "unresolved", "silent"] as const;
export type Outcome = (typeof kinds)[number];

const circle = 4;
const others = 8;

/** @param seen What it depends on besides facts that all see; see Memory. */
export const outcomeOf = (
  kind: Outcome,
  seen: { readonly circle: boolean; readonly others: boolean },
): number => kinds.indexOf(kind) + (seen.circle ? circle : 0) + (seen.others ? others : 0);

/** More than any of them. */
export const endOfOutcomes = 16;

/** Whether it was made from an answer that came out of a circle. */
export const isInCircle = (outcome: number): boolean => (outcome & circle) !== 0;

/** Whether it was made from the inside of other functions than that in which it stands. */
export const seesOthers = (outcome: number): boolean => (outcome & others) !== 0;

/** @param opaque How many calls could not be followed for having no name. */
export function countsOf(outcomes: Uint8Array, opaque: number): ResolutionCounts {
  const counts = { resolved: 0, external: 0, unresolved: opaque, silent: 0 };
  for (const outcome of outcomes) counts[kinds[outcome % kinds.length]!]++;
  const { silent: _, ...calls } = counts;
  return calls;
}
