import type { Queryable } from "./database.ts";
import { toJsonb } from "./json.ts";

/** The last good configuration of a repository. */
export interface KeptConfig {
  /** SHA of the file that it came from; undefined where none was good yet. */
  readonly blob: string | undefined;
  /** As it was stored: plain JSON of some version. */
  readonly config: unknown;
  /** SHA of a faulty file that people were told of. */
  readonly toldBlob: string | undefined;
}

export async function findConfig(database: Queryable, repositoryId: number): Promise<KeptConfig | undefined> {
  const [row] = await database.query<{ blob: string | null; config: unknown; told: string | null }>(
    "select blob, config, told_blob as told from coderag.repository_configs where repository_id = $1",
    [repositoryId],
  );
  return (
    row && { blob: row.blob ?? undefined, config: row.config ?? undefined, toldBlob: row.told ?? undefined }
  );
}

/** Keeps a good configuration under the SHA of its file. */
export async function keepConfig(
  database: Queryable,
  repositoryId: number,
  blob: string,
  config: unknown,
): Promise<void> {
  await database.query(
    `insert into coderag.repository_configs (repository_id, blob, config) values ($1, $2, $3::jsonb)
     on conflict (repository_id) do update set blob = $2, config = $3::jsonb, told_blob = null, updated_at = now()`,
    [repositoryId, blob, toJsonb(config)],
  );
}

/** Notes that people were told of a faulty file; the last good configuration stays. */
export async function noteTold(database: Queryable, repositoryId: number, blob: string): Promise<void> {
  await database.query(
    `insert into coderag.repository_configs (repository_id, told_blob) values ($1, $2)
     on conflict (repository_id) do update set told_blob = $2, updated_at = now()`,
    [repositoryId, blob],
  );
}

/** The file is gone: nothing is decided any more. */
export async function dropConfig(database: Queryable, repositoryId: number): Promise<void> {
  await database.query("delete from coderag.repository_configs where repository_id = $1", [repositoryId]);
}

/** The configuration under which a run was accepted. It stays with the run. */
export async function setRunConfig(database: Queryable, runId: string, config: unknown): Promise<void> {
  await database.query("update coderag.runs set config = $2::jsonb where id = $1", [runId, toJsonb(config)]);
}
