import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { silentLogger } from "../../src/log.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { testServer } from "./test-server.ts";

/** For tests that do not look at the log. */
export { silentLogger as silentLog } from "../../src/log.ts";

export interface TestPostgres {
  readonly url: string;
  readonly database: Database;
  /** A further database on the same server, empty. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A database for one test file, empty, with our tables. Start it in `beforeAll`, stop it in `afterAll`. */
export async function startPostgres(): Promise<TestPostgres> {
  const server = testServer();
  const url = new URL(`/test_${randomBytes(8).toString("hex")}`, server);
  const [name, template] = [url, server].map(({ pathname }) => pathname.slice(1));
  await onServer(server, `create database ${name} template ${template}`);
  const database = await openDatabase({ url: url.href, log: silentLogger });
  return {
    url: url.href,
    database,
    createDatabase: async (further) => {
      await database.query(`create database ${name}_${further}`);
      return new URL(`/${name}_${further}`, server).href;
    },
    stop: async () => {
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Runs one statement. */
export async function onServer(server: URL, statement: string): Promise<void> {
  const client = new Client(new URL("/postgres", server).href);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
