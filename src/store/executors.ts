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

/** Renews the lease. False where it is lost, and with it every right to act. All times are the database's. */
export async function beat(database: Queryable, executor: Executor): Promise<boolean> {
  const rows = await database.query(
    "update coderag.executors set beat_at = now() where id = $1 and instance = $2 returning id",
    [executor.id, executor.instance],
  );
  return rows.length > 0;
}

/** Takes the leases of executors that have been silent this long. From here on they can begin no step. */
export async function evictSilent(database: Queryable, silentMs: number): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    "delete from coderag.executors where beat_at < now() - make_interval(secs => $1::float8 / 1000) returning id",
    [silentMs],
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
