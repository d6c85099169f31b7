import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Logger } from "../../log.ts";
import { createQueuePool, type Database } from "../../store/database.ts";
import { executorName } from "../../store/executions.ts";
import { beat, registerExecutor, sessionName } from "../../store/executors.ts";
import { isUnavailable } from "../../store/unavailable.ts";
import { executeRefresh } from "../refresh.ts";
import { executeLook } from "../watch/look.ts";
import type { LookOrder } from "../watch/look-order.ts";
import { watchClock } from "./clock.ts";
import { execute, type RunHandlers, type WorkerState } from "./execute.ts";
import {
  applicationName,
  applicationVersion,
  createEnqueuer,
  type Enqueuer,
  lookWorkflow,
  type Polling,
  queues,
  type RefreshPace,
  type RunFailure,
  refreshWorkflow,
  usualPace,
  workflows,
} from "./queue.ts";
import { queueLogger } from "./queue-logger.ts";
import { handBack, reap } from "./reaper.ts";
import { createSilence, type LeaseOptions } from "./silence.ts";
import type { RetryOptions, StepEvent } from "./steps.ts";

export interface WorkerOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Unique among living workers. One that starts again under its old id takes its old runs up at once. */
  readonly executorId: string;
  readonly handlers: RunHandlers;
  /** Runs worked on at a time. */
  readonly concurrency?: number;
  readonly refreshPace?: RefreshPace;
  readonly polling?: Polling;
  readonly lease?: LeaseOptions;
  readonly observe?: (event: StepEvent) => Promise<void> | void;
  readonly retries?: RetryOptions;
  /** Waits (for rate limits) up to this many milliseconds keep their place on the worker; 10 000 unless given. */
  readonly sitOutMs?: number;
}

export interface Worker {
  readonly enqueuer: Enqueuer;
  /**
   * Resolves when the process must end: its lease was lost (it stood still too long) and nothing runs here any more, or
   * the clock was set back, so that it would find no more work. Stop and exit then.
   */
  readonly lost: Promise<void>;
  /**
   * Claims no more, lets the steps that run finish for as long as the grace lasts, and hands everything back: the
   * next worker, or the next start, goes on at the next step. Close the database afterwards.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const defaultLease: LeaseOptions = { beatMs: 3000, deadAfterMs: 30_000 };

/** Starts working on the queues. One worker a process: the durable engine is a global of its library. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, log } = options;
  const enqueuer = await createEnqueuer(database, options);
  const executor = { id: options.executorId, instance: randomUUID() };
  const worker: WorkerState = {
    ...{ database, log, enqueuer, executor, handlers: options.handlers },
    ...{ halt: new AbortController(), closing: false, running: new Set<string>() },
    sitOutMs: options.sitOutMs ?? 10_000,
    ...(options.observe ? { observe: options.observe } : {}),
    ...(options.retries ? { retries: options.retries } : {}),
  };
  await registerExecutor(database, executor);
  const pool = createQueuePool(
    { url: database.url, log, applicationName: sessionName(executor) },
    worker.halt.signal,
  );
  await launch(worker, pool, options.refreshPace ?? usualPace);
  const lease = keepLease(worker, options.lease ?? defaultLease);
  const clock = watchClock(log);
  let stopped: Promise<void> | undefined;
  const stopOnce = (graceMs: number): Promise<void> => {
    clock.end();
    stopped ??= stop(worker, lease, graceMs).then(() => pool.end());
    return stopped;
  };
  return {
    enqueuer,
    lost: Promise.race([lease.lost.then(() => stopOnce(0)), clock.setBack]),
    stop: ({ graceMs = 25_000 } = {}) => stopOnce(graceMs),
  };
}

async function launch(
  worker: WorkerState,
  pool: ReturnType<typeof createQueuePool>,
  { gapSeconds }: RefreshPace,
): Promise<void> {
  const { refresh, look } = worker.handlers;
  const left = [...(refresh ? [] : [queues.refresh]), ...(look ? [] : [queues.looks])] as readonly string[];
  DBOS.setConfig({
    name: applicationName,
    systemDatabaseUrl: worker.database.url,
    systemDatabasePool: pool,
    executorID: executorName(worker.executor),
    applicationVersion,
    listenQueues: Object.values(queues).filter((name) => !left.includes(name)),
    // The enqueuer has just prepared them, under a lock.
    runMigrations: false,
    logger: queueLogger(worker.log, () => worker.closing),
  });
  for (const name of [workflows.accept, workflows.job, workflows.fail])
    DBOS.registerWorkflow((runId: string, failure?: RunFailure) => execute(worker, name, runId, failure), {
      name,
    });
  DBOS.registerWorkflow(
    (repositoryId: number, entry: string) => executeRefresh(worker, gapSeconds, repositoryId, entry),
    { name: refreshWorkflow },
  );
  DBOS.registerWorkflow((order: LookOrder) => executeLook(worker, order), { name: lookWorkflow });
  await DBOS.launch();
}

interface Lease {
  readonly lost: Promise<void>;
  /** False where the database has been away for some beats. */
  isKept(): boolean;
  end(): Promise<void>;
}

/** Beats and reaps until the worker ends or finds that its lease was taken. */
function keepLease(worker: WorkerState, options: LeaseOptions): Lease {
  const { beatMs, deadAfterMs } = options;
  const { database, enqueuer, log, executor, running } = worker;
  const silence = createSilence(executor.instance, options);
  const own = { executor, running, idleSince: new Map<string, number>(), silence };
  const over = new AbortController();
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  const round = async (): Promise<boolean> => {
    if (!(await beat(database, executor))) return false;
    await reap({ database, enqueuer, log, deadAfterMs, own });
    return true;
  };
  // In a row, told at 1, 2, 4, 8, ...: a database may be away for hours.
  let failed = 0;
  const tell = (error: unknown): void => {
    if (Number.isInteger(Math.log2(++failed)))
      log.warn("The worker's lease could not be renewed.", { error, failed });
  };
  const rounds = async (): Promise<void> => {
    while (!over.signal.aborted) {
      // The database may be away for a while: no step begins without it either, so there is nothing to stop.
      let held = true;
      try {
        held = await round();
        if (failed > 0) log.info("The worker's lease is renewed again.", { failed });
        failed = 0;
      } catch (error) {
        silence.interrupt();
        tell(error);
      }
      if (!held) {
        loseLease(worker);
        return lose();
      }
      await sleep(beatMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const ended = rounds();
  return {
    lost,
    isKept: () => failed < 2,
    end: () => {
      over.abort();
      return ended;
    },
  };
}

function loseLease(worker: WorkerState): void {
  worker.log.error("Another worker has taken this worker's runs over; it stops.", {
    executor: worker.executor.id,
  });
  worker.closing = true;
  worker.halt.abort();
}

async function stop(worker: WorkerState, lease: Lease, graceMs: number): Promise<void> {
  worker.closing = true;
  // Where the database is away, nothing that ends now could be recorded: there is nothing to wait for.
  await settled(worker, graceMs, lease.isKept);
  worker.halt.abort();
  await settled(worker, 2000);
  await lease.end();
  await DBOS.shutdown({ deregister: true });
  await handBack(worker, worker.executor).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    worker.log.warn("Runs could not be handed back; they go on once this worker counts as dead.", { error });
  });
  await worker.enqueuer.close();
}

async function settled(worker: WorkerState, withinMs: number, isWorth = () => true): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (worker.running.size > 0 && performance.now() < deadline && isWorth()) await sleep(20);
}
