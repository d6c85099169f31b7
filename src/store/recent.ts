import { jobVerbs } from "../command/verbs.ts";
import type { Queryable } from "./database.ts";
import { acceptedSteps, type Run, selectRuns } from "./run.ts";

/**
 * Commands in the thread of a run within the hour before it, itself not counted: the measure that ends every loop.
 * Counted are all of the same person, and of others the jobs that were not refused: nobody without rights uses up
 * what those with rights may ask for. Runs that no comment made count only for their own kind.
 */
export async function commandsBefore(database: Queryable, run: Run): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) from coderag.runs where repository_id = $1 and issue_number = $2 and ordinal < $3
       and created_at > now() - interval '1 hour' and (comment_id > 0 or $6)
       and (actor_id = $4 or (verb = any($5) and outcome->'details'->>'refused' is null))`,
    [run.repositoryId, run.issueNumber, run.ordinal, run.actorId, jobVerbs, run.commentId === undefined],
  );
  return row!.count;
}

/**
 * Reviews that nobody commanded, for what this person opened or pushed in the run's repository within the hour before
 * it; what was declined cost nothing.
 */
export async function reviewsBefore(database: Queryable, run: Run): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) from coderag.runs where repository_id = $1 and actor_id = $2 and ordinal < $3 and verb = 'suggest'
       and comment_id < 0 and state <> 'declined' and created_at > now() - interval '1 hour'`,
    [run.repositoryId, run.actorId, run.ordinal],
  );
  return row!.count;
}

/**
 * Whether this person was refused for the same reason (the name of the gate's row) in this repository within the hour
 * before this run: a second answer would be noise.
 */
export async function refusedBefore(database: Queryable, run: Run, row: string): Promise<boolean> {
  const rows = await database.query(
    `select from coderag.runs where repository_id = $1 and actor_id = $2 and ordinal < $3 and state = 'declined'
       and outcome->'details'->>'refused' = $4 and created_at > now() - interval '1 hour' limit 1`,
    [run.repositoryId, run.actorId, run.ordinal, row],
  );
  return rows.length > 0;
}

/**
 * Commands of this installation that nobody has looked at yet, a thousand at most: what comes next waits behind those of
 * installations that have fewer.
 */
export async function unseenCommands(database: Queryable, installationId: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) from (select from coderag.runs where installation_id = $1 and state = 'queued'
       and created_at > now() - interval '1 hour' limit 1000) as unseen`,
    [installationId],
  );
  return row!.count;
}

/** Unfinished jobs of the same repository that came before this run: it waits for them. */
export async function runsAhead(database: Queryable, run: Run): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) from coderag.runs where repository_id = $1 and ordinal < $2 and verb = any($3)
       and state in ('queued', 'waiting', 'running')`,
    [run.repositoryId, run.ordinal, jobVerbs],
  );
  return row!.count;
}

/**
 * Earlier jobs of the same issue that were authorised, newest first: what `retry` may repeat. Those were announced, or
 * failed in a step that only an authorised command comes to. A command that was refused is not among them, so nobody's
 * words come to work by another's authority; nor is a review that came of a push or a button.
 */
export function authorisedBefore(database: Queryable, run: Run): Promise<readonly Run[]> {
  return selectRuns(
    database,
    `repository_id = $1 and issue_number = $2 and ordinal < $3 and verb = any($4) and comment_id > 0
       and (note_comment_id is not null or head is not null
         or outcome->'details'->>'step' = any($5))
       order by ordinal desc limit 50`,
    [run.repositoryId, run.issueNumber, run.ordinal, jobVerbs, acceptedSteps],
  );
}

/**
 * Commands of the same issue that were given after this one, came before it, and were carried out, are being carried
 * out or were cancelled; newest first. GitHub delivers late what it could not deliver at once.
 */
export function overtakenBy(database: Queryable, run: Run): Promise<readonly Run[]> {
  return selectRuns(
    database,
    `repository_id = $1 and issue_number = $2 and ordinal < $3 and frozen_at > $4 and comment_id > 0
       and state not in ('declined', 'failed') order by ordinal desc limit 50`,
    [run.repositoryId, run.issueNumber, run.ordinal, run.frozenAt],
  );
}

/** The newest job that was commanded in this thread before this run, over or not. */
export async function jobBefore(database: Queryable, run: Run): Promise<Run | undefined> {
  const [newest] = await selectRuns(
    database,
    `repository_id = $1 and issue_number = $2 and ordinal < $3 and verb = any($4) and comment_id > 0
       order by ordinal desc limit 1`,
    [run.repositoryId, run.issueNumber, run.ordinal, jobVerbs],
  );
  return newest;
}

/** Logins of those who gave the same command while this run was at work on it, in order. */
export async function alsoAsked(database: Queryable, runId: string): Promise<readonly string[]> {
  const rows = await database.query<{ login: string }>(
    `select actor_login as login from coderag.runs where outcome->'details'->>'twin' = $1
       group by actor_login order by min(ordinal)`,
    [runId],
  );
  return rows.map(({ login }) => login);
}

/** A job in the queue, as far as it matters for whose turn it is. */
export interface QueuedJob {
  readonly id: string;
  readonly installationId: number;
  readonly repositoryId: number;
  readonly ordinal: number;
}

/** Those of these jobs that have not ended. */
export function queuedJobs(database: Queryable, ids: readonly string[]): Promise<readonly QueuedJob[]> {
  return database.query<QueuedJob>(
    `select id, installation_id as "installationId", repository_id as "repositoryId", ordinal
     from coderag.runs where id = any($1::uuid[]) and finished_at is null`,
    [ids],
  );
}

/** Whether more than one installation gave commands in the last month. */
export async function severalInstallations(database: Queryable): Promise<boolean> {
  const rows = await database.query(
    `select distinct installation_id from coderag.runs where created_at > now() - interval '30 days' limit 2`,
  );
  return rows.length > 1;
}
