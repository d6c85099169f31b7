import { randomUUID } from "node:crypto";
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Logger } from "../../log.ts";
import { createQueuePool, type Database } from "../../store/database.ts";
import { type DeliveryId, type StoredDelivery, storeDelivery } from "../../store/deliveries.ts";
import { unseenCommands } from "../../store/recent.ts";
import { type NewPush, notePush, setWaiting } from "../../store/refreshes.ts";
import type { NewRun, Run } from "../../store/run.ts";
import { awaitTurn } from "../../store/runs.ts";
import { type LookOrder, lookId } from "../watch/look-order.ts";
import { queueLogger } from "./queue-logger.ts";
import { giveTurns, queueInTurn } from "./turns.ts";

/**
 * The queues. `accept` is short and prompt: every command goes through it at once, to be answered with a reaction.
 * `jobs` does the work, one run at a time in each repository, the installations taking turns. `refresh` follows pushes, one repository at a time, and
 * `looks` keeps the issues of dependency examples.
 */
export const queues = { accept: "accept", jobs: "jobs", refresh: "refresh", looks: "looks" } as const;

/** The workflows of a run. Only the run's id travels in the queue; everything else stands in `coderag.runs`. */
export const workflows = { accept: "accept", job: "job", fail: "fail" } as const;

/** No run's: its entry and its repository travel in the queue, the rest stands in `coderag.refreshes`. */
export const refreshWorkflow = "refresh";
export const lookWorkflow = "look";

export const applicationName = "coderag";

/** The queue's library keeps versions of a program apart. We do not: what waits, any version may begin. */
export const applicationVersion = "1";

/**
 * The format of what a run records: names and order of its steps, shape of their results. Raise it when a run that
 * began under the old code could not go on under the new: it then ends, and says why.
 */
export const recordFormat = "1";

export const acceptId = (runId: string): string => `accept-${runId}`;
/** The job's workflow carries the id of its run. */
export const jobId = (runId: string): string => runId;
export const failId = (runId: string): string => `fail-${runId}`;
export const refreshId = (entry: string): string => `refresh-${entry}`;

/** Why a run failed, as the failure path gets it. */
export interface RunFailure {
  readonly name: string;
  readonly message: string;
  /** Set for a `UserError`. */
  readonly cure?: string;
  /** Newest step begun, where known. */
  readonly step?: string;
}

/** Puts work into the queues. Any process may hold one; it runs nothing itself. */
export interface Enqueuer {
  /**
   * Stores delivery, run and queue entry in one transaction: after a crash all are there or none. Throws where the
   * database cannot be reached (`isUnavailable`): then answer GitHub with 503, and it shows the delivery as failed.
   */
  storeAndEnqueue(delivery: DeliveryId, run: NewRun): Promise<StoredDelivery>;
  /** Queues the run's job, which begins when it is its turn (`turns.ts`). Idempotent. */
  enqueueJob(run: Run): Promise<void>;
  /** Gives free slots to jobs that wait for their turn. Returns their ids. */
  giveTurns(): Promise<readonly string[]>;
  /** Queues the failure path of a run. Idempotent: the first failure stands. */
  enqueueFailure(run: Run, failure: RunFailure): Promise<void>;
  /**
   * Notes a push and queues a refresh, in one transaction, where a run was authorised in that repository within so
   * many days and none waits already.
   */
  enqueueRefresh(push: NewPush, days: number): Promise<"stored" | "coalesced" | "not-needed">;
  /** Queues a look, `delaySeconds` from now. Idempotent: one entry for each repository, slot and attempt. */
  enqueueLook(order: LookOrder, delaySeconds?: number): Promise<void>;
  /** For taking over, parking and handing back. */
  readonly client: DBOSClient;
  close(): Promise<void>;
}

export interface EnqueuerOptions {
  readonly log: Logger;
  /** Runs that one worker process works on at a time, 4 unless given. The newest setting holds for all workers. */
  readonly concurrency?: number;
  readonly refreshPace?: RefreshPace;
  readonly polling?: Polling;
}

/** How often a worker that has room looks for work, in milliseconds at least. */
export interface Polling {
  /** For commands that nobody has seen yet. */
  readonly acceptMs: number;
  readonly jobsMs: number;
}

const usualPolling: Polling = { acceptMs: 200, jobsMs: 500 };

export interface RefreshPace {
  /** From a push to its refresh, in seconds: pushes often come together. */
  readonly settleSeconds: number;
  /** Between the beginnings of two refreshes of one repository, in seconds. */
  readonly gapSeconds: number;
}

export const usualPace: RefreshPace = { settleSeconds: 5, gapSeconds: 30 };

/** Prepares the queue's own tables (schema `dbos` of the same database) and the queues. */
export async function createEnqueuer(database: Database, options: EnqueuerOptions): Promise<Enqueuer> {
  const { settleSeconds } = options.refreshPace ?? usualPace;
  const { acceptMs, jobsMs } = options.polling ?? usualPolling;
  const { concurrency = 4 } = options;
  await prepareTables(database, options.log);
  const pool = createQueuePool(
    { url: database.url, log: options.log, applicationName: "coderag-enqueue", poolSize: 4 },
    impatient,
  );
  const client = await DBOSClient.create({
    systemDatabaseUrl: database.url,
    systemDatabasePool: pool,
    applicationName,
    logger: queueLogger(options.log),
  });
  await client.registerQueue(queues.accept, { workerConcurrency: 32, minPollingIntervalMs: acceptMs });
  await client.registerQueue(queues.jobs, {
    partitionConcurrency: 1,
    workerConcurrency: concurrency,
    minPollingIntervalMs: jobsMs,
  });
  // One at a time on each worker: runs come first.
  await client.registerQueue(queues.refresh, {
    partitionConcurrency: 1,
    workerConcurrency: 1,
    minPollingIntervalMs: 500,
  });
  await client.registerQueue(queues.looks, {
    partitionConcurrency: 1,
    workerConcurrency: 1,
    minPollingIntervalMs: 1000,
  });
  const jobs = { queueName: queues.jobs, workflowName: workflows.job };
  const turns = { database, client, jobs, concurrency };
  return {
    client,
    giveTurns: () => giveTurns(turns),
    storeAndEnqueue: (delivery, run) =>
      database.transaction(async (transaction) => {
        // The smaller comes first. A flood from one place is looked at in turn with what comes from others.
        const priority = await unseenCommands(transaction, run.installationId);
        const stored = await storeDelivery(transaction, delivery, run);
        if (stored.kind === "stored") {
          const queued = { ...entry("accept", acceptId(run.id)), priority };
          await client.enqueueInTransaction(transaction.client, queued, run.id);
        }
        return stored;
      }),
    enqueueJob: async (run) => {
      await awaitTurn(database, run.id);
      await queueInTurn(turns, run, (delay) => {
        const queued = { ...entry("job", jobId(run.id)), queuePartitionKey: String(run.repositoryId) };
        return client.enqueue({ ...queued, ...delay }, run.id);
      });
    },
    enqueueFailure: async (run, failure) => {
      await client.enqueue(entry("fail", failId(run.id)), run.id, failure);
    },
    enqueueRefresh: (push, days) =>
      database.transaction(async (transaction) => {
        const noted = await notePush(transaction, push, days);
        if (noted.kind !== "wanted") return noted.kind;
        const entry = randomUUID();
        const delaySeconds = Math.max(noted.delaySeconds, settleSeconds);
        await setWaiting(transaction, push.repositoryId, entry, delaySeconds);
        await client.enqueueInTransaction(
          transaction.client,
          {
            ...{ workflowID: refreshId(entry), workflowName: refreshWorkflow, queueName: queues.refresh },
            ...{ appVersion: applicationVersion, queuePartitionKey: String(push.repositoryId), delaySeconds },
          },
          push.repositoryId,
          entry,
        );
        return "stored";
      }),
    enqueueLook: async (order, delaySeconds = 0) => {
      await client.enqueue(
        {
          ...{ workflowID: lookId(order), workflowName: lookWorkflow, queueName: queues.looks },
          ...{ appVersion: applicationVersion, queuePartitionKey: String(order.repositoryId), delaySeconds },
        },
        order,
      );
    },
    close: async () => {
      await client.destroy();
      await pool.end();
    },
  };
}

const entry = (workflow: keyof typeof workflows, workflowID: string) => ({
  workflowID,
  workflowName: workflows[workflow],
  queueName: workflow === "job" ? queues.jobs : queues.accept,
  appVersion: applicationVersion,
});

/** Who can wait asks again (`patiently`), and knows until when: the queue's client says at once that the database is away. */
const impatient = AbortSignal.abort();

const tablesLock = 7_203_442;

/** The library's migrations take no lock of their own; two processes of one start would trip over each other. */
const prepareTables = (database: Database, log: Logger): Promise<void> =>
  database.exclusively(tablesLock, () => quietly(log, () => DBOS.migrate(database.url)));

/** The library's migration takes no logger and speaks to the console: its lines go where ours go. */
async function quietly(log: Logger, work: () => Promise<void>): Promise<void> {
  const { log: speak } = console;
  console.log = (line) => log.debug(String(line));
  try {
    await work();
  } finally {
    console.log = speak;
  }
}
