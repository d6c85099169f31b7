/**
 * A unit is a function that is in no other one, with all that stands inside of it: a changed file keeps the calls of
 * those of its units that are as they were (kept-calls.ts).
 */

/** In place of the number of a unit: none. */
export const noUnit = 0;
export const severalUnits = -1;
