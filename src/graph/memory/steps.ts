/**
 * Counts the steps that are taken without being remembered: members of objects that are given types, types in types.
 * A type may lead to itself with more in hand each time (`{ [P in keyof T]: T[P] }` of itself, `A<A<T>>`), which no
 * memory of questions ends. Real code takes a few thousand for a file, ten of them inside of each other.
 */
export interface Steps {
  /** Begins a step; false where too many were taken, and then it is none. */
  readonly enter: () => boolean;
  /** Ends the step that was begun last. */
  readonly leave: () => void;
  /** Starts on another file. */
  readonly begin: () => void;
}

/** Inside of each other; questions, which may be in between, have a bound of their own. */
const maxInside = 100;
const maxSteps = 200_000;

/** @param stop Is told when a step is not taken. */
export function createSteps(stop: () => void): Steps {
  let inside = 0;
  let taken = 0;
  return {
    enter: () => {
      if (inside >= maxInside || taken >= maxSteps) {
        stop();
        return false;
      }
      taken++;
      inside++;
      return true;
    },
    leave: () => {
      inside--;
    },
    begin: () => {
      taken = 0;
    },
  };
}
