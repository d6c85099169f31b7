import type { WorkflowStatus } from "@dbos-inc/dbos-sdk";
import type { Logger } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { type Executor, executorName, releaseExecutor } from "../../store/executions.ts";
import { dueWorkflows, evict, leaseHolders, liveExecutors, unpark } from "../../store/executors.ts";
import { type Enqueuer, queues, workflows } from "./queue.ts";
import type { Silence } from "./silence.ts";

export interface ReaperOptions {
  readonly database: Database;
  readonly enqueuer: Enqueuer;
  readonly log: Logger;
  /** A claim that is not worked on for this long is dead; in milliseconds. */
  readonly deadAfterMs: number;
  /** What the worker that reaps knows; without it nobody is given up. */
  readonly own?: OwnClaims;
}

export interface OwnClaims {
  readonly executor: Executor;
  /** Workflows that the worker works on now. */
  readonly running: ReadonlySet<string>;
  /** Since when it has not worked on others that it claimed, by `performance.now()`; kept from round to round. */
  idleSince: ReadonlyMap<string, number>;
  readonly silence: Silence;
}

type Moving = Pick<ReaperOptions, "database" | "enqueuer">;

/** Held by whoever moves workflows from one executor to another: two that moved the same would have it begun twice. */
const reaperLock = 7_203_443;

/**
 * One round of what keeps the queues moving, done by one worker at a time: takes over the workflows of dead
 * executors and those that it claimed itself and did not begin, wakes those that were parked and are due, and gives free slots to jobs. Returns the workflows it queued again.
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
    return lock!.held ? await round(options) : [];
  });
}

/**
 * Gives the workflows and the lease of an executor that stops back to all. To be called when nothing of it can claim
 * any more: until then it could claim again what it hands back. A round of reaping that goes on is waited for, and
 * none begins meanwhile: between the lease and the queue, the workflows look like those of a dead one.
 */
export async function handBack({ database, enqueuer }: Moving, executor: Executor): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock($1)", [reaperLock]);
    const held = await pending(enqueuer, executorName(executor));
    await releaseExecutor(database, executor);
    await queueAgain(enqueuer, held);
  });
}

const round = async (options: ReaperOptions): Promise<readonly string[]> => [
  ...(await takeOver(options)),
  ...(await wake(options)),
  ...(await options.enqueuer.giveTurns()),
];

async function takeOver(options: ReaperOptions): Promise<readonly string[]> {
  const { database, enqueuer, log, deadAfterMs, own } = options;
  const evicted = own ? await evict(database, own.silence.dead(await leaseHolders(database))) : [];
  if (evicted.length > 0) log.warn("Workers fell silent.", { executors: evicted });
  const claimed = await pending(enqueuer);
  const alive = await liveExecutors(database);
  const orphans = claimed.filter((workflow) => !alive.has(workflow.executorId ?? ""));
  const taken = await queueAgain(enqueuer, orphans);
  if (taken.length > 0) log.info("Took over the runs of a dead worker.", { workflows: taken });
  const idle = await queueAgain(enqueuer, own ? idleOf(own, claimed, deadAfterMs) : []);
  if (idle.length > 0) log.warn("Runs were claimed but not begun.", { workflows: idle });
  return [...taken, ...idle];
}

/**
 * What the worker claimed and has not worked on for so long. It begins what it claims at once, unless the database
 * goes away in between: the queue's library then forgets the claim, which would keep its repository's turn for good.
 */
function idleOf(own: OwnClaims, claimed: readonly WorkflowStatus[], idleMs: number): WorkflowStatus[] {
  const now = performance.now();
  const name = executorName(own.executor);
  const idle = claimed.filter((workflow) => workflow.executorId === name && !own.running.has(idOf(workflow)));
  const since = new Map(idle.map((workflow) => [idOf(workflow), own.idleSince.get(idOf(workflow)) ?? now]));
  own.idleSince = since;
  return idle.filter((workflow) => now - since.get(idOf(workflow))! >= idleMs);
}

/** What is claimed and not over, by this executor or by all. */
const pending = (enqueuer: Enqueuer, executorId?: string): Promise<WorkflowStatus[]> =>
  enqueuer.client.listWorkflows({
    ...(executorId === undefined ? {} : { executorId }),
    ...{ status: "PENDING", queueName: Object.values(queues), loadInput: false, loadOutput: false },
  });

/** Each in the queue that it came from. Returns their ids. */
async function queueAgain(
  { client }: Enqueuer,
  workflows: readonly WorkflowStatus[],
): Promise<readonly string[]> {
  for (const [queueName, of] of Map.groupBy(workflows, (workflow) => workflow.queueName))
    await client.resumeWorkflows(of.map(idOf), { ...(queueName && { queueName }) });
  return workflows.map(idOf);
}

const idOf = (workflow: WorkflowStatus): string => workflow.workflowID;

/** Parked jobs wait for their turn (`giveTurns`); accepting a command and telling its end do not. */
async function wake({ database, enqueuer }: ReaperOptions): Promise<readonly string[]> {
  const due = await dueWorkflows(database);
  if (due.length === 0) return [];
  const found = await enqueuer.client.listWorkflows({
    workflowIDs: [...due],
    loadInput: false,
    loadOutput: false,
  });
  // One that still looks running is just being set aside, or its worker died doing so: a later round finds it.
  const settled = found.filter(
    ({ status, workflowName }) =>
      status !== "PENDING" && !(status === "CANCELLED" && workflowName === workflows.job),
  );
  const asleep = settled.filter((workflow) => workflow.status === "CANCELLED").map(idOf);
  await enqueuer.client.resumeWorkflows(asleep, { queueName: queues.accept });
  await unpark(database, settled.map(idOf));
  return asleep;
}
