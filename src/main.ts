import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createMetricsServer } from "./app/metrics/server.ts";
import { createServer } from "./app/server.ts";
import { createStoreAndEnqueue } from "./app/store-delivery.ts";
import { startSweeper } from "./app/sweeper.ts";
import type { Config } from "./config.ts";
import { UserError } from "./errors.ts";
import { createGitHubApp, type GitHubApp } from "./github/app.ts";
import type { AppConfig } from "./github/app-settings.ts";
import type { AppIdentity } from "./github/identity.ts";
import { keyInFile } from "./github/private-key.ts";
import type { RunHandlers } from "./jobs/durable/execute.ts";
import { executorId } from "./jobs/durable/executor-id.ts";
import { startHousekeeping } from "./jobs/durable/housekeeping.ts";
import {
  createEnqueuer,
  type Enqueuer,
  type EnqueuerOptions,
  type Polling,
  type RefreshPace,
} from "./jobs/durable/queue.ts";
import { startWorker, type Worker } from "./jobs/durable/worker.ts";
import { startLookSchedule } from "./jobs/watch/schedule-looks.ts";
import { createLogger, type Logger } from "./log.ts";
import { createPagesServer } from "./pages/server.ts";
import { createRedactor } from "./redact/redact.ts";
import { type Database, isWritable, openDatabase } from "./store/database.ts";
import { startEmbedded } from "./store/embedded.ts";
import { runTotals } from "./store/run-totals.ts";

/** A configuration with the group `app`. */
export type ServerConfig = Config & { readonly app: AppConfig };

/** What the handlers of runs are made from. */
export interface Parts {
  readonly config: ServerConfig;
  readonly database: Database;
  readonly app: GitHubApp;
  readonly identity: AppIdentity;
  readonly log: Logger;
  /** Takes every known secret out of a text that leaves the process. */
  readonly redact: (text: string) => string;
}

export interface StartOptions {
  readonly config: ServerConfig;
  /** The program's, told with its figures. */
  readonly version?: string;
  /** Whether this process takes deliveries. A process that does not only works on runs. */
  readonly listens: boolean;
  /** Makes the handlers of the runs; left out where this process works on none. */
  readonly handlers?: (parts: Parts) => RunHandlers;
  /** How soon and how often pushes are followed. */
  readonly refreshPace?: RefreshPace;
  /** How often queues are looked at. */
  readonly polling?: Polling;
  /** One line of JSON each; standard output by default. */
  readonly writeLog?: (line: string) => void;
}

export interface Running {
  /** Undefined where it does not listen. */
  readonly port: number | undefined;
  /** Undefined where it serves no figures. */
  readonly metricsPort: number | undefined;
  /** Undefined where it serves no pages. */
  readonly pagesPort: number | undefined;
  readonly log: Logger;
  /** Resolves when the worker lost its right to act, or the database its address: the process should end and be started again. */
  readonly lost: Promise<void>;
  /** Takes nothing more, hands its runs back and closes everything, in that order. */
  stop(): Promise<void>;
}

/**
 * Makes the parts of a server or worker, in reading order. What was opened is closed again when a later part fails.
 * @throws UserError where the database cannot be used or GitHub does not know the App.
 */
export async function start(options: StartOptions): Promise<Running> {
  const { config, refreshPace, polling } = options;
  const redact = createRedactor(config.secrets);
  const log = logOf(options);
  await using opened = new AsyncDisposableStack();

  if (!options.listens && config.store.databaseUrl === undefined)
    log.warn(
      "This worker works for a server on this machine. For one elsewhere, give it that one's DATABASE_URL.",
      {
        home: config.home,
      },
    );
  const { database, lost } = await openStore(config, log, opened);
  const { appId, privateKey, privateKeyPath } = config.app;
  const app = createGitHubApp({
    ...{ appId, privateKey, renewKey: () => (privateKeyPath ? keyInFile(privateKeyPath) : undefined) },
    apiUrl: config.github.apiUrl,
    webUrl: config.github.url,
    logger: log,
  });
  const identity = await app.identity();
  const handlers = options.handlers?.({ config, database, app, identity, log, redact });
  opened.defer(async () => handlers?.close?.());
  const queueOptions = { log, ...(refreshPace && { refreshPace }), ...(polling && { polling }) };
  const worker = handlers && (await openWorker(database, queueOptions, handlers, opened));
  const enqueuer = worker?.enqueuer ?? (await openEnqueuer(database, queueOptions, opened));
  const answers = new Map<number, number>();
  const server = options.listens
    ? await listen(config, { database, enqueuer, identity, log, answers }, opened)
    : undefined;
  const metricsPort = await serveMetrics(options, { app, database, answers, log }, opened);
  const pagesPort = await servePages(config, { database, log, redact }, opened);
  if (options.listens) {
    const sweeper = startSweeper(app, log);
    opened.defer(() => sweeper.stop());
    const housekeeping = startHousekeeping({ database, enqueuer, log, keepDays: config.keep.days });
    opened.defer(() => housekeeping.stop());
    const looks = startLookSchedule({ database, enqueuer, log });
    opened.defer(() => looks.stop());
  }
  const port = server && (server.address() as AddressInfo).port;
  log.info("CodeRAG is running.", {
    ...{ app: identity.slug, port, metricsPort, pagesPort, works: worker !== undefined },
    keepsRecordsForDays: config.keep.days === 0 ? "ever" : config.keep.days,
  });

  const closing = opened.move();
  return {
    ...{ port, metricsPort, pagesPort, log },
    lost: Promise.race([lost, ...(worker ? [worker.lost] : [])]),
    stop: () => closing.disposeAsync(),
  };
}

const logOf = ({ config: { logLevel: level, secrets }, writeLog }: StartOptions): Logger =>
  createLogger({ level, redact: createRedactor(secrets), ...(writeLog && { write: writeLog }) });

/** Whoever ends the process kills it after 40 s; a worker's running steps get 25 s of these. */
const usualClosingMs = 35_000;

/** Runs until it is asked to end (SIGTERM, SIGINT) or must: returns the exit code. Then the process ends in any case. */
export async function serve(options: StartOptions & { readonly closingMs?: number }): Promise<number> {
  const log = logOf(options);
  const ended = Promise.withResolvers<number>();
  void ended.promise.then((code) => exitIn(options.closingMs ?? usualClosingMs, code, log));
  // Before anything is opened: a signal that comes during the start is obeyed after it. A second one ends at once.
  process.once("SIGTERM", () => ended.resolve(0));
  process.once("SIGINT", () => ended.resolve(0));
  const running = await start(options);
  // Node's own report would go around the log, and with it around the redactor.
  const crash = (error: unknown): void => {
    log.error("A bug: the process ends, its runs go on elsewhere or after the restart.", { error });
    ended.resolve(1);
  };
  process.once("uncaughtException", crash);
  process.once("unhandledRejection", crash);
  running.lost.then(() => ended.resolve(1), crash);

  const code = await ended.promise;
  log.info("CodeRAG is stopping.");
  await running.stop();
  return code;
}

/** A connection to a database that went away may never close, nor a start that waits for one ever end. */
function exitIn(milliseconds: number, code: number, log: Logger): void {
  const exit = (): never => {
    const open = process.getActiveResourcesInfo();
    log.warn("Not everything was closed in time; the process ends all the same.", { milliseconds, open });
    process.exit(code);
  };
  setTimeout(exit, milliseconds).unref();
}

/** The database of the configuration, or the one of our own; closed with `opened`. `lost` as in `EmbeddedDatabase`. */
export async function openStore(
  config: Config,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<{ readonly database: Database; readonly lost: Promise<void> }> {
  let url = config.store.databaseUrl;
  let lost = new Promise<void>(() => undefined);
  if (url === undefined) {
    const embedded = await startEmbedded({ directory: join(config.home, "postgres"), log });
    opened.defer(() => embedded.stop());
    ({ url, lost } = embedded);
  }
  const database = await openDatabase({ url, log });
  opened.defer(() => database.close());
  return { database, lost };
}

async function openWorker(
  database: Database,
  options: EnqueuerOptions,
  handlers: RunHandlers,
  opened: AsyncDisposableStack,
): Promise<Worker> {
  const worker = await startWorker({ database, ...options, executorId: executorId(), handlers });
  opened.defer(() => worker.stop());
  return worker;
}

async function openEnqueuer(
  database: Database,
  options: EnqueuerOptions,
  opened: AsyncDisposableStack,
): Promise<Enqueuer> {
  const enqueuer = await createEnqueuer(database, options);
  opened.defer(() => enqueuer.close());
  return enqueuer;
}

interface Listening {
  readonly database: Database;
  readonly enqueuer: Enqueuer;
  readonly identity: AppIdentity;
  readonly log: Logger;
  /** Answers to deliveries, by status. */
  readonly answers: Map<number, number>;
}

async function listen(config: ServerConfig, parts: Listening, opened: AsyncDisposableStack): Promise<Server> {
  const { database, enqueuer, identity, log, answers } = parts;
  const server = await createServer({
    app: config.app,
    apiUrl: config.github.apiUrl,
    us: { login: identity.botLogin, command: config.command },
    enqueue: createStoreAndEnqueue({
      ...{ database, enqueuer, appSlug: identity.slug },
      refreshDays: config.refresh.days,
    }),
    ready: () => isWritable(database),
    onAnswer: (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
    log,
  });
  await listenAt(server, config.server, "PORT or HOST", opened);
  return server;
}

/** The port, where the configuration names one. */
async function serveMetrics(
  { config: { metrics, home }, version = "" }: StartOptions,
  { app, database, answers, log }: Pick<Listening, "database" | "answers" | "log"> & Pick<Parts, "app">,
  opened: AsyncDisposableStack,
): Promise<number | undefined> {
  if (!metrics) return undefined;
  const totals = () => runTotals(database);
  const { isKeyAccepted } = app;
  const server = createMetricsServer({ version, totals, isKeyAccepted, home, answers, log });
  await listenAt(server, metrics, "CODERAG_METRICS_PORT or CODERAG_METRICS_HOST", opened);
  return (server.address() as AddressInfo).port;
}

/** For the host alone. */
async function servePages(
  { pages, github }: Config,
  parts: Pick<Parts, "database" | "log" | "redact">,
  opened: AsyncDisposableStack,
): Promise<number | undefined> {
  if (!pages) return undefined;
  const server = createPagesServer({ ...parts, webUrl: github.url });
  await listenAt(server, pages, "CODERAG_PAGES_PORT or CODERAG_PAGES_HOST", opened);
  return (server.address() as AddressInfo).port;
}

async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  settings: string,
  opened: AsyncDisposableStack,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, `${host}:${port}`, settings)));
    server.listen(port, host, resolve);
  });
  opened.defer(() => closeServer(server));
}

/** Requests under way are answered; idle connections are cut. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function cannotListen(error: Error, address: string, settings: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") return error;
  return new UserError(
    `Cannot listen on ${address} (${code}).`,
    `Choose another ${settings}, or stop what uses it.`,
    { cause: error },
  );
}
