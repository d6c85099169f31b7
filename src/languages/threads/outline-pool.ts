/**
 * Worker threads that outline batches of files. A thread that dies, runs out of memory or hangs loses only its batch,
 * which is retried file by file; a file that fails again is reported as skipped.
 */

import { newPatience } from "../limits.ts";
import type { OutlineInput, OutlineResult } from "../outlines/outline-one.ts";
import { createBatches, type Job } from "./outline-batches.ts";
import { askThread, startThread } from "./outline-thread.ts";
import { threadEntry } from "./threads.ts";

export interface PoolOptions {
  readonly workers: number;
  /** The main language, whose grammar each thread loads while files are still being read. */
  readonly language?: string;
  /** Languages with enough source for optimised code to pay off; see quick-code.ts. */
  readonly frequent?: readonly string[];
  /** Whether outlines are also compressed, as in a pack. */
  readonly isPacked?: boolean;
  readonly patience?: SharedArrayBuffer;
  /** The worker's entry module; overridden in tests. */
  readonly entry?: URL;
  /** Milliseconds per batch. */
  readonly batchDeadline?: number;
  /** Memory in bytes above which a thread is replaced after its batch. */
  readonly memoryLimit?: number;
}

/** Whoever opens it closes it. */
export interface OutlinePool {
  /**
   * Passes each result to `take` as soon as it is ready. May be called again while earlier inputs are still being
   * parsed. Rejects with what `take` threw, or when the pool's signal aborts.
   */
  outline(
    inputs: readonly OutlineInput[],
    take: (result: OutlineResult, index: number) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Starts threads eagerly where there is a main language to load. */
export function openOutlinePool(options: PoolOptions, signal: AbortSignal): OutlinePool {
  const { workers, language, frequent = [], isPacked = false, entry = usualEntry } = options;
  const { patience = newPatience(), batchDeadline = 60_000, memoryLimit = 400_000_000 } = options;
  const batches = createBatches();
  /** Runs one thread until it or the pool ends. */
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
        // Deferred, so that the thread gets its next batch first.
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
  // Callers of `outline` get the rejection; without any, it can be ignored.
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
