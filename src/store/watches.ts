import type { Queryable } from "./database.ts";
import { toJsonb } from "./json.ts";

/** A repository that keeps a living issue of dependency examples. */
export interface WatchRow {
  readonly repositoryId: number;
  readonly installationId: number;
  readonly owner: string;
  readonly name: string;
  /** As it was stored: plain JSON of some version. */
  readonly watch: unknown;
  readonly issueNumber: number | undefined;
  /** SHA-256 of what stands in the issue by our doing. */
  readonly written: string | undefined;
  readonly slot: string | undefined;
  readonly stopped: string | undefined;
}

export type WatchedRepository = Pick<WatchRow, "repositoryId" | "installationId" | "owner" | "name">;

/** Begins a watch, or takes a stopped one up again. What it holds already stays. */
export async function beginWatch(
  database: Queryable,
  { repositoryId, installationId, owner, name }: WatchedRepository,
  empty: unknown,
): Promise<void> {
  await database.query(
    `insert into coderag.watches (repository_id, installation_id, owner, name, watch)
     values ($1, $2, $3, $4, $5::jsonb)
     on conflict (repository_id) do update set installation_id = $2, owner = $3, name = $4, stopped = null`,
    [repositoryId, installationId, owner, name, toJsonb(empty)],
  );
}

export async function findWatch(database: Queryable, repositoryId: number): Promise<WatchRow | undefined> {
  const [row] = await database.query<Readonly<Record<string, unknown>>>(
    "select * from coderag.watches where repository_id = $1",
    [repositoryId],
  );
  if (!row) return undefined;
  return {
    repositoryId: row["repository_id"] as number,
    installationId: row["installation_id"] as number,
    ...{ owner: row["owner"] as string, name: row["name"] as string, watch: row["watch"] },
    issueNumber: (row["issue_number"] as number | null) ?? undefined,
    written: (row["written"] as string | null) ?? undefined,
    slot: (row["slot"] as string | null) ?? undefined,
    stopped: (row["stopped"] as string | null) ?? undefined,
  };
}

/** A watch that goes on: which slot had its last look, and the repository's last good configuration as it was stored. */
export interface RunningWatch {
  readonly repositoryId: number;
  readonly slot: string | undefined;
  readonly config: unknown;
}

/** Those that go on, by repository. */
export async function runningWatches(database: Queryable): Promise<readonly RunningWatch[]> {
  const rows = await database.query<{ id: number; slot: string | null; config: unknown }>(
    `select w.repository_id as id, w.slot, c.config from coderag.watches w
     left join coderag.repository_configs c on c.repository_id = w.repository_id
     where w.stopped is null order by w.repository_id`,
  );
  return rows.map(({ id, slot, config }) => ({
    repositoryId: id,
    slot: slot ?? undefined,
    config: config ?? undefined,
  }));
}

/** Keeps how far a look has come: what was looked up is not looked up again after a crash. */
export async function saveWatch(database: Queryable, repositoryId: number, watch: unknown): Promise<void> {
  await database.query("update coderag.watches set watch = $2::jsonb where repository_id = $1", [
    repositoryId,
    toJsonb(watch),
  ]);
}

/** Notes where the issue stands and what was written there; a watch that was stopped goes on. */
export async function noteWritten(
  database: Queryable,
  repositoryId: number,
  issueNumber: number,
  written: string,
): Promise<void> {
  await database.query(
    "update coderag.watches set issue_number = $2, written = $3, stopped = null where repository_id = $1",
    [repositoryId, issueNumber, written],
  );
}

/** The look of a slot has ended, well or not: the next one is the next slot's. */
export async function endSlot(database: Queryable, repositoryId: number, slot: string): Promise<void> {
  await database.query("update coderag.watches set slot = $2, looked_at = now() where repository_id = $1", [
    repositoryId,
    slot,
  ]);
}

/** Nothing more is looked up until somebody asks, or opens the closed issue, again: its number stays known for that. */
export async function stopWatch(database: Queryable, repositoryId: number, why: string): Promise<void> {
  await database.query("update coderag.watches set stopped = $2, written = null where repository_id = $1", [
    repositoryId,
    why,
  ]);
}
