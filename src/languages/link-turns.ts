/**
 * Which files are linked by whom: each thread takes the next few that nobody has taken. The numbers lie in memory that
 * all threads share: the next file, then for each thread whether it takes part.
 */
export interface Turns {
  /** The places of the files whose turn it is; undefined where all are taken. */
  next(): { readonly start: number; readonly end: number } | undefined;
  /** True where there is something left to do, and nobody was told not to wait for this thread. */
  join(thread: number): boolean;
  /** True where the thread has taken part; from now on it does not any more. */
  hasJoined(thread: number): boolean;
}

/** So many portions in all: few, so that neighbours, which lead to the same, stay together; enough to end at once. */
const portions = 64;
const [apart, joined, late] = [0, 1, 2];

export const sharedTurns = (threads: number): SharedArrayBuffer =>
  new SharedArrayBuffer((1 + threads) * Int32Array.BYTES_PER_ELEMENT);

export function turnsIn(memory: SharedArrayBuffer, count: number): Turns {
  const numbers = new Int32Array(memory);
  const step = Math.ceil(count / portions);
  return {
    next: () => {
      const start = Atomics.add(numbers, 0, step);
      return start < count ? { start, end: Math.min(start + step, count) } : undefined;
    },
    join: (thread) =>
      Atomics.load(numbers, 0) < count &&
      Atomics.compareExchange(numbers, 1 + thread, apart, joined) === apart,
    hasJoined: (thread) => Atomics.compareExchange(numbers, 1 + thread, apart, late) === joined,
  };
}
