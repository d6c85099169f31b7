import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Logger } from "../src/log.ts";
import { startEmbedded } from "../src/store/embedded.ts";

/**
 * How long the embedded PostgreSQL takes to start and stop, and how much memory its processes hold. Linux only
 * (reads /proc). The figures stand in docs/decisions/0002-embedded-database.md.
 *
 *     npm exec -c 'node bench/embedded-database.ts'
 */
const log: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
  child: () => log,
};

const home = await mkdtemp(join(tmpdir(), "coderag-bench-"));
// Our own folder, opened because a server started by root runs as another user.
await chmod(home, 0o711);
for (const what of ["first use (copy, initdb, start)", "later start", "later start"]) {
  const begun = performance.now();
  const database = await startEmbedded({ directory: join(home, "database"), log });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select 1");
  const started = performance.now() - begun;
  const { processes, megabytes } = await memory(join(home, "database", "data"));
  await client.end();
  const leaving = performance.now();
  await database.stop();
  const stopped = performance.now() - leaving;
  console.log(
    `${what}: ${started.toFixed(0)} ms; ${processes} processes, ${megabytes} MB; stop ${stopped.toFixed(0)} ms`,
  );
}
await rm(home, { recursive: true, force: true });

/** The server's processes with their proportional share of memory: shared pages are counted once. */
async function memory(data: string): Promise<{ processes: number; megabytes: number }> {
  const server = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]!;
  const shares: number[] = [];
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    if (id !== server && !status.includes(`PPid:\t${server}\n`)) continue;
    const share = /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => ""));
    if (share) shares.push(Number(share[1]));
  }
  return {
    processes: shares.length,
    megabytes: Math.round(shares.reduce((sum, share) => sum + share, 0) / 1024),
  };
}
