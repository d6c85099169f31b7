/** Matches the files of two states by path. */
export interface KeptFiles {
  /** By today's place, the earlier place; -1 for a new file. */
  readonly placeBefore: Int32Array;
  /** Whether a file's links are still valid; false for a new file. */
  isKept(file: number): boolean;
}

export interface Matched extends Pick<KeptFiles, "placeBefore"> {
  /** The earlier places of deleted files. */
  readonly gone: readonly number[];
  /** No file was added or deleted. */
  readonly areSame: boolean;
}

/** By earlier place, today's place; -1 for a deleted file. @param count The earlier number of files. */
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

/** A merge of two lists that are sorted by path. */
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
