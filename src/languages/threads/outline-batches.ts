/** The queue of files to outline, in batches, since a message to a thread costs as much as parsing a small file. */
import type { OutlineInput, OutlineResult } from "../outlines/outline-one.ts";

export interface Job {
  readonly input: OutlineInput;
  take(result: OutlineResult): void;
}

export interface Batches {
  add(jobs: readonly Job[]): void;
  /** Requeues the jobs of a batch one by one. */
  split(batch: readonly Job[]): void;
  /** The next batch; waits for one. Undefined once closed. */
  next(): Promise<readonly Job[] | undefined>;
  close(): void;
}

const maxFiles = 16;
/** UTF-16 units. */
const fullBatch = 100_000;

export function createBatches(): Batches {
  const waiting: (readonly Job[])[] = [];
  let sleepers: (() => void)[] = [];
  let closed = false;
  const wake = (): void => {
    const woken = sleepers;
    sleepers = [];
    for (const one of woken) one();
  };
  return {
    add: (jobs) => {
      waiting.push(...batchesOf(jobs));
      wake();
    },
    split: (batch) => {
      waiting.push(...batch.map((job) => [job]));
      wake();
    },
    next: async () => {
      for (;;) {
        const batch = waiting.shift();
        if (batch || closed) return batch;
        await new Promise<void>((resolve) => sleepers.push(resolve));
      }
    },
    close: () => {
      closed = true;
      wake();
    },
  };
}

/** Groups jobs in order. */
function batchesOf(jobs: readonly Job[]): Job[][] {
  const batches: Job[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const job of jobs) {
    if (size >= fullBatch || batches.at(-1)!.length >= maxFiles) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(job);
    size += job.input.text.length;
  }
  return batches;
}
