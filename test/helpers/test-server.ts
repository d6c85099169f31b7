/**
 * One PostgreSQL for a whole run of the tests, with a database of our tables and the queue's that nobody is connected
 * to: each test file works in a copy. To make the server takes seconds, a copy a tenth. Jest starts it before all tests
 * and ends it after them (`jest.config.mjs`).
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Of the environment: where the database with the tables is, or why there is none; and `testBinaries`. */
const variable = "CODERAG_TEST_DATABASE";
const binariesVariable = "CODERAG_TEST_BINARIES";

/** The copy of the server programs is shared by all tests of this user: 60 MB need not be copied each time. */
export const testBinaries = process.env[binariesVariable] ?? join(tmpdir(), `coderag-test-${userInfo().uid}`);

/** @throws Where there is no PostgreSQL: only the tests that need one fail then. */
export function testServer(): URL {
  const told = process.env[variable];
  if (told?.startsWith("postgresql:")) return new URL(told);
  throw new Error(`The tests have no PostgreSQL: ${told ?? "jest did not start it"}`);
}

/** Starts it, and says how to end it. */
export async function startTestServer(): Promise<() => Promise<void>> {
  process.env[binariesVariable] = testBinaries;
  const directory = await mkdtemp(join(tmpdir(), "coderag-pg-"));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const { url, stop } = await startServer(directory);
    process.env[variable] = url;
    return async () => {
      await stop();
      await remove();
    };
  } catch (error) {
    process.env[variable] = String(error);
    await remove();
    return async () => undefined;
  }
}

async function startServer(directory: string) {
  const { silentLogger: log } = await import("../../src/log.ts");
  const { openDatabase } = await import("../../src/store/database.ts");
  const { startEmbedded } = await import("../../src/store/embedded.ts");
  const { createEnqueuer } = await import("../../src/jobs/durable/queue.ts");
  const server = await startEmbedded({ directory, binaries: testBinaries, log, fast: true });
  const database = await openDatabase({ url: server.url, log });
  await (await createEnqueuer(database, { log })).close();
  await database.close();
  return server;
}
