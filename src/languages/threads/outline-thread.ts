/** Starts a worker thread, and sends it one request at a time. */
import type { Worker } from "node:worker_threads";
import type { OutlineInput } from "../outlines/outline-one.ts";
import type { Ready, WorkerAnswer, WorkerSettings } from "./outline-worker.ts";
import { newThread } from "./threads.ts";

/** Limits the heap; the parser's memory is limited by `memoryLimit` of the pool. */
export function startThread(entry: URL, settings: WorkerSettings): Worker {
  const worker = newThread(entry, { settings, heapMegabytes: 512 });
  // An error between batches is noticed by the next one.
  worker.on("error", () => undefined);
  return worker;
}

/** The answer, or the reason for its absence. Rejects only when `signal` aborts. */
export function askThread(
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
    const onMessage = (said: WorkerAnswer | Ready): void => {
      if (said !== "ready") finish(() => resolve(said));
    };
    const onError = (error: unknown): void => finish(() => resolve(`its parser failed: ${messageOf(error)}`));
    const onExit = (): void => finish(() => resolve("its parser ended unexpectedly"));
    const onAbort = (): void => finish(() => reject(signal.reason));
    const timer = setTimeout(
      () => finish(() => resolve(`it took longer than ${milliseconds} ms to parse`)),
      milliseconds,
    );
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (worker.threadId < 0) onExit();
    else worker.postMessage(batch);
  });
}

/** An error from another thread is a structured clone, and need not be an `Error` here. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
