import { verbFacts, verbs } from "../command/verbs.ts";
import type { Queryable } from "./database.ts";

/** The commit at which a repository's default branch stands. */
export interface PushedHead {
  readonly repositoryId: number;
  readonly installationId: number;
  readonly owner: string;
  readonly name: string;
  /** Full SHA. */
  readonly commit: string;
}

export interface NewPush extends PushedHead {
  /** ISO 8601, by GitHub's clock: deliveries may overtake each other. */
  readonly pushedAt: string;
}

export type NotedPush =
  /** Queue an entry with this many seconds of delay at least (a whole number), and tell `setWaiting`. */
  | { readonly kind: "wanted"; readonly delaySeconds: number }
  /** An entry waits already; it will take this commit. */
  | { readonly kind: "coalesced" }
  /** Nobody has used the repository lately, or a newer push is known. */
  | { readonly kind: "not-needed" };

/** Verbs that only somebody with write access may command: what strangers say does not make a repository one in use. */
const usingVerbs = verbs.filter((verb) => verbFacts(verb).needs !== "read");

/**
 * Notes a push of a repository for which a run was authorised within the last `days`. The row stays locked until the
 * transaction ends, so that of many pushes at once one finds that no entry waits. An entry that is overdue by an hour
 * is taken for lost (a restored database, say).
 */
export async function notePush(transaction: Queryable, push: NewPush, days: number): Promise<NotedPush> {
  const [row] = await transaction.query<{ waits: boolean; delay: number }>(
    `insert into coderag.refreshes as r (repository_id, installation_id, owner, name, commit, pushed_at)
     select $1::bigint, $2::bigint, $3, $4, $5, $6::timestamptz
     where exists (
       select from coderag.runs where repository_id = $1 and created_at > now() - make_interval(days => $7)
         and verb = any($8) and state not in ('queued', 'declined'))
     on conflict (repository_id) do update set installation_id = excluded.installation_id, owner = excluded.owner,
       name = excluded.name, commit = excluded.commit, pushed_at = excluded.pushed_at
     where r.pushed_at <= excluded.pushed_at
     returning waiting is not null and due_at > now() - interval '1 hour' as waits,
       greatest(0, ceil(extract(epoch from not_before - now())))::integer as delay`,
    [
      ...[push.repositoryId, push.installationId, push.owner, push.name, push.commit, push.pushedAt],
      ...[days, usingVerbs],
    ],
  );
  if (!row) return { kind: "not-needed" };
  return row.waits ? { kind: "coalesced" } : { kind: "wanted", delaySeconds: row.delay };
}

/** Which entry waits now, and for how long. */
export async function setWaiting(
  transaction: Queryable,
  repositoryId: number,
  entry: string,
  delaySeconds: number,
): Promise<void> {
  await transaction.query(
    `update coderag.refreshes set waiting = $2, due_at = now() + make_interval(secs => $3) where repository_id = $1`,
    [repositoryId, entry, delaySeconds],
  );
}

export interface TakenRefresh extends PushedHead {
  /** 1, or more where a worker died in this refresh. */
  readonly begun: number;
  readonly gaveWay: number;
}

/**
 * The waiting entry begins, or one goes on whose worker died. Undefined where the entry is no longer meant. The next
 * one may begin `gapSeconds` later.
 */
export async function takeRefresh(
  database: Queryable,
  repositoryId: number,
  entry: string,
  gapSeconds: number,
): Promise<TakenRefresh | undefined> {
  const [row] = await database.query<Record<string, unknown>>(
    `update coderag.refreshes set waiting = nullif(waiting, $2), working = $2,
       begun = case when working = $2 then begun + 1 else 1 end, not_before = now() + make_interval(secs => $3)
     where repository_id = $1 and (waiting = $2 or working = $2)
     returning installation_id, owner, name, commit, begun, gave_way`,
    [repositoryId, entry, gapSeconds],
  );
  if (!row) return undefined;
  return {
    repositoryId,
    installationId: row["installation_id"] as number,
    ...{ owner: row["owner"] as string, name: row["name"] as string, commit: row["commit"] as string },
    ...{ begun: row["begun"] as number, gaveWay: row["gave_way"] as number },
  };
}

/** `superseded`: a newer push waits. `gone`: this entry is no longer meant, or the installation was removed. */
export async function standing(
  database: Queryable,
  repositoryId: number,
  entry: string,
): Promise<"newest" | "superseded" | "gone"> {
  const [row] = await database.query<{ superseded: boolean }>(
    `select waiting is not null as superseded from coderag.refreshes where repository_id = $1 and working = $2`,
    [repositoryId, entry],
  );
  return !row ? "gone" : row.superseded ? "superseded" : "newest";
}

export type RefreshEnd = "done" | "gave-way" | "failed" | "handed-back";

/**
 * Ends an entry's work. After a failure the next push waits 10 minutes, 20, 40 and so on up to a day, and one that
 * waits already is forgotten: a repository that cannot be read must not keep the host busy.
 */
export async function endRefresh(
  database: Queryable,
  repositoryId: number,
  entry: string,
  end: RefreshEnd,
): Promise<void> {
  await database.query(
    `update coderag.refreshes set begun = 0,
       working = case when $3 = 'handed-back' then working end,
       gave_way = case $3 when 'gave-way' then gave_way + 1 when 'handed-back' then gave_way else 0 end,
       failures = case $3 when 'failed' then failures + 1 when 'done' then 0 else failures end,
       waiting = case when $3 = 'failed' then null else waiting end,
       not_before = case when $3 = 'failed'
         then now() + least(interval '1 day', interval '10 minutes' * power(2, least(failures, 20))) else not_before end
     where repository_id = $1 and working = $2`,
    [repositoryId, entry, end],
  );
}
