import type { Logger } from "../log.ts";
import type { Database } from "../store/database.ts";
import { dueWorkflows, evictSilent, liveExecutors, unpark } from "../store/executors.ts";
import { type Enqueuer, queues } from "./queue.ts";

export interface ReaperOptions {
  readonly database: Database;
  readonly enqueuer: Enqueuer;
  readonly log: Logger;
  /** An executor without a sign of life for this long is dead, in milliseconds. */
  readonly deadAfterMs: number;
}

const reaperLock = 7_203_443;

/**
 * One round of what keeps the queues moving, done by one worker at a time: takes over the workflows of dead
 * executors, and wakes those that were parked and are due. Returns the workflows it queued again.
 *
 * The order carries the argument. A dead executor loses its lease before its workflows are taken, so that it can
 * begin no step when it comes back. And workflows are listed before the living executors are: one that registers
 * and claims in between is not in the list.
 */
export async function reap(options: ReaperOptions): Promise<readonly string[]> {
  return options.database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>(
      "select pg_try_advisory_xact_lock($1) as held",
      [reaperLock],
    );
    return lock!.held ? [...(await takeOver(options)), ...(await wake(options))] : [];
  });
}

async function takeOver({ database, enqueuer, log, deadAfterMs }: ReaperOptions): Promise<readonly string[]> {
  const evicted = await evictSilent(database, deadAfterMs);
  if (evicted.length > 0) log.warn("Workers fell silent.", { executors: evicted });
  const pending = await enqueuer.client.listWorkflows({
    status: "PENDING",
    queueName: Object.values(queues),
    loadInput: false,
    loadOutput: false,
  });
  const alive = await liveExecutors(database);
  const orphans = pending.filter((workflow) => !alive.has(workflow.executorId ?? ""));
  for (const queueName of Object.values(queues)) {
    const ids = orphans
      .filter((workflow) => workflow.queueName === queueName)
      .map((workflow) => workflow.workflowID);
    if (ids.length === 0) continue;
    await enqueuer.client.resumeWorkflows(ids, { queueName });
    log.info("Took over the runs of a dead worker.", { workflows: ids });
  }
  return orphans.map((workflow) => workflow.workflowID);
}

async function wake({ database, enqueuer }: ReaperOptions): Promise<readonly string[]> {
  const due = await dueWorkflows(database);
  if (due.length === 0) return [];
  const found = await enqueuer.client.listWorkflows({
    workflowIDs: [...due],
    loadInput: false,
    loadOutput: false,
  });
  // One that still looks running is just being set aside, or its worker died doing so: a later round finds it.
  const settled = found.filter((workflow) => workflow.status !== "PENDING");
  const asleep = settled
    .filter((workflow) => workflow.status === "CANCELLED")
    .map((workflow) => workflow.workflowID);
  for (const id of asleep) await enqueuer.client.resumeWorkflows([id], { queueName: queueOf(id) });
  await unpark(
    database,
    settled.map((workflow) => workflow.workflowID),
  );
  return asleep;
}

/** A workflow that was set aside has forgotten its queue; its id tells. */
const queueOf = (workflowId: string): string =>
  /^(accept|fail)-/.test(workflowId) ? queues.accept : queues.jobs;
