import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, databaseName } from "./cluster.ts";
import { programEnvironment } from "./program.ts";

/** What the running server (or one that was killed) wrote about itself. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Reads PostgreSQL's own lock file: line 1 is the process, line 4 the port. Undefined where no server runs. */
export async function readPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const text = await readFile(lockFile(cluster), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

export const connectionUrl = (cluster: Cluster, port: number, database: string = databaseName): string =>
  `postgresql://${databaseName}:${cluster.password}@127.0.0.1:${port}/${database}`;

/**
 * Starts the server and returns once it listens or has ended; ending is not a fault here, since another process
 * may have started it first. The server outlives us when we are killed: whoever comes next joins it.
 * @param earlier Its port before, which a server that ended in order no longer tells.
 */
export async function spawnPostmaster(cluster: Cluster, earlier?: number): Promise<void> {
  const before = await readPostmaster(cluster);
  if (before && isForeign(before.pid)) await rm(lockFile(cluster), { force: true });
  // It begins or ends, and has its port until it has ended: another one would have to take another.
  else if (before && signal(before.pid, 0)) return;
  const port = await freePort(before?.port ?? earlier);
  const log = await open(logFile(cluster), "a", 0o600);
  const child = spawn(cluster.binaries.postgres, serverArguments(cluster, port), {
    env: programEnvironment,
    stdio: ["ignore", log.fd, log.fd],
    detached: true,
    ...cluster.user,
  });
  let ended = false;
  child.once("error", () => (ended = true));
  child.once("exit", () => (ended = true));
  child.unref();
  await log.close();
  while (!ended && (await readPostmaster(cluster))?.pid !== child.pid) await sleep(20);
}

/** Fast shutdown: sessions are ended, everything is written. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const running = await readPostmaster(cluster);
  if (!running || isForeign(running.pid) || !signal(running.pid, "SIGINT")) return;
  const deadline = Date.now() + 30_000;
  while (existsSync(lockFile(cluster))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${running.pid}) did not stop in 30 s.`);
    await sleep(20);
  }
}

/** The end of the server's log, for an error message. */
export async function lastWords(cluster: Cluster): Promise<string> {
  return (await readFile(logFile(cluster), "utf8")).trim().split("\n").slice(-5).join("\n");
}

const lockFile = (cluster: Cluster): string => join(cluster.data, "postmaster.pid");
const logFile = (cluster: Cluster): string => join(cluster.directory, "postgresql.log");

const serverArguments = (cluster: Cluster, port: number): readonly string[] => [
  ...["-D", cluster.data, "-p", String(port)],
  ...settings({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // Several programs use that of the tests at once.
    max_connections: cluster.fast ? 300 : 100,
    shared_buffers: "32MB",
    log_checkpoints: "off",
    ...(cluster.fast ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
  }),
];

const settings = (values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/**
 * After a kill the lock file stays, and its process number may meanwhile belong to another program (always so in
 * a restarted container): PostgreSQL would then refuse to start for ever.
 */
function isForeign(pid: number): boolean {
  if (!signal(pid, 0)) return false;
  const name = `/proc/${pid}/comm`;
  try {
    return existsSync(name) && readFileSync(name, "utf8").trim() !== "postgres";
  } catch {
    // The process ended between the two looks: then PostgreSQL itself finds its lock file stale.
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The port of the server before, where it is free, so that the pools of other processes find their way back. */
async function freePort(preferred = 0): Promise<number> {
  const port = await listen(preferred);
  return port ?? (await listen(0))!;
}

function listen(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(undefined));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : undefined));
    });
  });
}
