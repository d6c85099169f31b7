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
  /** Bytes that this thread holds: its heap, and what lies outside of it, which is mostly the parser's memory. */
  readonly memory: number;
}

if (!parentPort) throw new Error("outline-worker.ts runs as a worker thread only.");
const port = parentPort;
const { language } = workerData as WorkerSettings;
if (language !== undefined) compiledQuery(await loadGrammar(language));
port.on("message", async (inputs: readonly OutlineInput[]) => {
  const results: OutlineResult[] = [];
  for (const input of inputs) results.push(await outlineOne(input));
  // Of this thread alone. The parser's memory is in `external`, and never shrinks; array buffers are part of that.
  const { heapTotal, external } = process.memoryUsage();
  port.postMessage({ results, memory: heapTotal + external } satisfies WorkerAnswer);
});
