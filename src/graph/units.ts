/**
 * A unit is a function that is in no other one, with all that stands inside of it: a changed file keeps the calls of
 * those of its units that are as they were (kept-calls.ts).
 */

import { grown } from "./answer-rows.ts";

/** No unit at all, in place of the number of one. */
export const noUnit = 0;
/** Several, or one and what cannot be told. */
const several = -1;

/** Of each answer, by its number, the unit whose inside it was made from. */
export interface UnitsSeen {
  /** An answer of which nothing is known yet. */
  open(answer: number): void;
  /** The answer was made from the inside of this unit too, or from what another answer was. */
  add(answer: number, unit: number): void;
  of(answer: number): number;
}

export function createUnitsSeen(): UnitsSeen {
  let units = new Int32Array(2 ** 12);
  return {
    open: (answer) => {
      if (answer >= units.length) units = grown(units, new Int32Array(2 * answer));
      units[answer] = noUnit;
    },
    add: (answer, unit) => {
      const known = units[answer];
      if (known !== unit) units[answer] = known === noUnit ? unit : several;
    },
    of: (answer) => units[answer]!,
  };
}
