import type { ModelProbe } from "../../llm/probe.ts";
import type { EmbeddingProbe } from "../../llm/probe-embeddings.ts";
import type { SandboxProbe } from "../../sandbox/bubblewrap.ts";
import type { PrivateAddress } from "../../settings.ts";
import type { WebProbe } from "../../web/open.ts";
import { type AppSettings, checkAppId, checkPrivateKey, checkWebhookSecret } from "./app-settings.ts";
import { attempt, type Check } from "./check.ts";
import { checkEmbedding } from "./embedding.ts";
import { type AppInfo, checkApp } from "./github.ts";
import {
  checkDatabase,
  checkDisk,
  checkSandbox,
  checkWorkers,
  type DatabaseInfo,
  type DiskSpace,
} from "./machine.ts";
import { checkModel, checkPrices, noModel } from "./model.ts";
import { checkPort, type PortProbe, type Served } from "./private-ports.ts";
import { checkGit, checkNode } from "./versions.ts";
import { checkWeb } from "./web.ts";

/** What the doctor looks at; each function may throw, which then is what the doctor says. */
export interface DoctorDependencies {
  readonly nodeVersion: string;
  readonly gitVersion: (signal: AbortSignal) => Promise<string>;
  readonly app: AppSettings;
  /** What is wrong with the other settings, a sentence each. Nothing below is looked at then: it could not be read. */
  readonly problems: readonly string[];
  /** Asks GitHub as the App; not called while a setting of the App is faulty. */
  readonly appInfo: (signal: AbortSignal) => Promise<AppInfo>;
  /** Undefined where no model is configured. */
  readonly model:
    | {
        readonly name: string;
        /** It and those that repositories may choose, as far as no price of them is known. */
        readonly unpriced: () => readonly string[];
        readonly probe: (signal: AbortSignal) => Promise<ModelProbe>;
      }
    | undefined;
  /** Undefined where no embedding model is configured: then there is nothing to say. */
  readonly embedding?:
    | { readonly name: string; readonly probe: (signal: AbortSignal) => Promise<EmbeddingProbe> }
    | undefined;
  readonly database: (signal: AbortSignal) => Promise<DatabaseInfo>;
  readonly sandbox: () => Promise<SandboxProbe>;
  readonly testCommand: string | undefined;
  /** Undefined where runs search nothing outside. */
  readonly web?: ((signal: AbortSignal) => Promise<WebProbe>) | undefined;
  /** What is served at ports of its own: of what is not there is nothing to say. */
  readonly ports: readonly {
    readonly what: Served;
    readonly probe: (signal: AbortSignal) => Promise<readonly [PrivateAddress, PortProbe]>;
  }[];
  /** Of each disk that is written to. */
  readonly disks: () => Promise<readonly DiskSpace[]>;
  /** Takes secrets out of every text that is shown. */
  readonly redact: (text: string) => string;
  readonly output: {
    readonly terminal: boolean;
    readonly width?: number;
    write(text: string): void;
    /** 1 where a check failed. */
    exit(code: number): void;
  };
}

/** All checks, side by side, in the order in which they build on each other. */
export async function examine(
  dependencies: DoctorDependencies,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const { app } = dependencies;
  const settings = [
    checkAppId(app.appId),
    checkPrivateKey(app.privateKey),
    checkWebhookSecret(app.webhookSecret),
  ];
  const checks = await Promise.all([
    checkNode(dependencies.nodeVersion),
    attempt("git", signal, async (limited) => checkGit(await dependencies.gitVersion(limited))),
    ...settings,
    ...dependencies.problems.map(faultySetting),
    ...(dependencies.problems.length > 0 ? [] : examineParts(dependencies, settings, signal)),
  ]);
  return checks.flat();
}

/** What can be looked at once the settings are read. */
function examineParts(
  dependencies: DoctorDependencies,
  settings: readonly Check[],
  signal: AbortSignal,
): readonly (Check | Promise<Check | readonly Check[]>)[] {
  const { model, embedding, web, ports } = dependencies;
  const canAsk = settings.slice(0, 2).every((check) => check.state !== "failed");
  return [
    canAsk ? examineApp(dependencies, signal) : cannotAsk,
    model === undefined
      ? noModel
      : attempt("model", signal, async (limited) => checkModel(model.name, await model.probe(limited))),
    ...checkPrices(model?.unpriced() ?? []),
    ...(embedding === undefined
      ? []
      : [
          attempt("embedding", signal, async (limited) =>
            checkEmbedding(embedding.name, await embedding.probe(limited)),
          ),
        ]),
    examineAll("database", signal, async (limited) => {
      const database = await dependencies.database(limited);
      return [checkDatabase(database), checkWorkers(database.runs)];
    }),
    attempt("sandbox", signal, async () =>
      checkSandbox(await dependencies.sandbox(), dependencies.testCommand),
    ),
    ...(web === undefined
      ? []
      : [attempt("web search", signal, async (limited) => checkWeb(await web(limited)))]),
    ...ports.map(({ what, probe }) =>
      attempt(what, signal, async (limited) => checkPort(what, ...(await probe(limited)))),
    ),
    examineAll("disk", signal, async () => (await dependencies.disks()).map(checkDisk)),
  ];
}

const faultySetting = (problem: string): Check => ({
  ...{ name: "settings", state: "failed", detail: problem.replace(/\.$/, "") },
  cure: "Correct it, and start the doctor again: it checks the rest then.",
});

const examineApp = ({ appInfo }: DoctorDependencies, signal: AbortSignal): Promise<readonly Check[]> =>
  examineAll("github", signal, async (limited) => checkApp(await appInfo(limited)));

/** Where one look makes several checks. */
async function examineAll(
  name: string,
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  let checks: readonly Check[] = [];
  const first = await attempt(name, signal, async (limited) => {
    checks = await look(limited);
    return checks[0]!;
  });
  return [first, ...checks.slice(1)];
}

const cannotAsk: Check = {
  name: "github",
  state: "failed",
  detail: "cannot be asked without a valid app id and private key",
};
