/** Which files of an earlier graph are still there, where they stood, and which of them are as they were. */
export interface KeptFiles {
  /** For each file of now the place that it had among all; -1 where it is new. */
  readonly placeBefore: Int32Array;
  /** Whether what was made of it still holds; never so of a new one. */
  isKept(file: number): boolean;
}

export interface Matched extends Pick<KeptFiles, "placeBefore"> {
  /** The places that those had which are not there any more. */
  readonly gone: readonly number[];
  /** No file came or went. */
  readonly areSame: boolean;
}

/** The places that files of before have now; -1 for those that are gone. @param count How many there were. */
export function placesNow({ placeBefore }: Pick<KeptFiles, "placeBefore">, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1);
  placeBefore.forEach((place, index) => {
    if (place >= 0) places[place] = index;
  });
  return places;
}

interface File {
  readonly path: string;
}

/** Both are ordered by path. */
export function matchFiles(before: readonly File[], now: readonly File[]): Matched {
  const gone: number[] = [];
  let at = 0;
  const placeBefore = Int32Array.from(now, ({ path }) => {
    for (; at < before.length && before[at]!.path < path; at++) gone.push(at);
    return before[at]?.path === path ? at++ : -1;
  });
  for (; at < before.length; at++) gone.push(at);
  return { placeBefore, gone, areSame: gone.length === 0 && !placeBefore.includes(-1) };
}
