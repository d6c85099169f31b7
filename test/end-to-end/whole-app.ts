import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webhookPath } from "../../src/app/server.ts";
import { appHandlers } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { type Running, type ServerConfig, start } from "../../src/main.ts";
import type { Run } from "../../src/store/run.ts";
import { isFinal } from "../../src/store/run.ts";
import { listRuns } from "../../src/store/runs.ts";
import { type EmulatedGitHub, type GitHubOptions, startGitHub } from "../helpers/github/start.ts";
import {
  type ModelEndpoint,
  type ScriptedAnswer,
  type SeenRequest,
  startModelEndpoint,
} from "../helpers/model-endpoint.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { eventually } from "../helpers/runs.ts";

/** The whole product on this machine: GitHub emulated with real git, PostgreSQL and HTTP real, the model scripted. */
export interface WholeApp {
  readonly github: EmulatedGitHub;
  readonly model: ModelEndpoint;
  readonly postgres: TestPostgres;
  readonly config: ServerConfig;
  /** Everything that was logged. */
  readonly log: readonly string[];
  /** What the model answers from now on. */
  answerWith(script: (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>): void;
  /** Comments as this person and waits until the run of the comment has ended. */
  command(issue: number, body: string, as: string): Promise<Run>;
  /** Waits until the run of a comment has ended. */
  ended(comment: number): Promise<Run>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startWholeApp(options: GitHubOptions): Promise<WholeApp> {
  let script: (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer> = () => ({
    content: "Nothing to do.",
  });
  const home = await mkdtemp(join(tmpdir(), "coderag-home-"));
  const [github, postgres, model] = await Promise.all([
    startGitHub(options),
    startPostgres(),
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
      OPENAI_API_KEY: "sk-test-0123456789abcdef",
      CODERAG_MODEL: "scripted",
      CODERAG_HOME: home,
      PORT: "0",
      LOG_LEVEL: "debug",
    },
    ["app", "model"],
  );
  const log: string[] = [];
  let running: Running | undefined;
  const startApp = async (): Promise<void> => {
    running = await start({
      config,
      listens: true,
      handlers: appHandlers,
      writeLog: (line) => void log.push(line),
    });
    github.sendWebhooksTo(`http://127.0.0.1:${running.port}${webhookPath}`);
  };
  await startApp();

  const ended = (comment: number): Promise<Run> =>
    eventually(`the run of comment ${comment} to end`, async () => {
      const run = (await listRuns(postgres.database, 100)).find((one) => one.commentId === comment);
      return run && isFinal(run.state) && run;
    });
  return {
    github,
    model,
    postgres,
    config,
    log,
    ended,
    answerWith: (next) => {
      script = next;
    },
    command: async (issue, body, as) => ended((await github.comment(issue, body, { as })).id),
    async restart() {
      await running?.stop();
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
