import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ParseInput } from "./parse-worker.ts";

/**
 * Milliseconds in which so many threads parse all inputs. The clock runs from starting the threads to the last tree;
 * the texts are in memory before. The largest files go first, 16 at a time, to whichever thread is free.
 */
export async function bareParse(inputs: readonly ParseInput[], workers: number): Promise<number> {
  const start = performance.now();
  const sorted = [...inputs].sort((a, b) => b.text.length - a.text.length);
  const next = (): ParseInput[] => {
    const batch: ParseInput[] = [];
    for (let size = 0; sorted.length > 0 && batch.length < 16 && size < 100_000; ) {
      const input = sorted.shift()!;
      batch.push(input);
      size += input.text.length;
    }
    return batch;
  };
  const serve = async (): Promise<void> => {
    const worker = new Worker(new URL("./parse-worker.ts", import.meta.url));
    for (let batch = next(); batch.length > 0; batch = next()) {
      worker.postMessage(batch);
      await once(worker, "message");
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: workers }, serve));
  return performance.now() - start;
}
