/** Common settings of all worker threads. */
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { onceAllRun } from "../../short-run.mjs";

export interface ThreadOptions {
  /** Passed as `workerData`. */
  readonly settings?: unknown;
  /** Limit of its heap. */
  readonly heapMegabytes: number;
}

/**
 * Starts a thread with a bounded heap and without this process's flags; of the environment it gets only the compile
 * cache. Its first message tells that its modules are loaded.
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
 * Works around a crash: V8 shares wrappers for calls from WebAssembly to JavaScript between threads, and frees one
 * twice where a thread collects it while another is about to use it (V8 13.6, `Check failed: jit_page.has_value()`).
 * So wasm code is no longer collected; a thread's own still goes with its parser. Set once all threads run, since in
 * a thread started under other flags Node's own modules are compiled anew.
 */
const keepParsersCode = onceAllRun(() => setFlagsFromString("--no-wasm-code-gc"));

/** Node reports the subfolder for its version, but expects its parent. */
function environment(): Record<string, string> {
  const kept = getCompileCacheDir();
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) };
}

/** The entry module of a thread, beside the module that starts it. */
export const threadEntry = (name: string, beside: string): URL =>
  new URL(`./${name}.${beside.endsWith(".ts") ? "ts" : "js"}`, beside);
