/** The thread that draws graphs, but for trees with a file of certain names: those are more than it can bear. */
import { parentPort } from "node:worker_threads";
import type { ToGraphThread } from "../../src/retrieval/graph-worker.ts";

const faults: Readonly<Record<string, () => void>> = {
  "spins.py": () => {
    for (;;);
  },
  // The same seen from outside, and it leaves the processor to others.
  "stands.py": () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  "ends.py": () => process.exit(3),
  "throws.py": () => {
    throw new Error("This was too much.");
  },
  "eats.py": () => {
    const eaten: number[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, at) => at + 0.5));
  },
};

parentPort!.on("message", (asked: ToGraphThread) => {
  if (asked.kind === "draw") for (const { path } of asked.entries) faults[path]?.();
});
await import("../../src/retrieval/graph-worker.ts");
