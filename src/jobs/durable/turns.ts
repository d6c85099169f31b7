import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Database, Queryable } from "../../store/database.ts";
import { dueWorkflows, liveExecutors, unpark } from "../../store/executors.ts";
import { type QueuedJob, queuedJobs, severalInstallations } from "../../store/recent.ts";

/** The jobs that have not ended, by whether it is their turn: those are begun by the next worker with room. */
export interface Queued {
  readonly waiting: readonly QueuedJob[];
  readonly taken: readonly QueuedJob[];
}

/**
 * Whose turn it is while `slots` runs can be worked on at a time: of the installations that wait, the one that takes
 * the fewest slots, and of its runs the oldest in a repository where nothing runs. Where `several` installations use
 * this host, the last free slot is kept for one that takes none: four long runs make nobody else wait.
 */
export function nextInTurn({ waiting, taken }: Queued, slots: number, several: boolean): QueuedJob[] {
  const busy = new Set<number>();
  const takes = new Map<number, number>();
  const takesOf = ({ installationId }: QueuedJob): number => takes.get(installationId) ?? 0;
  const take = (job: QueuedJob): void => {
    busy.add(job.repositoryId);
    takes.set(job.installationId, takesOf(job) + 1);
  };
  for (const job of taken) take(job);
  const next: QueuedJob[] = [];
  for (let free = slots - taken.length; free > 0; free--) {
    const [first] = waiting
      .filter(({ repositoryId }) => !busy.has(repositoryId))
      .sort((one, other) => takesOf(one) - takesOf(other) || one.ordinal - other.ordinal);
    if (!first || (several && free === 1 && takesOf(first) > 0)) break;
    next.push(first);
    take(first);
  }
  return next;
}

export interface TurnOptions {
  readonly database: Database;
  readonly client: DBOSClient;
  readonly jobs: { readonly queueName: string; readonly workflowName: string };
  /** Jobs that one worker works on at a time. */
  readonly concurrency: number;
}

/** Held by whoever gives turns: two at once would give the same slot twice. Nobody waits for it. */
const turnsLock = 7_203_444;

/** A job without a turn is delayed for so long, in seconds: until somebody gives it one. */
const longestWait = 24 * 60 * 60;

/**
 * Puts a job into the queue, with a turn where it is its own. `add` gets the delay, if any. While somebody else gives
 * turns it gets none: the next round gives it one.
 */
export async function queueInTurn(
  options: TurnOptions,
  job: QueuedJob,
  add: (delay: { readonly delaySeconds?: number }) => Promise<unknown>,
): Promise<void> {
  const later = { delaySeconds: longestWait };
  const alone = await unlessBusy(options, async (transaction) => {
    const { next } = await lookUpNext(options, transaction, [job]);
    await add(next.includes(job.id) ? {} : later);
    return true;
  });
  if (!alone) await add(later);
}

/** Gives the free slots to those whose turn it is; also to jobs that were parked and are due. Returns their ids. */
export async function giveTurns(options: TurnOptions): Promise<readonly string[]> {
  const { client, jobs } = options;
  const given = await unlessBusy(options, async (transaction) => {
    const { next, parked } = await lookUpNext(options, transaction);
    for (const id of next)
      if (parked.has(id)) await client.resumeWorkflows([id], { queueName: jobs.queueName });
      else await client.setWorkflowDelay(id, { delayUntilEpochMS: Date.now() });
    await unpark(transaction, next);
    return next;
  });
  return given ?? [];
}

/** Undefined while another does such work. */
const unlessBusy = <T>(
  { database }: TurnOptions,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T | undefined> =>
  database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ held: boolean }>(
      "select pg_try_advisory_xact_lock($1) as held",
      [turnsLock],
    );
    return lock!.held ? work(transaction) : undefined;
  });

async function lookUpNext(
  { client, jobs: { queueName, ...jobs }, concurrency }: TurnOptions,
  database: Queryable,
  more: readonly QueuedJob[] = [],
): Promise<{ readonly next: readonly string[]; readonly parked: ReadonlySet<string> }> {
  const bare = { ...jobs, loadInput: false, loadOutput: false };
  const queued = await client.listWorkflows({
    ...bare,
    queueName,
    status: ["DELAYED", "ENQUEUED", "PENDING"],
  });
  const due = [...(await dueWorkflows(database))];
  const parked =
    due.length > 0 ? await client.listWorkflows({ ...bare, workflowIDs: due, status: "CANCELLED" }) : [];
  const states = new Map([...queued, ...parked].map(({ workflowID, status }) => [workflowID, status]));
  // Most rounds find nothing to do.
  if (states.size + more.length === 0) return { next: [], parked: new Set() };
  const known = await queuedJobs(database, [...states.keys()]);
  const isTaken = ({ id }: QueuedJob): boolean => ["ENQUEUED", "PENDING"].includes(states.get(id)!);
  const waiting = [...known.filter((job) => !isTaken(job)), ...more];
  const slots = concurrency * (await liveExecutors(database)).size;
  const several = await severalInstallations(database);
  const inTurn = nextInTurn({ waiting, taken: known.filter(isTaken) }, slots, several).map(({ id }) => id);
  const unfinished = new Set(known.map(({ id }) => id));
  // Cancelled, say, while it waited: it begins only to end, and takes no slot for that.
  const over = [...states].flatMap(([id, status]) =>
    unfinished.has(id) || !["DELAYED", "CANCELLED"].includes(status) ? [] : [id],
  );
  return { next: [...over, ...inTurn], parked: new Set(parked.map(({ workflowID }) => workflowID)) };
}
