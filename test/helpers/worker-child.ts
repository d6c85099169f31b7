import { flushCompileCache } from "node:module";
import type { RunHandlers } from "../../src/jobs/durable/execute.ts";
import type { LeaseOptions } from "../../src/jobs/durable/silence.ts";
import type { StepEvent } from "../../src/jobs/durable/steps.ts";
import { startWorker } from "../../src/jobs/durable/worker.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { silentLog } from "./postgres.ts";
import { hurriedPolling } from "./runs.ts";

/**
 * A worker in a process of its own, which kills itself with SIGKILL at a named instant of a run.
 * Started by `spawnWorker` with its orders as JSON; says what it does as JSON lines.
 */
export interface ChildOrders {
  readonly url: string;
  readonly executorId: string;
  /** Path of a module that exports `createHandlers(options, database): RunHandlers`. */
  readonly module: string;
  /** Handed to `createHandlers`; plain JSON. */
  readonly options?: unknown;
  readonly kill?: KillPoint;
  /** Instants of several runs: each run waits at its own, and the process dies when all of them are there. */
  readonly kills?: readonly KillPoint[];
  /** Runs at a time. */
  readonly concurrency?: number;
  readonly lease?: LeaseOptions;
  readonly graceMs?: number;
}

/** The instant at which the process dies: of this run only where one is named. */
export interface KillPoint {
  readonly runId?: string;
  readonly step: string;
  readonly phase: StepEvent["phase"];
}

export interface HandlersModule {
  createHandlers(options: unknown, database: Database): RunHandlers | Promise<RunHandlers>;
}

const orders = JSON.parse(process.argv[2]!) as ChildOrders;
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const reached = new Set<KillPoint>();

const { createHandlers } = (await import(orders.module)) as HandlersModule;
// What a process leaves when it ends, one that is killed does not leave: its successors would compile it all again.
flushCompileCache();
const database = await openDatabase({ url: orders.url, log: silentLog });
const worker = await startWorker({
  database,
  log: silentLog,
  executorId: orders.executorId,
  handlers: await createHandlers(orders.options, database),
  lease: orders.lease ?? { beatMs: 300, deadAfterMs: 15_000 },
  retries: { attempts: 3, pauseMs: 20 },
  polling: hurriedPolling,
  ...(orders.concurrency && { concurrency: orders.concurrency }),
  observe: async (event) => {
    say(event);
    if (isKillPoint(event, orders.kill)) die();
    const mine = orders.kills?.find((kill) => isKillPoint(event, kill));
    if (!mine) return;
    reached.add(mine);
    if (reached.size === orders.kills!.length) die();
    await new Promise(() => undefined);
  },
});

function die(): void {
  flushCompileCache();
  process.kill(process.pid, "SIGKILL");
}

function isKillPoint(event: StepEvent, kill: KillPoint | undefined): boolean {
  return (
    kill?.step === event.name && kill.phase === event.phase && (kill.runId ?? event.runId) === event.runId
  );
}

async function end(code: number): Promise<void> {
  await worker.stop({ graceMs: orders.graceMs ?? 5000 });
  await database.close();
  process.exit(code);
}

process.once("SIGTERM", () => void end(0));
// Its parent is gone: nobody would end it.
process.stdin.resume().once("end", () => process.exit(4));
void worker.lost.then(() => end(3));
say({ phase: "ready" });
