/**
 * Worker threads that outline batches of files. A thread that dies, runs out of memory or does not answer takes only
 * its batch with it; the batch is tried again file by file, and the file that does it again becomes a note.
 */
import { Worker } from "node:worker_threads";
import type { OutlineInput, OutlineResult } from "./outline-one.ts";
import type { WorkerAnswer } from "./outline-worker.ts";

export interface PoolOptions {
  readonly workers: number;
  /** The worker's entry; another one only in tests. */
  readonly entry?: URL;
  /** Milliseconds for one batch. */
  readonly batchDeadline?: number;
  /** Bytes above which a thread is replaced after its batch. */
  readonly memoryLimit?: number;
}

const batchSize = 16;

/** Results in the order of the inputs. Rejects only when `signal` aborts. */
export async function outlineInPool(
  inputs: readonly OutlineInput[],
  { workers, entry = defaultEntry(), batchDeadline = 60_000, memoryLimit = 400_000_000 }: PoolOptions,
  signal: AbortSignal,
): Promise<readonly OutlineResult[]> {
  const results = new Array<OutlineResult>(inputs.length);
  const waiting = batchesOf(inputs);
  const serve = async (): Promise<void> => {
    let worker: Worker | undefined;
    try {
      for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
        signal.throwIfAborted();
        worker ??= startWorker(entry);
        const answer = await ask(
          worker,
          batch.map((index) => inputs[index]!),
          batchDeadline,
          signal,
        );
        if (typeof answer !== "string") {
          answer.results.forEach((result, i) => {
            results[batch[i]!] = result;
          });
          if (answer.memory <= memoryLimit) continue;
        } else if (batch.length === 1) results[batch[0]!] = { skipped: answer };
        else waiting.push(...batch.map((index) => [index]));
        await worker.terminate();
        worker = undefined;
      }
    } finally {
      await worker?.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, waiting.length) }, serve));
  return results;
}

const defaultEntry = (): URL =>
  new URL(import.meta.url.endsWith(".ts") ? "./outline-worker.ts" : "./outline-worker.js", import.meta.url);

/** Threads get no environment and no flags of this process, and may not grow without bound. */
function startWorker(entry: URL): Worker {
  const worker = new Worker(entry, {
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // Between batches nobody listens; what ends the thread then is seen by the next batch.
  worker.on("error", () => undefined);
  return worker;
}

/** The answer, or why there is none. */
function ask(
  worker: Worker,
  batch: readonly OutlineInput[],
  milliseconds: number,
  signal: AbortSignal,
): Promise<WorkerAnswer | string> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
      act();
    };
    const onMessage = (answer: WorkerAnswer): void => finish(() => resolve(answer));
    const onError = (error: unknown): void => finish(() => resolve(`its parser failed: ${messageOf(error)}`));
    const onExit = (): void => finish(() => resolve("its parser ended unexpectedly"));
    const onAbort = (): void => finish(() => reject(signal.reason));
    const timer = setTimeout(
      () => finish(() => resolve(`it took longer than ${milliseconds} ms to parse`)),
      milliseconds,
    );
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    if (worker.threadId < 0) onExit();
    else worker.postMessage(batch);
  });
}

/** An error from a thread was copied on its way and need not be an Error of this one. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

/** Indices in batches, the largest files first, so that no thread ends with a long one alone. */
function batchesOf(inputs: readonly OutlineInput[]): number[][] {
  const order = inputs
    .map((_, index) => index)
    .sort((a, b) => inputs[b]!.text.length - inputs[a]!.text.length);
  const batches: number[][] = [];
  const limit = Math.ceil(inputs.reduce((sum, input) => sum + input.text.length, 0) / 20);
  let [batch, size]: [number[], number] = [[], 0];
  for (const index of order) {
    batch.push(index);
    size += inputs[index]!.text.length;
    if (batch.length < batchSize && size < limit) continue;
    batches.push(batch);
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
