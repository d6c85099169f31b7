/**
 * What waits to be outlined, in batches of one language. A thread must compile the query of each language that it
 * meets, which can take as long as parsing a megabyte, so it is given languages that it knows, then one that no other
 * thread knows, and one that others know only where there is a lot of it.
 */
import type { OutlineInput, OutlineResult } from "./outline-one.ts";

export interface Job {
  readonly input: OutlineInput;
  take(result: OutlineResult): void;
}

export interface Batches {
  add(jobs: readonly Job[]): void;
  /** Puts the jobs of a batch back, each for itself. */
  split(batch: readonly Job[]): void;
  /** A thread's languages, which others then leave to it; it adds to the set what it meets. */
  join(languages: Set<string>): void;
  leave(languages: Set<string>): void;
  /** The next batch for a thread; waits for one. Undefined once closed. */
  next(languages: Set<string>): Promise<readonly Job[] | undefined>;
  close(): void;
}

const maxFiles = 16;
const fullBatch = 100_000;
/** UTF-16 units of one language that are worth compiling its query in one more thread. */
const worthwhile = 300_000;

export function createBatches(): Batches {
  const waiting: (readonly Job[])[] = [];
  const threads = new Set<ReadonlySet<string>>();
  let sleepers: (() => void)[] = [];
  let closed = false;
  const wake = (): void => {
    const woken = sleepers;
    sleepers = [];
    for (const one of woken) one();
  };
  const isFree = (language: string): boolean => ![...threads].some((known) => known.has(language));
  const placeFor = (known: ReadonlySet<string>): number => {
    const familiar = waiting.findIndex((batch) => known.has(languageOf(batch)));
    if (familiar >= 0) return familiar;
    const free = waiting.findIndex((batch) => isFree(languageOf(batch)));
    return free >= 0 ? free : waiting.findIndex((batch) => sizeOf(waiting, languageOf(batch)) >= worthwhile);
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
    join: (languages) => threads.add(languages),
    leave: (languages) => {
      threads.delete(languages);
      wake();
    },
    next: async (languages) => {
      for (;;) {
        const place = placeFor(languages);
        const batch = waiting[place];
        if (batch) {
          waiting.splice(place, 1);
          languages.add(languageOf(batch));
          return batch;
        }
        if (closed) return undefined;
        await new Promise<void>((resolve) => sleepers.push(resolve));
      }
    },
    close: () => {
      closed = true;
      wake();
    },
  };
}

const languageOf = (batch: readonly Job[]): string => batch[0]!.input.language;

const sizeOf = (batches: readonly (readonly Job[])[], language: string): number =>
  batches
    .filter((batch) => languageOf(batch) === language)
    .reduce((sum, batch) => sum + batch.reduce((size, { input }) => size + input.text.length, 0), 0);

/** The largest files first, so that no thread ends with a long one alone. */
function batchesOf(jobs: readonly Job[]): Job[][] {
  const batches: Job[][] = [];
  const filling = new Map<string, { readonly jobs: Job[]; size: number }>();
  for (const job of [...jobs].sort((a, b) => b.input.text.length - a.input.text.length)) {
    const { language, text } = job.input;
    const batch = filling.get(language) ?? { jobs: [], size: 0 };
    if (batch.jobs.length === 0) batches.push(batch.jobs);
    batch.jobs.push(job);
    batch.size += text.length;
    if (batch.jobs.length >= maxFiles || batch.size >= fullBatch) filling.delete(language);
    else filling.set(language, batch);
  }
  return batches;
}
