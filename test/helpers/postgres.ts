import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "../../src/log.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { startEmbedded } from "../../src/store/embedded.ts";
import { blankDatabase, madeCluster, testBinaries } from "./made-cluster.ts";

/** A logger for tests that do not look at the log. */
export const silentLog: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

export interface TestPostgres {
  readonly url: string;
  readonly database: Database;
  /** A further database on the same server: empty, or with our tables and the queue's. */
  createDatabase(name: string, content?: "nothing" | "tables"): Promise<string>;
  stop(): Promise<void>;
}

/** A real PostgreSQL for one test file, empty, with our tables. Start it in `beforeAll`, stop it in `afterAll`. */
export async function startPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "coderag-pg-"));
  await promisify(execFile)("cp", ["-a", join(await madeCluster(), "."), directory]);
  const embedded = await startEmbedded({ directory, binaries: testBinaries, log: silentLog, fast: true });
  const database = await openDatabase({ url: embedded.url, log: silentLog });
  return {
    url: embedded.url,
    database,
    createDatabase: async (name, content = "nothing") => {
      await database.query(
        `create database ${name}${content === "tables" ? ` template ${blankDatabase}` : ""}`,
      );
      return new URL(`/${name}`, embedded.url).href;
    },
    stop: async () => {
      await database.close();
      await embedded.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
