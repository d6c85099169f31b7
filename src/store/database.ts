import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { UserError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { migrate } from "./migrate.ts";
import { asking, isUnavailable, patiently, UnavailableError } from "./unavailable.ts";

/** Where a statement may run: on the pool, or inside a transaction. */
export interface Queryable {
  /** Rows with snake_case columns. `int8` comes as a number: GitHub's ids and our counters stay below 2^53. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Transaction extends Queryable {
  /** For a library that writes within our transaction. */
  readonly client: pg.ClientBase;
}

/** CodeRAG's tables, in the schema `coderag` of one PostgreSQL database. */
export interface Database extends Queryable {
  /** Holds the password: not for logs. */
  readonly url: string;
  /** Commits when `work` returns, rolls back when it throws. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while no other process does so under this number. Outside any transaction, unlike the usual lock:
   * for work that builds indexes concurrently, which would wait for our transaction, and we for it.
   */
  exclusively<T>(lock: number, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Logger;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  readonly poolSize?: number;
  /** Milliseconds of silence after which a connection that owes an answer is given up. */
  readonly silenceMs?: number;
}

/** The server ends a statement that takes longer, in milliseconds. */
const statementMs = 30_000;
const usualSilenceMs = statementMs + 10_000;

/** Connects, brings the tables up to date, and throws a `UserError` with the cure where it cannot. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = createPool(options);
  const database: Database = {
    url: options.url,
    query: (text, values) =>
      asking(async () => (await pool.query({ text, values: values as unknown[], types })).rows),
    transaction: (work) => withClient(pool, (client) => inTransaction(client, work)),
    exclusively: (lock, work) => withClient(pool, (client) => underLock(client, lock, work)),
    close: () => pool.end(),
  };
  try {
    await database.transaction((transaction) => migrate(transaction.query));
  } catch (error) {
    await pool.end();
    throw explain(isUnavailable(error) ? error.cause : error, options.url);
  }
  return database;
}

/** Whether it can be asked, and written. */
export async function isWritable(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ value: string }>(
    "select current_setting('transaction_read_only') as value",
  );
  return row?.value === "off";
}

/** The address without its password and parameters. */
export function safeUrl(url: string): string {
  if (!URL.canParse(url)) return "the address in DATABASE_URL";
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/** A pool of connections with sane limits, its idle connections watched. */
export function createPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName ?? "coderag",
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // After a failover the old server may go on answering: no session is kept for long.
    maxLifetimeSeconds: 300,
  });
  pool.on("connect", (client) => {
    // The server's last word can come in one piece with its welcome, before who waits for the connection hears of it.
    // Unheard, it would end the process; a statement on it fails and tells.
    client.on("error", () => undefined);
    takeReadOnlyForAbsent(client);
    giveUpSilent(client, options.silenceMs ?? usualSilenceMs);
  });
  // An idle connection that breaks is replaced by the pool; unheard, it would end the process.
  pool.on("error", (error) => options.log.warn("A database connection broke.", { message: error.message }));
  return pool;
}

/**
 * A pool for the queue's library, which asks a server that is absent again and again: after pauses that grow to a
 * minute and a half, and as long as the server stays away, whoever waits for the answer. Here it is waited for in
 * shorter pauses until `patience` aborts; then whoever asks is told at once, by an error that the library does not know.
 */
export function createQueuePool(options: DatabaseOptions, patience: AbortSignal): pg.Pool {
  const pool = createPool(options);
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await patiently(() => asking(connectOnce), patience);
    } catch (error) {
      throw isUnavailable(error) ? new UnavailableError() : error;
    }
  };
  type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;
  const connectOrCall = (done?: Connected): Promise<pg.PoolClient> | undefined => {
    if (!done) return connect();
    connect().then(
      (client) => done(undefined, client, client.release),
      (error: Error) => done(error, undefined, () => undefined),
    );
    return undefined;
  };
  return Object.assign(pool, { connect: connectOrCall as pg.Pool["connect"] });
}

/**
 * A database that can only be read (a failover, a provider whose disk is nearly full) comes back; the queue's library
 * takes it for an answer and gives the run up, but asks a server again that cannot be connected to now.
 */
function takeReadOnlyForAbsent(client: pg.ClientBase): void {
  const { connection } = client as unknown as { readonly connection: EventEmitter };
  connection.prependListener("errorMessage", (error: { code?: string }) => {
    if (error.code === "25006") error.code = "57P03";
  });
}

/**
 * A host or a line that goes without a word (a failover, lost power) leaves its connections open. The kernel gives up
 * what it has sent after a quarter of an hour; the server would have answered long before.
 */
function giveUpSilent(client: pg.ClientBase, silenceMs: number): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  connection.stream.setTimeout(silenceMs).on("timeout", () => {
    const { readyForQuery } = client as unknown as { readonly readyForQuery: boolean };
    const silent = new Error("The server fell silent in the middle of a statement.");
    if (!readyForQuery) connection.stream.destroy(Object.assign(silent, { code: "ETIMEDOUT" }));
  });
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as "text"),
};

const withClient = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  asking(() => lend(pool, work));

/** Lends a connection. One that broke meanwhile is thrown away; the query that failed by it has told. */
async function lend<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await work(client);
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}

async function inTransaction<T>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  await client.query("begin");
  try {
    const result = await work({
      client,
      query: async (text, values) => (await client.query({ text, values: values as unknown[], types })).rows,
    });
    await client.query("commit");
    return result;
  } catch (error) {
    // A connection that cannot even roll back is broken, and rolled back by the server; the first error is to be told.
    await client.query("rollback").catch((failure: Error) => client.emit("error", failure));
    throw error;
  }
}

async function underLock<T>(client: pg.PoolClient, lock: number, work: () => Promise<T>): Promise<T> {
  const tryLock = async (): Promise<boolean> =>
    (await client.query("select pg_try_advisory_lock($1) as held", [lock])).rows[0].held;
  while (!(await tryLock())) await sleep(100);
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lock]);
  }
}

/** PostgreSQL's own words, and what a person can do about them. */
const cures: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Start PostgreSQL, or correct host and port in DATABASE_URL.",
  ENOTFOUND: "Correct the host name in DATABASE_URL.",
  "28P01": "Correct user and password in DATABASE_URL.",
  "28000": "Allow this user to connect (pg_hba.conf), or correct the user in DATABASE_URL.",
  "3D000": "Create the database (createdb), or correct its name in DATABASE_URL.",
  "42501": "Grant this user the right to create a schema in the database.",
  "57P03": "Wait until it has started and can be written: a full disk or a failover makes it read-only.",
  "53100": "Free space on the disk of PostgreSQL.",
  "53300": "Raise max_connections of the server, or run fewer workers.",
}; // prettier-ignore

function explain(error: unknown, url: string): unknown {
  const { code = "", message } = error as { code?: string; message: string };
  const cure = cures[code] ?? (/timeout|terminated/i.test(message) ? cures["ECONNREFUSED"] : undefined);
  if (!cure) return error;
  return new UserError(`Cannot use PostgreSQL at ${safeUrl(url)}: ${message || code}.`, cure, {
    cause: error,
  });
}
