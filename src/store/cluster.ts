import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../compile-cache.mjs";
import { UserError } from "../errors.ts";
import { type PostgresBinaries, preparePostgres } from "./postgres-binaries.ts";
import { runProgram, type SystemUser } from "./program.ts";

/** Where one embedded database lives, and as whom its server runs. */
export interface Cluster {
  readonly directory: string;
  /** PostgreSQL's own data directory. */
  readonly data: string;
  readonly binaries: PostgresBinaries;
  readonly password: string;
  /** Set where we are root: PostgreSQL refuses to run as root. */
  readonly user: SystemUser | undefined;
  /** Gives up safety against power loss for speed: tests only. */
  readonly fast: boolean;
}

export interface ClusterOptions {
  readonly directory: string;
  /** Folder for the copy of the server programs; the parent of `directory` unless given. */
  readonly binaries?: string;
  readonly fast?: boolean;
}

/** The database role and the database: one name for both. */
export const databaseName = "coderag";

/** `nobody`: exists wherever these programs run, and owns nothing. */
const nobody: SystemUser = { uid: 65_534, gid: 65_534 };

/** Creates the cluster on first use; safe where several processes do so at the same moment. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const directory = resolve(options.directory);
  const data = join(directory, "data");
  makeFolder(directory);
  await chmod(directory, 0o711);
  const user = process.getuid?.() === 0 ? await serverUser(data) : undefined;
  if (user) await refuseClosedPath(directory);
  const binaries = await preparePostgres(options.binaries ? resolve(options.binaries) : dirname(directory));
  if (user) await refuseClosedPath(dirname(binaries.postgres));
  const cluster = {
    directory,
    data,
    binaries,
    user,
    password: await keepPassword(directory),
    fast: options.fast ?? false,
  };
  if (!existsSync(data)) await createCluster(cluster);
  await refuseOtherVersion(cluster);
  return cluster;
}

/** An existing cluster belongs to whoever it was created for, for example the user of a container's volume. */
async function serverUser(data: string): Promise<SystemUser> {
  if (!existsSync(data)) return nobody;
  const { uid, gid } = await stat(data);
  return uid === 0 ? nobody : { uid, gid };
}

async function refuseClosedPath(path: string): Promise<void> {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if (((await stat(folder)).mode & 0o001) === 0)
      throw new UserError(
        `PostgreSQL does not run as root, and the user it runs as cannot enter ${folder}.`,
        "Run CodeRAG as a normal user, choose a data directory that others can enter (for example /var/lib/coderag), or set DATABASE_URL.",
      );
}

/** A random password, readable by us alone. Linked into place, so that nobody ever reads half of one. */
async function keepPassword(directory: string): Promise<string> {
  const file = join(directory, "password");
  if (!existsSync(file)) {
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, randomBytes(24).toString("hex"), { mode: 0o600 });
    await link(draft, file).catch(ignoreExisting);
    await rm(draft);
  }
  return (await readFile(file, "utf8")).trim();
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** Built beside its place and renamed: a cluster whose creation was interrupted is never taken for whole. */
async function createCluster(cluster: Cluster): Promise<void> {
  const draft = `${cluster.data}.${randomUUID()}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, cluster.password, { mode: 0o600 });
    if (cluster.user)
      for (const path of [draft, passwordFile]) await chown(path, cluster.user.uid, cluster.user.gid);
    await runProgram(cluster.binaries.initdb, initdbArguments(draft, passwordFile, cluster), cluster.user);
    await rename(draft, cluster.data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(cluster.data)) throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

const initdbArguments = (data: string, passwordFile: string, cluster: Cluster): readonly string[] => [
  `--pgdata=${data}`,
  `--username=${databaseName}`,
  `--pwfile=${passwordFile}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  // Sorts by code point whatever the machine's libraries are, so that indexes survive a move or an upgrade.
  "--locale-provider=builtin",
  "--locale=C.UTF-8",
  "--no-instructions",
  ...(cluster.fast ? ["--no-sync"] : []),
];

async function refuseOtherVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.data, "PG_VERSION"), "utf8")).trim();
  const ours = cluster.binaries.version.split(".")[0];
  if (found !== ours)
    throw new UserError(
      `The database in ${cluster.data} was made by PostgreSQL ${found}, and this CodeRAG brings PostgreSQL ${ours}.`,
      `Move ${cluster.directory} aside to start afresh, or serve it with PostgreSQL ${found} and set DATABASE_URL.`,
    );
}
