/** Entry of the thread that graph-thread.ts starts: draws graphs of files whose texts it asks the other side for. */
import { parentPort } from "node:worker_threads";
import type { EdgeColumns } from "../graph/columns/edges.ts";
import type { NodeColumns } from "../graph/columns/node-columns.ts";
import type { ResolutionCounts } from "../graph/columns/outcomes.ts";
import type { TreeEntry } from "../workspace/workspace.ts";
import { drawGraph, graphWritten } from "./draw-graph.ts";
import type { Told } from "./drawn.ts";
import { readyForPush } from "./ready-for-push.ts";

export type Texts = ReadonlyMap<string, string>;

/** `draw`, `read`: numbers by which answers find their questions. */
export type ToGraphThread =
  | {
      readonly kind: "draw";
      readonly draw: number;
      readonly commit: string;
      readonly entries: readonly TreeEntry[];
      readonly workers: number | undefined;
      readonly cacheDir: string | undefined;
    }
  /** Without texts: they could not be read, and the draw has failed on the other side. */
  | { readonly kind: "texts"; readonly read: number; readonly texts: Texts | undefined }
  | { readonly kind: "abort"; readonly draw: number }
  | { readonly kind: "close" };

export type FromGraphThread =
  | { readonly kind: "ready" | "alive" | "closed" }
  | { readonly kind: "read"; readonly draw: number; readonly read: number; readonly paths: readonly string[] }
  | { readonly kind: "drawn"; readonly draw: number; readonly sent: SentGraph }
  | { readonly kind: "failed"; readonly draw: number; readonly failure: Failure };

/** A graph as it travels: copies of its columns, which are handed over. */
export interface SentGraph extends Told {
  readonly nodes: NodeColumns;
  readonly edges: EdgeColumns;
  readonly calls: ResolutionCounts;
}

export type Failure = Pick<Error, "name" | "message" | "stack">;

/** Between two signs of life while something is drawn, in milliseconds. */
const beatMs = 2000;

if (!parentPort) throw new Error("graph-worker.ts runs as a worker thread only.");
const port = parentPort;
const aborts = new Map<number, AbortController>();
const reads = new Map<number, (texts: Texts | undefined) => void>();
let lastRead = 0;

const say = (message: FromGraphThread, handedOver: ArrayBuffer[] = []): void =>
  port.postMessage(message, handedOver);

port.on("message", async (asked: ToGraphThread) => {
  if (asked.kind === "draw") {
    const told = await draw(asked);
    // The first of a server that was started again: what was read from the disk has made nothing ready.
    if (told?.origin.kind === "snapshot")
      await Promise.all([import("./draw-files.ts"), readyForPush(asked.entries.map(({ path }) => path))]);
  } else if (asked.kind === "abort") aborts.get(asked.draw)?.abort();
  else if (asked.kind === "texts") reads.get(asked.read)?.(asked.texts);
  else {
    // What was answered last is on its way to the disk.
    await graphWritten();
    say({ kind: "closed" });
  }
});
say({ kind: "ready" });

/** Answers; undefined where the answer is a failure. */
async function draw({
  draw: number,
  commit,
  entries,
  workers,
  cacheDir,
}: ToGraphThread & { readonly kind: "draw" }): Promise<Told | undefined> {
  const abort = new AbortController();
  const { signal } = abort;
  aborts.set(number, abort);
  const beat = setInterval(() => say({ kind: "alive" }), beatMs);
  try {
    const workspace = { commit, readMany: (paths: readonly string[]) => textsOf(number, paths, signal) };
    const { graph, ...told } = await drawGraph({ workspace, entries, workers, signal }, cacheDir);
    const handedOver: ArrayBuffer[] = [];
    const nodes = copied(graph.table.columns, handedOver);
    const edges = copied(graph.edges, handedOver);
    say({ kind: "drawn", draw: number, sent: { ...told, nodes, edges, calls: graph.calls } }, handedOver);
    return told;
  } catch (error) {
    const { name, message, stack } = error as Error;
    say({ kind: "failed", draw: number, failure: { name, message, ...(stack !== undefined && { stack }) } });
    return undefined;
  } finally {
    clearInterval(beat);
    aborts.delete(number);
  }
}

async function textsOf(draw: number, paths: readonly string[], signal: AbortSignal): Promise<Texts> {
  signal.throwIfAborted();
  const read = ++lastRead;
  const { promise, resolve, reject } = Promise.withResolvers<Texts | undefined>();
  const onAbort = (): void => reject(signal.reason);
  reads.set(read, resolve);
  signal.addEventListener("abort", onAbort, { once: true });
  say({ kind: "read", draw, read, paths });
  try {
    const texts = await promise;
    if (!texts) throw new Error("The files could not be read.");
    return texts;
  } finally {
    signal.removeEventListener("abort", onAbort);
    reads.delete(read);
  }
}

/** The same columns in memory of their own: the cache of this thread goes on using the others. */
function copied<T extends object>(columns: T, handedOver: ArrayBuffer[]): T {
  const copy = (value: unknown): unknown => {
    if (!ArrayBuffer.isView(value)) return value;
    // Of a Buffer `slice` would be the same memory.
    const own = value instanceof Uint8Array ? new Uint8Array(value) : (value as Int32Array).slice();
    handedOver.push(own.buffer as ArrayBuffer);
    return own;
  };
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, copy(value)])) as T;
}
