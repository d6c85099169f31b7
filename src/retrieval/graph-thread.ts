/**
 * A thread in which graphs are drawn. Linking a large repository takes seconds without a pause: a server that linked
 * by itself would answer no webhook meanwhile, hear of no cancellation and lose its lease, and code that is too much
 * for the memory would end it. Here a draw that is given up is ended with the thread where it does not end by itself,
 * and so is one that dies or stands still; the others are begun again in a new thread.
 */
import { getHeapStatistics } from "node:v8";
import type { Worker } from "node:worker_threads";
import { UserError } from "../errors.ts";
import { createNodeTable } from "../graph/columns/node-table.ts";
import { createGraph } from "../graph/columns/store.ts";
import { newThread, threadEntry } from "../languages/threads/threads.ts";
import type { DrawGraph, DrawnGraph } from "./draw-graph.ts";
import type { Failure, FromGraphThread, SentGraph, ToGraphThread } from "./graph-worker.ts";
import type { Readable } from "./outlines-of.ts";

export interface GraphThread {
  readonly draw: DrawGraph;
  /** Ends the thread when what it was writing is on the disk. */
  close(): Promise<void>;
}

export interface GraphThreadOptions {
  /** The thread's entry; another one only in tests. */
  readonly entry?: URL;
  /** As much as this process may use where not given. */
  readonly heapMegabytes?: number;
  /** Milliseconds that the thread has to end what nobody wants any more, before it is ended itself. */
  readonly graceMs?: number;
  /** Milliseconds without a sign of life after which the thread is ended. */
  readonly standstillMs?: number;
}

/** A draw that somebody asked for. */
interface Asked {
  readonly request: ToGraphThread & { readonly kind: "draw" };
  readonly workspace: Readable;
  /** It was there when a thread died: it is drawn alone, so that it is known which one it was. */
  isSuspect: boolean;
  /** The answer has been given: what the thread still says of it is of no use. */
  isOver: boolean;
  done(drawn: DrawnGraph): void;
  fail(error: unknown): void;
}

interface Running {
  readonly worker: Worker;
  readonly asked: Map<number, Asked>;
  lastSign: number;
}

/** The thread starts with the first draw, and again after its end. Whoever opens it closes it. */
export function openGraphThread({
  entry = threadEntry("graph-worker", import.meta.url),
  heapMegabytes = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20),
  graceMs = 3000,
  standstillMs = 300_000,
}: GraphThreadOptions = {}): GraphThread {
  let waiting: Asked[] = [];
  let running: Running | undefined;
  let isClosed = false;
  let last = 0;

  const say = (message: ToGraphThread): void => running?.worker.postMessage(message);

  const start = (): Running => {
    const worker = newThread(entry, { heapMegabytes });
    const started: Running = { worker, asked: new Map(), lastSign: performance.now() };
    const unlessGone = (act: () => void) => (): void => {
      if (running === started) act();
    };
    worker.on("message", (said: FromGraphThread) => unlessGone(() => hear(started, said))());
    worker.on("error", (error) => unlessGone(() => end(causeOf(error, heapMegabytes)))());
    worker.on("messageerror", (error) => unlessGone(() => end(error))());
    worker.on(
      "exit",
      unlessGone(() => end(new Error("The thread of the code graph ended unexpectedly."))),
    );
    return started;
  };

  /** Sends what may be sent. Beside a suspect nothing is drawn. */
  const advance = (): void => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      running ??= start();
      const others = [...running.asked.values()];
      if (others.some(({ isSuspect }) => isSuspect) || (next.isSuspect && others.length > 0)) break;
      waiting.shift();
      running.asked.set(next.request.draw, next);
      running.lastSign = performance.now();
      say(next.request);
    }
    // A process may end while nothing is drawn.
    if (running?.asked.size) running.worker.ref();
    else running?.worker.unref();
  };

  /** Ends the thread. `cause`: it died of what it drew; without one its other draws are begun again. */
  const end = (cause?: unknown): void => {
    const { worker, asked } = running!;
    running = undefined;
    void worker.terminate();
    const left = [...asked.values()].filter(({ isOver }) => !isOver);
    if (cause !== undefined && left.length === 1) left[0]!.fail(cause);
    else {
      for (const one of left) one.isSuspect ||= cause !== undefined;
      waiting.unshift(...left);
    }
    advance();
  };

  const hear = (from: Running, said: FromGraphThread): void => {
    from.lastSign = performance.now();
    if (!("draw" in said)) return;
    const asked = from.asked.get(said.draw);
    if (said.kind === "read") {
      void textsOf(asked, said.paths).then((texts) => {
        if (running === from) say({ kind: "texts", read: said.read, texts });
      });
      return;
    }
    from.asked.delete(said.draw);
    if (said.kind === "drawn") asked?.done(received(said.sent));
    else asked?.fail(errorOf(said.failure));
    advance();
  };

  const watch = setInterval(
    () => {
      const asked = [...(running?.asked.values() ?? [])];
      if (asked.length === 0) return;
      const silence = performance.now() - running!.lastSign;
      const isUnwanted = asked.every(({ isOver }) => isOver);
      if (isUnwanted && silence > graceMs) end();
      else if (silence > standstillMs) end(stoodStill(standstillMs));
    },
    Math.min(graceMs, standstillMs, 1000),
  ).unref();

  return {
    draw: ({ workspace, entries, workers, signal }, cacheDir) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error("The thread of the code graph is closed.");
        signal.throwIfAborted();
        const draw = ++last;
        const { commit } = workspace;
        const asked: Asked = {
          request: { kind: "draw", draw, commit, entries, workers, cacheDir },
          ...{ workspace, isSuspect: false, isOver: false },
          done: (drawn) => {
            over();
            resolve(drawn);
          },
          fail: (error) => {
            over();
            reject(error);
          },
        };
        const over = (): void => {
          asked.isOver = true;
          signal.removeEventListener("abort", giveUp);
        };
        const giveUp = (): void => {
          asked.fail(signal.reason);
          waiting = waiting.filter((one) => one !== asked);
          if (running?.asked.has(draw)) say({ kind: "abort", draw });
          advance();
        };
        signal.addEventListener("abort", giveUp, { once: true });
        waiting.push(asked);
        advance();
      }),
    close: async () => {
      isClosed = true;
      clearInterval(watch);
      const open = [...waiting, ...(running?.asked.values() ?? [])].filter(({ isOver }) => !isOver);
      const gone = running?.worker;
      waiting = [];
      running = undefined;
      for (const asked of open) asked.fail(new Error("The thread of the code graph is closed."));
      if (gone) await closed(gone, graceMs);
    },
  };
}

/** Undefined where they are not wanted any more, or could not be read: then that is the draw's answer. */
async function textsOf(
  asked: Asked | undefined,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!asked || asked.isOver) return undefined;
  try {
    return await asked.workspace.readMany(paths);
  } catch (error) {
    asked.fail(error);
    return undefined;
  }
}

/** What was a Buffer is one again. */
function received({ nodes, edges, calls, ...told }: SentGraph): DrawnGraph {
  const { buffer, byteOffset, byteLength } = nodes.text;
  const text = Buffer.from(buffer, byteOffset, byteLength);
  return { ...told, graph: createGraph(createNodeTable({ ...nodes, text }), edges, calls) };
}

const errorOf = ({ name, message, stack }: Failure): Error =>
  Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) });

const leaveOut =
  "Leave generated code and copies of other projects out: `paths.ignore` in `.github/coderag.yml`.";

/** What a thread died of was copied on its way, and need not be an Error of this one. */
function causeOf(error: unknown, heapMegabytes: number): unknown {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new UserError(
    `The code graph of this repository needs more than ${heapMegabytes} MB of memory.`,
    `${leaveOut} Or start the server with more: \`NODE_OPTIONS=--max-old-space-size=${heapMegabytes * 2}\`.`,
    { cause: error },
  );
}

const stoodStill = (milliseconds: number): Error =>
  new UserError(
    `The code graph of this repository was not done: nothing moved for ${Math.round(milliseconds / 1000)} seconds.`,
    leaveOut,
  );

/** Resolves when the thread has ended, by itself or after the grace. */
async function closed(worker: Worker, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs);
  worker.on("exit", () => resolve());
  worker.on("message", ({ kind }: FromGraphThread) => {
    if (kind === "closed") resolve();
  });
  worker.ref();
  worker.postMessage({ kind: "close" } satisfies ToGraphThread);
  await promise;
  clearTimeout(timer);
  await worker.terminate();
}
