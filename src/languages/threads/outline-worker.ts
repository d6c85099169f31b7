/**
 * Entry of a worker thread: batches of files in, their outlines as JSON out, also as they lie in a pack. It sees no
 * environment.
 */
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { chunksOf } from "../cache/outline-chunks.ts";
import type { OutlineInput, OutlineResult } from "../outlines/outline-one.ts";
import { loadGrammar, patternsOf } from "../parsing/parser.ts";
import { outlinePatiently } from "../patience.ts";

export interface WorkerSettings {
  /** Made ready before the first batch comes. */
  readonly language: string | undefined;
  /** Languages of which much will come. */
  readonly frequent: readonly string[];
  /** Outlines are compressed too. */
  readonly isPacked: boolean;
  readonly patience: SharedArrayBuffer;
}

export interface WorkerAnswer {
  readonly results: readonly OutlineResult[];
  /** Bytes that this thread holds: its heap, and what lies outside of it, which is mostly the parser's memory. */
  readonly memory: number;
}

/** Its first message: all modules are loaded. */
export type Ready = "ready";

if (!parentPort) throw new Error("outline-worker.ts runs as a worker thread only.");
const port = parentPort;
const { language, frequent, isPacked, patience } = workerData as WorkerSettings;
for (const name of frequent) await loadGrammar(name, "much");
if (language !== undefined) patternsOf(await loadGrammar(language));
port.postMessage("ready" satisfies Ready);
port.on("message", async (inputs: readonly OutlineInput[]) => {
  const results: OutlineResult[] = [];
  for (const input of inputs) results.push(await outlinePatiently(input, patience));
  // Of this thread alone, and without asking the system. The parser's memory is the external one, and never shrinks.
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  const memory = heap + external;
  if (isPacked) postPacked(results, memory);
  else port.postMessage({ results, memory } satisfies WorkerAnswer);
});

function postPacked(outlined: readonly OutlineResult[], memory: number): void {
  const chunks = chunksOf(outlined.flatMap((one) => ("json" in one ? [one.json] : [])));
  let at = 0;
  const results = outlined.map((one) => ("json" in one ? { ...one, packed: { chunks, at: at++ } } : one));
  // All of a message that say the same chunks still do on the other side.
  port.postMessage({ results, memory } satisfies WorkerAnswer, [chunks.bytes.buffer, chunks.places.buffer]);
}
