import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "./database.ts";

/** The lease of a worker process: `instance` differs from start to start, also under one id. */
export interface Executor {
  readonly id: string;
  readonly instance: string;
}

/** Under this name the durable engine knows the process: unique, so that nobody mistakes a new start for the old. */
export const executorName = ({ id, instance }: Executor): string => `${id}#${instance}`;

/** One attempt of one worker to execute one workflow of a run. `fence` proves that it is the newest. */
export interface Execution {
  readonly workflowId: string;
  readonly runId: string;
  readonly executor: Executor;
  readonly fence: string;
  /** Of what its steps recorded: the one under which it began its first. */
  readonly format: string;
  /** How many workers have died in a row at `deathStep`; empty where they died before the first step. */
  readonly deaths: number;
  readonly deathStep: string;
}

/**
 * Begins an attempt; an attempt before it can do nothing any more. One that neither ended nor was handed back is
 * counted as a death at its step.
 */
export async function beginExecution(
  database: Queryable,
  executor: Executor,
  workflowId: string,
  runId: string,
  format: string,
): Promise<Execution> {
  const fence = randomUUID();
  const [row] = await database.query<{ format: string; deaths: number; death_step: string | null }>(
    `insert into coderag.executions as e (workflow_id, run_id, executor_id, instance, fence, format)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (workflow_id) do update set
       executor_id = excluded.executor_id, instance = excluded.instance, fence = excluded.fence, parked_until = null,
       format = case when e.step = '' then excluded.format else e.format end,
       deaths = case when e.fence is null then e.deaths when e.step = e.death_step then e.deaths + 1 else 1 end,
       death_step = case when e.fence is null then e.death_step else e.step end
     returning format, deaths, death_step`,
    [workflowId, runId, executor.id, executor.instance, fence, format],
  );
  const { deaths, death_step: deathStep, format: begun } = row!;
  return { workflowId, runId, executor, fence, format: begun, deaths, deathStep: deathStep ?? "" };
}

export type StepPermit = "granted" | "cancelled" | "lost";

/** Asks right before a step whether this attempt may still act, and notes the step. */
export async function beginStep(
  database: Queryable,
  execution: Execution,
  step: string,
): Promise<StepPermit> {
  const [row] = await database.query<{ cancelled: boolean }>(
    `with held as (
       update coderag.executions e set step = $5 where ${isHeld} returning run_id
     )
     update coderag.runs set step = $5, updated_at = now() from held where id = held.run_id
     returning cancel_requested_at is not null as cancelled`,
    [...holder(execution), step],
  );
  return permit(row);
}

/** The same question in the middle of a step; writes nothing. */
export async function askPermit(database: Queryable, execution: Execution): Promise<StepPermit> {
  const [row] = await database.query<{ cancelled: boolean }>(
    `select r.cancel_requested_at is not null as cancelled
     from coderag.executions e join coderag.runs r on r.id = e.run_id where ${isHeld}`,
    holder(execution),
  );
  return permit(row);
}

/** Lets the workflow wait outside any worker. False where this attempt has no say any more. */
export async function parkExecution(
  database: Queryable,
  execution: Execution,
  until: Date,
): Promise<boolean> {
  const rows = await database.query(
    `with held as (
       update coderag.executions e set parked_until = $5, parked_at = now(), fence = null where ${isHeld} returning run_id
     )
     update coderag.runs set state = 'waiting', updated_at = now() from held
     where id = held.run_id and state in ('queued', 'running', 'waiting') returning id`,
    [...holder(execution), until],
  );
  return rows.length > 0;
}

/** Ends the attempt: whatever begins next is not counted as after a death. */
export async function endExecution(database: Queryable, execution: Execution): Promise<void> {
  await database.query(`update coderag.executions e set fence = null where ${isHeld}`, holder(execution));
}

/** Hands back everything a stopping worker held, and its lease. */
export async function releaseExecutor(database: Database, executor: Executor): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query("update coderag.executions set fence = null where instance = $1", [
      executor.instance,
    ]);
    await transaction.query("delete from coderag.executors where id = $1 and instance = $2", [
      executor.id,
      executor.instance,
    ]);
  });
}

const isHeld = `e.workflow_id = $1 and e.fence = $2 and exists (
  select from coderag.executors x where x.id = $3 and x.instance = $4)`;

const holder = ({ workflowId, fence, executor }: Execution): readonly unknown[] => [
  workflowId,
  fence,
  executor.id,
  executor.instance,
];

const permit = (row: { readonly cancelled: boolean } | undefined): StepPermit =>
  !row ? "lost" : row.cancelled ? "cancelled" : "granted";
