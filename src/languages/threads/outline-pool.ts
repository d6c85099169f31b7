/**
 * Worker threads that outline batches of files. A thread that dies, runs out of memory or does not answer takes only
 * its batch with it; the batch is tried again file by file, and the file that does it again becomes a note.
 */

import { newPatience } from "../limits.ts";
import type { OutlineInput, OutlineResult } from "../outlines/outline-one.ts";
import { createBatches, type Job } from "./outline-batches.ts";
import { askThread, startThread } from "./outline-thread.ts";
import { threadEntry } from "./threads.ts";

export interface PoolOptions {
  readonly workers: number;
  /** The language of most of the source: each thread prepares for it while the files are still being read. */
  readonly language?: string;
  /** Languages whose grammars are worth the engine's better code, though that takes long; see quick-code.ts. */
  readonly frequent?: readonly string[];
  /** Outlines are compressed too, as they lie in a pack. */
  readonly isPacked?: boolean;
  readonly patience?: SharedArrayBuffer;
  /** The worker's entry; another one only in tests. */
  readonly entry?: URL;
  /** Milliseconds for one batch. */
  readonly batchDeadline?: number;
  /** Bytes above which a thread is replaced after its batch. */
  readonly memoryLimit?: number;
}

/** Whoever opens it closes it. */
export interface OutlinePool {
  /**
   * Gives the result of each input to `take`, as soon as it is there. May be called again while earlier inputs are
   * still being parsed. Rejects with what `take` threw, or when the pool's signal aborts.
   */
  outline(
    inputs: readonly OutlineInput[],
    take: (result: OutlineResult, index: number) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Starts the threads at once where they have a language to prepare for. */
export function openOutlinePool(options: PoolOptions, signal: AbortSignal): OutlinePool {
  const { workers, language, frequent = [], isPacked = false, entry = usualEntry } = options;
  const { patience = newPatience(), batchDeadline = 60_000, memoryLimit = 400_000_000 } = options;
  const batches = createBatches();
  /** Until the pool is closed, or one thread's end. */
  const serve = async (prepared: string | undefined): Promise<"closed" | "ended"> => {
    const start = () => startThread(entry, { language: prepared, frequent, isPacked, patience });
    let worker = prepared === undefined ? undefined : start();
    try {
      for (;;) {
        const batch = await batches.next();
        if (!batch) return "closed";
        worker ??= start();
        const inputs = batch.map((job) => job.input);
        const answer = await askThread(worker, inputs, batchDeadline, signal);
        if (typeof answer === "string") {
          if (batch.length > 1) batches.split(batch);
          else batch[0]!.take({ skipped: answer, cause: "time" });
          return "ended";
        }
        // A later turn of the event loop: the thread has its next batch by then.
        setImmediate(() => {
          for (const [i, job] of batch.entries()) job.take(answer.results[i]!);
        });
        if (answer.memory > memoryLimit) return "ended";
      }
    } finally {
      await worker?.terminate();
    }
  };
  const serveOn = async (): Promise<void> => {
    if ((await serve(language)) === "ended") while ((await serve(undefined)) === "ended");
  };
  const serving = Promise.all(Array.from({ length: workers }, serveOn));
  // Whoever waits for results hears of it; with nobody waiting there is nothing to lose.
  serving.catch(() => undefined);
  return {
    outline: async (inputs, take) => {
      signal.throwIfAborted();
      const done = new Promise<void>((resolve, reject) => {
        let open = inputs.length;
        if (open === 0) resolve();
        const jobs = inputs.map(
          (input, index): Job => ({
            input,
            take: (result) => {
              try {
                take(result, index);
              } catch (error) {
                reject(error);
              }
              open--;
              if (open === 0) resolve();
            },
          }),
        );
        batches.add(jobs);
      });
      await Promise.race([done, serving]);
    },
    close: async () => {
      batches.close();
      await Promise.allSettled([serving]);
    },
  };
}

const usualEntry = threadEntry("outline-worker", import.meta.url);
