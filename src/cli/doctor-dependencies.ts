import { join } from "node:path";
import { type Config, ConfigError, clonesOf, isPriced, loadConfig, takeEnvironment } from "../config.ts";
import { createGitHubApp } from "../github/app.ts";
import { offeredBy } from "../host-models.ts";
import { probeModel } from "../llm/probe.ts";
import { probeEmbeddings } from "../llm/probe-embeddings.ts";
import { createLogger } from "../log.ts";
import { openStore } from "../main.ts";
import { createRedactor } from "../redact/redact.ts";
import { probeSandbox } from "../sandbox/bubblewrap.ts";
import { createReader, type Reader, thisMachine } from "../settings.ts";
import { redeliveryMs } from "../store/deliveries.ts";
import { runTotals } from "../store/run-totals.ts";
import { probeWeb } from "../web/open.ts";
import { gitVersion } from "../workspace/git.ts";
import { type AppSettings, appSettings } from "./doctor/app-settings.ts";
import { databaseSpace, diskSpace } from "./doctor/disk-space.ts";
import type { DoctorDependencies } from "./doctor/examine.ts";
import type { AppInfo } from "./doctor/github.ts";
import type { DatabaseInfo, DiskSpace } from "./doctor/machine.ts";
import { probePort, servedPorts } from "./doctor/private-ports.ts";
import { outWidth } from "./print.ts";

/**
 * This machine, for `coderag doctor` to look at. The App's settings have checks of their own; a fault in another is
 * told once, and what cannot be read without it is not looked at.
 */
export function doctorDependencies(exit: (code: number) => void): DoctorDependencies {
  const environment = takeEnvironment();
  const config = (): Config => loadConfig({ ...environment, APP_ID: undefined });
  const silent = createLogger({ level: "silent", redact: (text) => text });
  const read = createReader(environment, thisMachine);
  const app = appSettings(read);
  const redact = createRedactor([...read.secrets(), app.privateKey ?? ""]);
  return {
    nodeVersion: process.versions.node,
    gitVersion,
    app,
    problems: problemsOf(config),
    appInfo: () => appInfo(config(), app, silent),
    model: modelCheck(read, config),
    embedding: embeddingCheck(read, config),
    database: () => databaseInfo(config(), silent),
    sandbox: probeSandbox,
    testCommand: read.text("CODERAG_TEST_COMMAND"),
    web: webCheck(read, config),
    ports: portChecks(read, config),
    disks: () => disksOf(config()),
    redact,
    output: {
      // Plain under NO_COLOR, too.
      terminal: process.stdout.isTTY === true && process.stdout.hasColors(),
      width: outWidth(),
      write: (text) => void process.stdout.write(text),
      exit,
    },
  };
}

function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

async function appInfo(
  { github: { apiUrl, url } }: Config,
  { appId, privateKey }: AppSettings,
  logger: ReturnType<typeof createLogger>,
): Promise<AppInfo> {
  const app = createGitHubApp({
    ...{ appId: Number(appId), privateKey: privateKey!, apiUrl, webUrl: url, logger },
  });
  const [{ slug }, granted, hook] = [await app.identity(), await app.grantedPermissions(), await app.hook()];
  const since = new Date(Date.now() - redeliveryMs);
  return {
    ...{ slug, hook, attempts: hook ? await app.deliveryAttempts({ since, most: 1000 }) : [] },
    permissions: granted.asked,
    events: granted.events,
    installations: granted.installations.map((one) => ({ ...one, permissions: one.granted })),
  };
}

function modelCheck(read: Reader, config: () => Config): DoctorDependencies["model"] {
  const name = read.text("CODERAG_MODEL");
  if (name === undefined) return undefined;
  return {
    name,
    unpriced: () => offeredBy(config().model).filter((one) => !isPriced(config().model!, one)),
    probe: (signal) => {
      const { baseUrl, apiKey, parameters } = config().model!;
      return probeModel({ baseUrl, apiKey, parameters, model: name }, signal);
    },
  };
}

function embeddingCheck(read: Reader, config: () => Config): DoctorDependencies["embedding"] {
  const name = read.text("CODERAG_EMBEDDING_MODEL");
  if (name === undefined) return undefined;
  return {
    name,
    probe: (signal) => {
      const { baseUrl, apiKey } = config().embedding!;
      return probeEmbeddings({ baseUrl, apiKey, model: name }, signal);
    },
  };
}

function webCheck(read: Reader, config: () => Config): DoctorDependencies["web"] {
  if ((read.text("CODERAG_WEB_SEARCH") ?? "off") === "off") return undefined;
  return (signal) => probeWeb(config().web, signal);
}

/** What is served at ports of its own, as far as it is switched on. */
function portChecks(read: Reader, config: () => Config): DoctorDependencies["ports"] {
  return servedPorts(read).map((what) => ({
    what,
    probe: async (signal) => {
      const address = config()[what]!;
      return [address, await probePort(what, address, signal)];
    },
  }));
}

async function disksOf(config: Config): Promise<readonly DiskSpace[]> {
  const { cacheDir, quotaBytes } = clonesOf(config);
  const own = config.store.databaseUrl === undefined;
  return [
    await diskSpace(cacheDir, quotaBytes),
    ...(own ? await databaseSpace(join(config.home, "postgres"), cacheDir) : []),
  ];
}

async function databaseInfo(config: Config, log: ReturnType<typeof createLogger>): Promise<DatabaseInfo> {
  await using opened = new AsyncDisposableStack();
  const { database } = await openStore(config, log, opened);
  const [row] = await database.query<{ version: string; bytes: string }>(
    "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
  );
  return {
    version: `PostgreSQL ${row!.version}`,
    bytes: Number(row!.bytes),
    kind: config.store.databaseUrl === undefined ? "own" : "external",
    runs: await runTotals(database),
  };
}
