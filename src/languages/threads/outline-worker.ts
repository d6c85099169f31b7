/**
 * Entry of a worker thread: receives batches of files, and answers with outlines as JSON, also compressed for a pack.
 * It has no access to the environment.
 */
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { chunksOf } from "../cache/outline-chunks.ts";
import type { OutlineInput, OutlineResult } from "../outlines/outline-one.ts";
import { loadGrammar, patternsOf } from "../parsing/parser.ts";
import { outlinePatiently } from "../patience.ts";

export interface WorkerSettings {
  /** Loaded before the first batch. */
  readonly language: string | undefined;
  /** Languages with much source. */
  readonly frequent: readonly string[];
  /** Whether outlines are also compressed. */
  readonly isPacked: boolean;
  readonly patience: SharedArrayBuffer;
}

export interface WorkerAnswer {
  readonly results: readonly OutlineResult[];
  /** Memory of this thread in bytes: its heap, and external memory, which is mostly the parser's. */
  readonly memory: number;
}

/** The first message, once all modules are loaded. */
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
  // Of this thread alone, without a system call. The parser's memory is external, and never shrinks.
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  const memory = heap + external;
  if (isPacked) postPacked(results, memory);
  else port.postMessage({ results, memory } satisfies WorkerAnswer);
});

function postPacked(outlined: readonly OutlineResult[], memory: number): void {
  const chunks = chunksOf(outlined.flatMap((one) => ("json" in one ? [one.json] : [])));
  let at = 0;
  const results = outlined.map((one) => ("json" in one ? { ...one, packed: { chunks, at: at++ } } : one));
  // Within a message, shared references to chunks stay shared.
  port.postMessage({ results, memory } satisfies WorkerAnswer, [chunks.bytes.buffer, chunks.places.buffer]);
}
