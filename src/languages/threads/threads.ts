/** What all threads of ours start with. */
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { onceAllRun } from "../../short-run.mjs";

export interface ThreadOptions {
  /** What the thread reads as `workerData`. */
  readonly settings?: unknown;
  /** Its heap may not grow beyond. */
  readonly heapMegabytes: number;
}

/**
 * Threads get no flags of this process, of its environment only where compiled modules are kept, and may not grow
 * without bound. The first message of each says that its modules are loaded.
 */
export function newThread(entry: URL, { settings, heapMegabytes }: ThreadOptions): Worker {
  const worker = new Worker(entry, {
    env: environment(),
    argv: [],
    execArgv: [],
    stdin: false,
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
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

/** The module of a thread, which stands beside the one that starts it. */
export const threadEntry = (name: string, beside: string): URL =>
  new URL(`./${name}.${beside.endsWith(".ts") ? "ts" : "js"}`, beside);
