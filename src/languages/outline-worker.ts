/** Entry of a worker thread: batches of files in, their outlines as JSON out. It sees no environment. */
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { type OutlineInput, type OutlineResult, outlineOne } from "./outline-one.ts";
import { loadGrammar, patternsOf } from "./parser.ts";

export interface WorkerSettings {
  /** Made ready before the first batch comes. */
  readonly language: string | undefined;
}

export interface WorkerAnswer {
  readonly results: readonly OutlineResult[];
  /** Bytes that this thread holds: its heap, and what lies outside of it, which is mostly the parser's memory. */
  readonly memory: number;
}

if (!parentPort) throw new Error("outline-worker.ts runs as a worker thread only.");
const port = parentPort;
const { language } = workerData as WorkerSettings;
if (language !== undefined) patternsOf(await loadGrammar(language));
port.on("message", async (inputs: readonly OutlineInput[]) => {
  const results: OutlineResult[] = [];
  for (const input of inputs) results.push(await outlineOne(input));
  // Of this thread alone, and without asking the system. The parser's memory is the external one, and never shrinks.
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  port.postMessage({ results, memory: heap + external } satisfies WorkerAnswer);
});
