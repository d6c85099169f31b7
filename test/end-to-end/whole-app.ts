import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webhookPath } from "../../src/app/server.ts";
import { appHandlers, looksOnGitHub, refreshOnGitHub, surroundingsOnGitHub } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import type { RunHandlers } from "../../src/jobs/durable/execute.ts";
import { createHandlers } from "../../src/jobs/durable/handlers.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { createModel } from "../../src/llm/openai.ts";
import { type Parts, type Running, type ServerConfig, start } from "../../src/main.ts";
import type { Run } from "../../src/store/run.ts";
import { isFinal } from "../../src/store/run.ts";
import { findRun, listRuns } from "../../src/store/runs.ts";
import { appOf } from "../helpers/github/app.ts";
import { type EmulatedGitHub, type GitHubOptions, startGitHub } from "../helpers/github/start.ts";
import {
  type ModelEndpoint,
  type ScriptedAnswer,
  type SeenRequest,
  startModelEndpoint,
} from "../helpers/model-endpoint.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { eventually, hurriedPolling } from "../helpers/runs.ts";

export type ModelScript = (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** The whole product on this machine: GitHub emulated with real git, PostgreSQL and HTTP real, the model scripted. */
export interface WholeApp {
  readonly github: EmulatedGitHub;
  readonly model: ModelEndpoint;
  readonly postgres: TestPostgres;
  readonly config: ServerConfig;
  /** Everything that was logged. */
  readonly log: readonly string[];
  /** Runs that opened the repository with git, by id. */
  readonly clones: readonly string[];
  /** What the model answers from now on. */
  answerWith(script: ModelScript): void;
  /** Comments as this person and waits until the run of the comment has ended. */
  command(issue: number, body: string, as: string, where?: string): Promise<Run>;
  /** Waits until the run of a comment has ended. */
  ended(comment: number): Promise<Run>;
  /** Waits until the condition gives the run. */
  runOf(comment: number, condition: (run: Run) => boolean, what: string): Promise<Run>;
  /** Newest first. */
  runs(): Promise<readonly Run[]>;
  /** What our App says in this thread, oldest first. */
  said(issue: number, where?: string): Promise<readonly string[]>;
  /** Where GitHub delivers to. */
  webhookUrl(): string;
  /** Does something of which GitHub cannot tell the App: these deliveries fail, and no sweep finds them. */
  unheard<T>(work: () => Promise<T>): Promise<T>;
  /** `meanwhile`: done when it has ended. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** How a test departs from the real composition: no pauses between writes and repetitions, and hands in its parts. */
export interface Trial {
  /** Settings of the server beside those that every test needs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Puts itself between a run and what is around it: to hold it at a place that speaks no HTTP. */
  readonly around?: (surroundings: Surroundings, run: Run) => Surroundings;
  /** Its own server where a test takes it away; a database of the tests' one unless given. */
  readonly postgres?: TestPostgres;
  /** Longest silence of the model. By default longer than any test holds an answer back on a busy machine. */
  readonly silenceMs?: number;
}

export const modelKey = "sk-test-0123456789abcdef";

/** Starts all of it. Once a process: the durable engine is a global of its library. */
export async function startWholeApp(options: GitHubOptions, trial?: Trial): Promise<WholeApp> {
  let script: ModelScript = () => ({ content: "Nothing to do." });
  const home = await mkdtemp(join(tmpdir(), "coderag-home-"));
  const [github, postgres, model] = await Promise.all([
    startGitHub(options),
    trial?.postgres ?? startPostgres(),
    startModelEndpoint({ script: (request) => script(request) }),
  ]);
  const config = loadConfig(
    {
      APP_ID: String(github.appId),
      PRIVATE_KEY: github.privateKey,
      WEBHOOK_SECRET: github.webhookSecret,
      DATABASE_URL: postgres.url,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_URL: github.webUrl,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: modelKey,
      CODERAG_MODEL: "scripted",
      CODERAG_HOME: home,
      PORT: "0",
      LOG_LEVEL: "debug",
      ...trial?.settings,
    },
    ["app", "model"],
  );
  const log: string[] = [];
  const clones: string[] = [];
  const handlers = trial
    ? (parts: Parts) => hurriedHandlers(parts, github, (run) => clones.push(run.id), trial)
    : appHandlers;
  let running: Running | undefined;
  const startApp = async (): Promise<void> => {
    const refreshPace = { settleSeconds: 0, gapSeconds: 0 };
    const writeLog = (line: string): void => void log.push(line);
    running = await start({
      config,
      listens: true,
      handlers,
      refreshPace,
      polling: hurriedPolling,
      writeLog,
    });
    github.sendWebhooksTo(webhookUrl());
  };
  const webhookUrl = (): string => `http://127.0.0.1:${running?.port}${webhookPath}`;
  await startApp();

  const runs = () => listRuns(postgres.database, 500);
  const runOf: WholeApp["runOf"] = (comment, condition, what) =>
    eventually(`the run of comment ${comment} to ${what}`, async () => {
      // The newest: comments on a diff are counted apart.
      const [row] = await postgres.database.query<{ id: string }>(
        "select id from coderag.runs where comment_id = $1 order by created_at desc limit 1",
        [comment],
      );
      const run = row && (await findRun(postgres.database, row.id));
      return run && condition(run) && run;
    });
  const ended = (comment: number): Promise<Run> => runOf(comment, (run) => isFinal(run.state), "end");
  return {
    github,
    model,
    postgres,
    config,
    log,
    clones,
    runs,
    runOf,
    ended,
    answerWith: (next) => {
      script = next;
    },
    command: async (issue, body, as, where) =>
      ended((await github.comment(issue, body, { as, ...(where && { in: where }) })).id),
    async said(issue, where) {
      const all = await github.comments(issue, where);
      return all.filter(({ user }) => user.login === github.botLogin).map(({ body }) => body);
    },
    webhookUrl,
    async unheard(work) {
      github.sendWebhooksTo(undefined);
      try {
        const done = await work();
        await github.deliveries.settled();
        github.deliveries.forgetFailed();
        return done;
      } finally {
        github.sendWebhooksTo(webhookUrl());
      }
    },
    async restart(meanwhile) {
      await running?.stop();
      await meanwhile?.();
      await startApp();
    },
    async close() {
      await running?.stop();
      await github.close();
      await model.close();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The handlers of the product, with clients that do not pause. */
function hurriedHandlers(
  parts: Parts,
  github: EmulatedGitHub,
  onClone: (run: Run) => void,
  { around = (surroundings) => surroundings, silenceMs = 60_000 }: Trial,
): RunHandlers {
  const { baseUrl, apiKey, name, prices } = parts.config.model!;
  const namedModel = (model: string) =>
    createModel({
      ...{ baseUrl, apiKey, model, prices },
      ...{ maxRetries: 1, firstPauseMs: 10, idleTimeoutMs: silenceMs },
    });
  const model = namedModel(name);
  const app = appOf(github, parts.log);
  const surroundingsOf = (run: Run): Surroundings => {
    const surroundings = surroundingsOnGitHub({ ...parts, app, model, namedModel }, run);
    const openWorkspace: Surroundings["openWorkspace"] = (base, signal) => {
      onClone(run);
      return surroundings.openWorkspace(base, signal);
    };
    return around({ ...surroundings, openWorkspace }, run);
  };
  return {
    ...createHandlers(surroundingsOf, parts.redact),
    refresh: refreshOnGitHub({ ...parts, app }),
    look: looksOnGitHub({ ...parts, app }),
  };
}
