/** One worker thread, and asking it one thing. */
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { onceAllRun } from "../short-run.mjs";
import type { OutlineInput } from "./outline-one.ts";
import type { Ready, WorkerAnswer, WorkerSettings } from "./outline-worker.ts";

/**
 * Threads get no flags of this process, of its environment only where compiled modules are kept, and may not grow
 * without bound.
 */
export function startThread(entry: URL, settings: WorkerSettings): Worker {
  const worker = new Worker(entry, {
    env: environment(),
    argv: [],
    execArgv: [],
    stdin: false,
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // Between batches nobody listens; what ends the thread then is seen by the next batch.
  worker.on("error", () => undefined);
  keepParsersCode(worker);
  return worker;
}

/**
 * The engine shares code by which WebAssembly calls JavaScript between threads, and where one thread collects what
 * another is about to use it is freed twice, which ends the process (V8 13.6, `Check failed: jit_page.has_value()`).
 * Nothing is collected any more, then; with its parser a thread's own code goes all the same. Said once all threads
 * are there, because Node's own modules are compiled anew in a thread that starts under other settings.
 */
const keepParsersCode = onceAllRun(() => setFlagsFromString("--no-wasm-code-gc"));

/** Node says which folder of its version it took, and is told the one above. */
function environment(): Record<string, string> {
  const kept = getCompileCacheDir();
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) };
}

/** The answer, or why there is none. Rejects only when `signal` aborts. */
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

/** An error from a thread was copied on its way and need not be an Error of this one. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
