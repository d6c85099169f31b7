import type { Queryable } from "./database.ts";

/**
 * The App was taken off an installation's repositories (all, or these): what is kept of them goes, what works on them
 * stops, what waits ends. Answers in how many of them pushes were followed.
 */
export async function forgetInstallation(
  database: Queryable,
  installationId: number,
  repositoryIds?: readonly number[],
): Promise<number> {
  const values = [installationId, repositoryIds ?? null];
  const isTheirs = "installation_id = $1 and ($2::bigint[] is null or repository_id = any($2))";
  const followed = await database.query(
    `delete from coderag.refreshes where ${isTheirs} returning repository_id`,
    values,
  );
  await database.query(`delete from coderag.watches where ${isTheirs}`, values);
  // These do not name the installation: they are of repositories in which it had runs.
  for (const table of ["derived", "repository_configs"])
    await database.query(
      `delete from coderag.${table} where repository_id in (select repository_id from coderag.runs where ${isTheirs})`,
      values,
    );
  return followed.length;
}
