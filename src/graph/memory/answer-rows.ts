/** What memory.ts knows of each answer: rows of numbers, in one array that grows. */

/** An answer is the place of a row of numbers; its value stands by the number of the row. */
export const width = 2 ** 3;
export const valueAt = (answer: number): number => answer >>> 3;
/** The round for which it is kept, or `forGood`: the question is open, or a cycle was cut on the way. */
export const kept = 0;
/** Questions inside of each other on the way to it, at most; only of what is kept for good. */
export const height = 1;
/** Its stretch of the log. */
export const start = 2;
export const end = 3;
/** Where in the log it was last asked for or given. */
export const noted = 4;
/** The last round in which it was counted: so that each counts once. */
export const seen = 5;
/** Who asked, of what is kept for a round; see `shared`. */
export const askedBy = 6;
/** Of what is kept for good the unit into which it looked (see noUnit). */
export const unit = askedBy;
/** The number of the outermost open question that it came back to; its own while it is open itself, 0 for none. */
export const back = 7;

export const forGood = -1;
/** In the log, what is not less than this is an answer; facts are. */
export const firstAnswer = 2 ** 32;

/** A larger array with what is in this one. */
export function grown<T extends Int32Array | Float64Array>(before: T, after: T): T {
  after.set(before);
  return after;
}

/** A unit is a function that is in no other one, with all that stands inside of it: a changed file keeps the calls of those of its units that are as they were (kept-calls.ts). In place of the number of one: none. */
export const noUnit = 0;
export const severalUnits = -1;
