import type { Queryable } from "./database.ts";
import { type Executor, executorName } from "./executions.ts";

/** Takes the lease. A process under the same id that still lives loses it by that. */
export async function registerExecutor(database: Queryable, executor: Executor): Promise<void> {
  await database.query(
    `insert into coderag.executors (id, instance) values ($1, $2)
     on conflict (id) do update set instance = excluded.instance, beat_at = now()`,
    [executor.id, executor.instance],
  );
}

/** Renews the lease. False where it is lost, and with it every right to act. The time is the database's. */
export async function beat(database: Queryable, executor: Executor): Promise<boolean> {
  const rows = await database.query(
    "update coderag.executors set beat_at = now() where id = $1 and instance = $2 returning id",
    [executor.id, executor.instance],
  );
  return rows.length > 0;
}

/** Whoever holds a lease, as the database sees it. */
export interface LeaseHolder extends Executor {
  /** Another word after every beat. */
  readonly lastBeat: string;
  /** Whether it has a session under its `sessionName`. The machine of a process that dies closes its sessions. */
  readonly connected: boolean;
}

const sessionPrefix = "coderag-worker ";

/** The name under which the process with this lease connects to the database. */
export const sessionName = ({ instance }: Executor): string => `${sessionPrefix}${instance}`;

export function leaseHolders(database: Queryable): Promise<readonly LeaseHolder[]> {
  return database.query<LeaseHolder>(
    `select id, instance, beat_at::text as "lastBeat",
       exists (select from pg_stat_activity where application_name = $1 || instance) as connected
     from coderag.executors`,
    [sessionPrefix],
  );
}

/** Takes the leases of those that have not beaten since. From here on they can begin no step. Returns their ids. */
export async function evict(database: Queryable, silent: readonly LeaseHolder[]): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `delete from coderag.executors where (instance, beat_at) in (
       select * from unnest($1::uuid[], $2::timestamptz[])) returning id`,
    [silent.map(({ instance }) => instance), silent.map(({ lastBeat }) => lastBeat)],
  );
  return rows.map((row) => row.id);
}

/** The names (`executorName`) of those that hold a lease. */
export async function liveExecutors(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.query<Executor>("select id, instance from coderag.executors");
  return new Set(rows.map(executorName));
}

/** Workflows that were parked and are due: their time has come, or somebody has since asked them to stop. */
export async function dueWorkflows(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ workflow_id: string }>(
    `select workflow_id from coderag.executions e join coderag.runs r on r.id = e.run_id
     where parked_until is not null and (parked_until <= now() or r.cancel_requested_at > parked_at)`,
  );
  return rows.map((row) => row.workflow_id);
}

/** They wait in the queue again. */
export async function unpark(database: Queryable, workflowIds: readonly string[]): Promise<void> {
  await database.query(
    "update coderag.executions set parked_until = null where workflow_id = any($1) and fence is null",
    [workflowIds],
  );
}
