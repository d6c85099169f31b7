/** Entry of a worker thread: batches of files in, their outlines as JSON out. It sees no environment. */
import { parentPort, workerData } from "node:worker_threads";
import { type OutlineInput, type OutlineResult, outlineOne } from "./outline-one.ts";
import { compiledQuery, loadGrammar } from "./parser.ts";

export interface WorkerSettings {
  /** Made ready before the first batch comes. */
  readonly language: string | undefined;
}

export interface WorkerAnswer {
  readonly results: readonly OutlineResult[];
  /** Bytes of this thread's heap and of the wasm memory. */
  readonly memory: number;
}

if (!parentPort) throw new Error("outline-worker.ts runs as a worker thread only.");
const port = parentPort;
const { language } = workerData as WorkerSettings;
if (language !== undefined) compiledQuery(await loadGrammar(language));
port.on("message", async (inputs: readonly OutlineInput[]) => {
  const results: OutlineResult[] = [];
  for (const input of inputs) results.push(await outlineOne(input));
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  port.postMessage({ results, memory: heapUsed + external + arrayBuffers } satisfies WorkerAnswer);
});
