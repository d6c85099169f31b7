import type { Queryable } from "./database.ts";

/** One step of a run that has ended, as the queue's library recorded it. */
export interface RecordedStep {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** What a run did, in its order; empty where its records were deleted (`CODERAG_KEEP_DAYS`). */
export async function recordedSteps(database: Queryable, runId: string): Promise<readonly RecordedStep[]> {
  const rows = await database.query<{ name: string; started: number; ended: number; failed: boolean }>(
    `select o.function_name as name, o.started_at_epoch_ms as started, o.completed_at_epoch_ms as ended,
       o.error is not null as failed
     from coderag.executions e join dbos.operation_outputs o on o.workflow_uuid = e.workflow_id
     where e.run_id = $1 and o.started_at_epoch_ms is not null and o.completed_at_epoch_ms is not null
     order by o.started_at_epoch_ms, o.function_id`,
    [runId],
  );
  return rows.map(({ name, started, ended, failed }) => ({
    ...{ name, failed, startedAt: new Date(started).toISOString() },
    milliseconds: Math.max(0, ended - started),
  }));
}
