import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import { type Cluster, type ClusterOptions, databaseName, openCluster } from "./cluster.ts";
import { connectionUrl, lastWords, readPostmaster, spawnPostmaster, stopPostmaster } from "./postmaster.ts";

/**
 * A real PostgreSQL without installation, for everybody who sets no DATABASE_URL
 * (`docs/decisions/0002-embedded-database.md` has the figures).
 *
 * Whoever needs the database joins the running server or starts it; whoever leaves last stops it. Nobody owns
 * it: each user holds a shared lock in the server itself, so a killed user leaves nothing behind that lies, and a
 * server that outlived its starter is simply joined.
 */
export interface EmbeddedDatabase {
  /** Holds the password: not for logs. */
  readonly url: string;
  /** Resolves when it came back at another address: whoever has pools for `url` can only start again. */
  readonly lost: Promise<void>;
  /** Leaves; stops the server when no other process uses it. Close your pools first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions extends ClusterOptions {
  readonly log: Logger;
}

/** Any number will do, as long as it is the same for everybody. */
const presenceLock = 7_203_441;
const startDeadline = 60_000;
/** Between attempts to start it again, for as long as we are there. */
const rejoinPause = 5_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = await openCluster(options);
  const presence = new Presence(cluster, options.log);
  const url = await presence.join();
  return { url, lost: presence.lost, stop: () => presence.leave() };
}

/** Our place among the server's users: one connection that holds the shared lock. */
class Presence {
  readonly #cluster: Cluster;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #rejoining: Promise<unknown> | undefined;
  #port: number | undefined;
  readonly #lost = Promise.withResolvers<void>();
  readonly #leaving = new AbortController();

  constructor(cluster: Cluster, log: Logger) {
    this.#cluster = cluster;
    this.#log = log;
  }

  get lost(): Promise<void> {
    return this.#lost.promise;
  }

  async join(): Promise<string> {
    const { client, port } = await joinOrStart(this.#cluster, this.#port);
    this.#client = client;
    if (this.#port !== undefined && this.#port !== port) {
      this.#log.error("The embedded PostgreSQL came back on another port; this process must start again.");
      this.#lost.resolve();
    }
    this.#port = port;
    client.once("end", () => this.#rejoin());
    return connectionUrl(this.#cluster, port);
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#rejoining;
    const client = this.#client;
    if (!client) return;
    // First give up our share, then try for the whole: of two who leave together exactly one gets it.
    const alone = await isAlone(client);
    if (alone) await stopPostmaster(this.#cluster);
    await client.end().catch(() => undefined);
  }

  /** The server died under us (killed, out of memory): start it again where it was, so that pools recover. */
  #rejoin(): void {
    this.#client = undefined;
    if (this.#leaving.signal.aborted) return;
    this.#log.warn("The embedded PostgreSQL went away; starting it again.");
    this.#rejoining = this.#joinAtLast();
  }

  /** A full disk or a program that is being replaced passes: nobody looks after this server but us. */
  async #joinAtLast(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted)
      try {
        await this.join();
        return;
      } catch (error) {
        this.#log.error("The embedded PostgreSQL could not be started again; trying on.", { error });
        await sleep(rejoinPause, undefined, { signal }).catch(() => undefined);
      }
  }
}

async function isAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [presenceLock]);
    const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [presenceLock]);
    return rows[0].alone;
  } catch {
    // The connection is gone, and with it our share: somebody else has stopped the server, or it crashed.
    return false;
  }
}

async function joinOrStart(
  cluster: Cluster,
  earlier: number | undefined,
): Promise<{ readonly client: pg.Client; readonly port: number }> {
  const deadline = Date.now() + startDeadline;
  for (let pause = 20; ; pause = Math.min(pause * 2, 1000)) {
    const running = await readPostmaster(cluster);
    const client = running && (await tryJoin(cluster, running.port));
    if (client) return { client, port: running.port };
    if (Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL did not start:\n${await lastWords(cluster)}`);
    await spawnPostmaster(cluster, earlier);
    await sleep(pause);
  }
}

/** Undefined where nothing answers there yet, or what answers is shutting down. */
async function tryJoin(cluster: Cluster, port: number): Promise<pg.Client | undefined> {
  const client = newClient(connectionUrl(cluster, port, "postgres"));
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [presenceLock]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`).catch(ignoreTwin);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: "coderag-presence",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener a broken connection would end the process; `end` follows and is what we act on.
  client.on("error", () => undefined);
  return client;
}

/** Another process created the database at the same moment. */
function ignoreTwin(error: { code?: string }): void {
  if (error.code !== "42P04" && error.code !== "23505") throw error;
}

/** Refused, reset, timed out, starting up or shutting down: anything but an answer that will not change. */
function isAbsent(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /^(ECONN|EPIPE|57P0)/.test(code) || /terminated|timeout|ended/i.test(message);
}
