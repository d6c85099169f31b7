import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";

const folder = join(import.meta.dirname, "migrations");

/** Any number will do, as long as no other lock of ours uses it. */
const migrationLock = 7_203_440;

type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/**
 * Runs the numbered files of `migrations/` that this database has not seen, within the caller's transaction and one
 * process at a time. Files are only ever added, and each leaves the tables usable by the version before (expand, then
 * contract in a later release), since old workers may still run.
 * Throws a `UserError` where the database is newer than this program.
 */
export async function migrate(query: Query): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  // A large table takes its time, and so does whoever is at it before us.
  await query("set local statement_timeout = 0");
  await query("select pg_advisory_xact_lock($1)", [migrationLock]);
  await query("create schema if not exists coderag");
  await query("set local search_path to coderag");
  await query(
    "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  const seen = await query<{ name: string }>("select name from migrations");
  const applied = new Set(seen.map((row) => row.name));
  refuseNewer([...applied], files);
  for (const name of files) if (!applied.has(name)) await apply(query, name);
}

async function apply(query: Query, name: string): Promise<void> {
  await query(await readFile(join(folder, name), "utf8"));
  await query("insert into migrations (name) values ($1)", [name]);
}

function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0)
    throw new UserError(
      `The database was upgraded by a newer CodeRAG (${unknown.join(", ")}).`,
      "Install the newer version here too, or restore the database's backup from before the upgrade.",
    );
}
