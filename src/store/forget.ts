import type { Queryable } from "./database.ts";

/**
 * The App was taken off an installation's repositories (all, or these): what a table keeps of those in which it had
 * runs goes. `table` is one of ours, never input.
 */
export async function forgetOfInstallation(
  database: Queryable,
  table: "derived" | "repository_configs",
  installationId: number,
  repositoryIds: readonly number[] | undefined,
): Promise<void> {
  await database.query(
    `delete from coderag.${table} where repository_id in (
       select repository_id from coderag.runs
       where installation_id = $1 and ($2::bigint[] is null or repository_id = any($2)))`,
    [installationId, repositoryIds ?? null],
  );
}
