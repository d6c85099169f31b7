import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "../../src/log.ts";
import { openCluster } from "../../src/store/cluster.ts";
import { openDatabase } from "../../src/store/database.ts";
import {
  connectionUrl,
  readPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from "../../src/store/postmaster.ts";
import { onServer, type TestPostgres } from "./postgres.ts";
import { eventually } from "./runs.ts";
import { testBinaries } from "./test-server.ts";

/** A server of one test's own, which it may take away: nobody starts it again but the test. */
export interface OwnPostgres extends TestPostgres {
  /** Sessions are cut, as in a restart. */
  takeAway(): Promise<void>;
  /** At the same address. */
  bringBack(): Promise<void>;
  /** Runs a statement as the administrator, in another database. */
  administer(statement: string): Promise<void>;
}

const [always, never] = [() => true, () => false];

export async function startOwnPostgres(parent = tmpdir()): Promise<OwnPostgres> {
  const directory = await mkdtemp(join(parent, "coderag-own-pg-"));
  const cluster = await openCluster({ directory, binaries: testBinaries, fast: true });
  await spawnPostmaster(cluster);
  const { port } = (await readPostmaster(cluster))!;
  const admin = new URL(connectionUrl(cluster, port, "postgres"));
  const administer = (statement: string): Promise<void> => onServer(admin, statement);
  const name = "coderag";
  // It writes down its port before it listens there.
  const listening = () =>
    eventually("PostgreSQL to listen", () => administer("select 1").then(always, never));
  await listening();
  await administer(`create database ${name}`);
  const url = connectionUrl(cluster, port, name);
  const database = await openDatabase({ url, log: silentLogger });
  return {
    ...{ url, database, administer },
    createDatabase: async (further) => {
      await administer(`create database ${name}_${further}`);
      return connectionUrl(cluster, port, `${name}_${further}`);
    },
    takeAway: () => stopPostmaster(cluster),
    bringBack: async () => {
      await spawnPostmaster(cluster, port);
      await listening();
    },
    stop: async () => {
      await database.close();
      await stopPostmaster(cluster);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
