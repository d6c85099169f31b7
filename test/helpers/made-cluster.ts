/**
 * A PostgreSQL cluster as it is after its first start, with our tables and the queue's: made once for these tables, then
 * copied for each test file. To make one takes seconds, to copy one a tenth. Jest makes it before all tests
 * (`jest.config.mjs`).
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import type { Logger } from "../../src/log.ts";

/** The copy of the server programs is shared by all tests of this user: 60 MB need not be copied each time. */
export const testBinaries = join(tmpdir(), `coderag-test-${userInfo().uid}`);

/** A database with the tables that nobody is connected to, so that others can be made from it. */
export const blankDatabase = "coderag_blank";

const quiet = (): void => undefined;
const log: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };

/** Its folder, for `cp -a`. */
export async function madeCluster(): Promise<string> {
  const made = join(testBinaries, `cluster-${keyOfTables()}`);
  if (existsSync(made)) return made;
  const { openDatabase } = await import("../../src/store/database.ts");
  const { startEmbedded } = await import("../../src/store/embedded.ts");
  const { createEnqueuer } = await import("../../src/jobs/queue.ts");
  const { Client } = (await import("pg")).default;
  await mkdir(testBinaries, { recursive: true });
  const draft = await mkdtemp(join(testBinaries, "draft-"));
  const embedded = await startEmbedded({ directory: draft, binaries: testBinaries, log, fast: true });
  const database = await openDatabase({ url: embedded.url, log });
  await (await createEnqueuer(database, { log })).close();
  await database.close();
  const client = new Client(new URL("/postgres", embedded.url).href);
  await client.connect();
  await client.query(`create database ${blankDatabase} template ${new URL(embedded.url).pathname.slice(1)}`);
  await client.end();
  await embedded.stop();
  await forgetOld();
  // Another process may have been quicker.
  await rename(draft, made).catch(() => rm(draft, { recursive: true }));
  return made;
}

/** Those of other tables, 70 MB each, that nobody made anew for a week. */
async function forgetOld(): Promise<void> {
  for (const name of globSync("cluster-*", { cwd: testBinaries })) {
    const path = join(testBinaries, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - 7 * 24 * 3_600_000) await rm(path, { recursive: true, force: true });
  }
}

/** Of everything that says which tables there are. */
function keyOfTables(): string {
  const root = resolve(import.meta.dirname, "..", "..");
  const sources = globSync("src/store/**/*.{ts,sql}", { cwd: root }).sort();
  const hash = createHash("sha256");
  for (const name of [...sources, "src/jobs/queue.ts", "package-lock.json"])
    hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest("hex").slice(0, 16);
}

/** For Jest, which wants a default. Where there is no PostgreSQL, the tests that need one say so themselves. */
export default (): Promise<unknown> => madeCluster().catch(quiet);
