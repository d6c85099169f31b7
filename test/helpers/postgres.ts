import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Logger } from "../../src/log.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { startEmbedded } from "../../src/store/embedded.ts";

/** A logger for tests that do not look at the log. */
export const silentLog: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

/** The copy of the server programs is shared by all tests of this user: 60 MB need not be copied each time. */
export const testBinaries = join(tmpdir(), `coderag-test-${userInfo().uid}`);

export interface TestPostgres {
  readonly url: string;
  readonly database: Database;
  /** A further, empty database on the same server. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A real PostgreSQL for one test file, empty, with our tables. Start it in `beforeAll`, stop it in `afterAll`. */
export async function startPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "coderag-pg-"));
  const embedded = await startEmbedded({ directory, binaries: testBinaries, log: silentLog, fast: true });
  const database = await openDatabase({ url: embedded.url, log: silentLog });
  return {
    url: embedded.url,
    database,
    createDatabase: async (name) => {
      await database.query(`create database ${name}`);
      return new URL(`/${name}`, embedded.url).href;
    },
    stop: async () => {
      await database.close();
      await embedded.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
