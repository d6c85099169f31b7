import type { Queryable } from "./database.ts";
import { storable, toJsonb } from "./json.ts";
import {
  activeStates,
  type FinalState,
  isFinal,
  type Run,
  type RunOutcome,
  type RunState,
  type RunTraces,
  selectRuns,
} from "./run.ts";

/** A run by its id, or undefined. */
export async function findRun(database: Queryable, id: string): Promise<Run | undefined> {
  return (await selectRuns(database, "id = $1", [id]))[0];
}

/** Which runs are wanted; all of them where nothing is said. */
export interface RunFilter {
  readonly states?: readonly RunState[] | undefined;
  /** `owner/name` as it was called then, in upper or lower case. */
  readonly repository?: string | undefined;
  /** Those before this one in the order of arrival. */
  readonly before?: number | undefined;
}

/** The newest runs first. */
export function listRuns(
  database: Queryable,
  limit: number,
  { states, repository, before }: RunFilter = {},
): Promise<readonly Run[]> {
  return selectRuns(
    database,
    `($2::text[] is null or state = any($2)) and ($3::text is null or lower(owner || '/' || name) = lower($3))
       and ($4::bigint is null or ordinal < $4) order by ordinal desc limit $1`,
    [limit, states ?? null, repository ?? null, before ?? null],
  );
}

/** Runs of one issue that have not ended, in order of arrival. */
export function activeRuns(
  database: Queryable,
  repositoryId: number,
  issueNumber: number,
): Promise<readonly Run[]> {
  return selectRuns(
    database,
    "repository_id = $1 and issue_number = $2 and state = any($3) order by ordinal",
    [repositoryId, issueNumber, activeStates],
  );
}

/** Commits that earlier runs pushed for this issue, oldest first: a branch tip that is none of them is a human's. */
export async function ourTips(
  database: Queryable,
  repositoryId: number,
  issueNumber: number,
): Promise<readonly string[]> {
  const rows = await database.query<{ commit: string }>(
    `select commit from coderag.runs
     where repository_id = $1 and issue_number = $2 and commit is not null order by ordinal`,
    [repositoryId, issueNumber],
  );
  return rows.map((row) => row.commit);
}

/** The head that the newest finished review of a pull request looked at. */
export async function lastHead(
  database: Queryable,
  repositoryId: number,
  pullNumber: number,
): Promise<string | undefined> {
  const [row] = await database.query<{ head: string }>(
    `select head from coderag.runs where repository_id = $1 and issue_number = $2 and head is not null
       and state = 'delivered' order by ordinal desc limit 1`,
    [repositoryId, pullNumber],
  );
  return row?.head;
}

/** Asks runs to stop; those that have ended are left alone. Returns the ids that were asked. */
export async function requestCancel(
  database: Queryable,
  runIds: readonly string[],
  by: string,
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `update coderag.runs set updated_at = now(), cancel_requested_at = coalesce(cancel_requested_at, now()),
       cancel_requested_by = coalesce(cancel_requested_by, $2)
     where id = any($1::uuid[]) and state = any($3) returning id`,
    [runIds, by, activeStates],
  );
  return rows.map((row) => row.id);
}

/** From which states a run may come into a state. What has ended stays ended. */
const origins: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ["queued"],
  waiting: ["queued", "running", "waiting"],
  running: ["queued", "waiting", "running"],
  delivered: ["running", "delivered"],
  declined: ["queued", "waiting", "running", "declined"],
  failed: ["queued", "waiting", "running", "failed"],
  cancelled: ["queued", "waiting", "running", "cancelled"],
};

/** Moves a run on. Throws (a bug) where the state it is in does not allow it. */
export async function setState(
  database: Queryable,
  runId: string,
  state: "waiting" | "running",
): Promise<void> {
  const rows = await database.query(
    "update coderag.runs set state = $2, updated_at = now() where id = $1 and state = any($3) returning id",
    [runId, state, origins[state]],
  );
  if (rows.length === 0) throw await illegal(database, runId, state);
}

/** Notes that a run which has not begun waits for its turn. */
export async function awaitTurn(database: Queryable, runId: string): Promise<void> {
  await database.query(
    "update coderag.runs set state = 'waiting', updated_at = now() where id = $1 and state = 'queued'",
    [runId],
  );
}

/**
 * Ends a run. The first outcome stands: a repeated step may say the same again, and says nothing more; another
 * outcome after the first is a bug and throws.
 */
export async function setOutcome(database: Queryable, runId: string, outcome: RunOutcome): Promise<void> {
  const rows = await database.query(
    `update coderag.runs set state = $2, outcome = coalesce(outcome, $3::jsonb), updated_at = now(),
       finished_at = coalesce(finished_at, now())
     where id = $1 and state = any($4) returning id`,
    [runId, outcome.kind, toJsonb(outcome), origins[outcome.kind]],
  );
  if (rows.length === 0) throw await illegal(database, runId, outcome.kind);
}

/** Notes that the end of a run, which could be told nowhere, has been told. */
export async function setTold(database: Queryable, runId: string): Promise<void> {
  await database.query(`update coderag.runs set outcome = outcome #- '{details,untold}' where id = $1`, [
    runId,
  ]);
}

/** Ends a run that nobody else ended. Returns whether it did. */
export async function setOutcomeIfNone(
  database: Queryable,
  runId: string,
  outcome: RunOutcome,
): Promise<boolean> {
  const run = await findRun(database, runId);
  if (!run || isFinal(run.state)) return false;
  await setOutcome(database, runId, outcome);
  return true;
}

/** Notes what a run left on GitHub. */
export async function setTraces(database: Queryable, runId: string, traces: RunTraces): Promise<void> {
  await database.query(
    `update coderag.runs set updated_at = now(), note_comment_id = coalesce($2, note_comment_id),
       branch = coalesce($3, branch), commit = coalesce($4, commit), pull_number = coalesce($5, pull_number),
       head = coalesce($6, head)
     where id = $1`,
    [
      runId,
      traces.noteCommentId ?? null,
      traces.branch === undefined ? null : storable(traces.branch),
      traces.commit ?? null,
      traces.pullNumber ?? null,
      traces.head ?? null,
    ],
  );
}

/** What a run has used so far. The whole, not an increment: a repeated step must not count twice. */
export interface RunUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

export async function setUsage(database: Queryable, runId: string, usage: RunUsage): Promise<void> {
  await database.query(
    `update coderag.runs set updated_at = now(), input_tokens = $2, output_tokens = $3, cost_usd = $4 where id = $1`,
    [runId, usage.inputTokens, usage.outputTokens, usage.cost],
  );
}

async function illegal(database: Queryable, runId: string, state: RunState | FinalState): Promise<Error> {
  const run = await findRun(database, runId);
  return new Error(
    run ? `Run ${runId} is ${run.state}; it cannot become ${state}.` : `There is no run ${runId}.`,
  );
}
