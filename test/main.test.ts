import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { webhookPath } from "../src/app/server.ts";
import { firstSweep, sweepOnce } from "../src/app/sweeper.ts";
import type { CommandDelivery } from "../src/command/delivery.ts";
import { loadConfig } from "../src/config.ts";
import { UserError } from "../src/errors.ts";
import { createGitHubApp } from "../src/github/app.ts";
import { type Running, type ServerConfig, start } from "../src/main.ts";
import { activeRuns, listRuns, setOutcome } from "../src/store/runs.ts";
import { endChildren, watched } from "./helpers/children.ts";
import { type EmulatedGitHub, startGitHub } from "./helpers/github/start.ts";
import { silentLog, startPostgres, type TestPostgres } from "./helpers/postgres.ts";
import { eventually } from "./helpers/runs.ts";

/** The whole server against an emulated GitHub and a real PostgreSQL; only the runs' work is left out. */
let github: EmulatedGitHub;
let postgres: TestPostgres;
const lines: string[] = [];
const running: Running[] = [];

beforeAll(async () => {
  [github, postgres] = await Promise.all([
    startGitHub({
      repositories: [{ owner: "acme", name: "parser", files: { "a.txt": "a\n" } }],
      users: { ada: "write" },
    }),
    startPostgres(),
  ]);
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await endChildren();
});

afterAll(async () => {
  await github?.close();
  await postgres?.stop();
});

const environment = () => ({
  APP_ID: String(github.appId),
  PRIVATE_KEY: github.privateKey,
  WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef",
  DATABASE_URL: postgres.database.url,
  GITHUB_API_URL: github.apiUrl,
  GITHUB_URL: github.webUrl,
  PORT: "0",
});

function config(): ServerConfig {
  const loaded = loadConfig(environment(), ["app"]);
  return { ...loaded, app: { ...loaded.app, webhookSecret: github.webhookSecret } };
}

async function run(options: Partial<Parameters<typeof start>[0]> = {}): Promise<Running> {
  const started = await start({
    config: config(),
    listens: true,
    writeLog: (line) => lines.push(line),
    ...options,
  });
  running.push(started);
  github.sendWebhooksTo(`http://127.0.0.1:${started.port}${webhookPath}`);
  return started;
}

test("a comment becomes a stored run that a worker takes up, and a closed issue stops it", async () => {
  const seen = Promise.withResolvers<CommandDelivery>();
  await run({
    handlers: ({ identity }) => ({
      accept: async (accepted) => {
        expect(accepted.appSlug).toBe(identity.slug);
        seen.resolve(accepted.snapshot as CommandDelivery);
      },
      job: async () => undefined,
      fail: async () => undefined,
    }),
  });
  const issue = await github.openIssue("Read TOML, too", "Please.", { as: "ada" });
  await github.comment(issue.number, "what about YAML?", { as: "ada" });
  await github.comment(issue.number, "/coderag implement keep it small", { as: "ada" });
  expect(await seen.promise).toMatchObject({
    kind: "command",
    installationId: github.installationId,
    repository: { owner: "acme", name: "parser" },
    issue: { number: issue.number, title: "Read TOML, too", body: "Please." },
    actor: { login: "ada", type: "User" },
    command: { verb: "implement", request: "keep it small" },
  });
  const [stored] = await listRuns(postgres.database, 10);
  expect(await activeRuns(postgres.database, stored!.repositoryId, issue.number)).toHaveLength(1);
  await github.closeIssue(issue.number, { as: "ada" });
  await github.deliveries.settled();
  const [stopped] = await listRuns(postgres.database, 10);
  expect(stopped).toMatchObject({ id: stored!.id, cancelRequestedBy: "ada" });
  await setOutcome(postgres.database, stored!.id, { kind: "cancelled", message: "" });
  expect(github.deliveries.log.map(({ status }) => status)).not.toContain(500);
});

test("a command that came while the server was down is delivered again, once", async () => {
  github.sendWebhooksTo(undefined);
  const issue = await github.openIssue("Second", "", { as: "ada" });
  await github.comment(issue.number, "not a command", { as: "ada" });
  const command = await github.comment(issue.number, "/coderag implement", { as: "ada" });
  await github.deliveries.settled();
  await run();
  const { appId, privateKey, apiUrl, webUrl } = github;
  const app = createGitHubApp({
    appId,
    privateKey,
    apiUrl,
    webUrl,
    logger: silentLog,
    throttle: { writeGapMs: 0 },
  });
  const signal = new AbortController().signal;
  const options = { now: Date.now(), log: silentLog };
  const first = await sweepOnce(app, firstSweep(Date.now()), options, signal);
  await github.deliveries.settled();
  expect(first.report.redelivered).toHaveLength(2);
  const again = await sweepOnce(app, first.state, options, signal);
  expect(again.report).toEqual({ redelivered: [], failing: [], lost: [], left: 0 });
  const runs = await listRuns(postgres.database, 10);
  expect(runs.filter((one) => one.commentId === command.id)).toHaveLength(1);
});

test("pages of runs are served at an address of their own, and nowhere else", async () => {
  const pages = { host: "127.0.0.1", port: 0 };
  const server = await run({ config: { ...config(), pages } });
  const at = (port: number | undefined) => fetch(`http://127.0.0.1:${port}/runs`);
  expect(await (await at(server.pagesPort)).text()).toContain("<h1>Runs</h1>");
  expect((await at(server.port)).status).toBe(404);
  const taken = { ...config(), pages: { ...pages, port: server.pagesPort! } };
  const failed = start({ config: taken, listens: false, writeLog: () => undefined });
  await expect(failed).rejects.toMatchObject({ cure: expect.stringContaining("CODERAG_PAGES_PORT") });
});

test("figures are served at an address of their own, by a worker too, and name nobody", async () => {
  const metrics = { host: "127.0.0.1", port: 0 };
  const server = await run({ config: { ...config(), metrics }, version: "1.2.3" });
  const issue = await github.openIssue("Third", "", { as: "ada" });
  await github.comment(issue.number, "/coderag ask why", { as: "ada" });
  await github.deliveries.settled();
  const read = async (port: number | undefined) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const text = await read(server.metricsPort);
  expect(text).toContain('coderag_info{version="1.2.3"} 1');
  expect(text).toMatch(/coderag_webhook_answers_total\{status="202"\} [1-9]/);
  expect(text).toMatch(/coderag_runs\{verb="ask",state="\w+"\} 1/);
  expect(text).not.toMatch(/acme|parser|ada\b|Third/);
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(404);
  const worker = await run({ config: { ...config(), metrics }, listens: false });
  expect(await read(worker.metricsPort)).toContain("coderag_database_up 1");
  const taken = { ...config(), metrics: { ...metrics, port: server.metricsPort! } };
  const failed = start({ config: taken, listens: false, writeLog: () => undefined });
  await expect(failed).rejects.toMatchObject({ cure: expect.stringContaining("CODERAG_METRICS_PORT") });
});

test("what cannot start says why, and leaves nothing open", async () => {
  const first = await run();
  const connections = async () =>
    (
      await postgres.database.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database()",
      )
    ).length;
  const before = await connections();
  const taken = { ...config(), server: { host: "127.0.0.1", port: first.port! } };
  await expect(start({ config: taken, listens: true, writeLog: () => undefined })).rejects.toThrow(UserError);
  const stranger = { ...config(), app: { ...config().app, appId: 999_999 } };
  await expect(start({ config: stranger, listens: true, writeLog: () => undefined })).rejects.toThrow();
  await eventually("closed connections", async () => (await connections()) <= before);
});

test("a worker without a database of its own says for whom it works", async () => {
  const said: string[] = [];
  const alone = { ...config(), store: { databaseUrl: undefined }, home: "/dev/null" };
  const writeLog = (line: string): void => void said.push(line);
  await expect(start({ config: alone, listens: false, writeLog })).rejects.toThrow();
  expect(said.join("\n")).toContain("give it that one's DATABASE_URL");
  said.splice(0);
  await expect(start({ config: alone, listens: true, writeLog })).rejects.toThrow();
  expect(said.join("\n")).not.toContain("DATABASE_URL");
});

/** What a program printed until it ended by itself; it is told to end as soon as it has said this. */
async function endedAt(
  words: string,
  argv: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = watched(
    spawn(process.execPath, argv, {
      ...{
        cwd: tmpdir(),
        env: { PATH: process.env["PATH"], ...environment() },
        timeout: 600_000,
        killSignal: "SIGKILL",
      },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const exited = once(child, "exit");
  let output = "";
  let asked = false;
  for await (const chunk of child.stdout) {
    output += chunk;
    // Once: a second signal ends it at once.
    if (output.includes(words) && !asked) asked = child.kill("SIGTERM");
  }
  await exited;
  return { code: child.exitCode, output };
}

const root = resolve(import.meta.dirname, "..");

test("the program ends in order when it is told to", async () => {
  const { code, output } = await endedAt("CodeRAG is running.", [
    join(root, "src/cli/bin.mjs"),
    ...["serve", "--no-worker"],
  ]);
  expect(code).toBe(0);
  expect(output).toContain("CodeRAG is stopping.");
  expect(output).not.toMatch(/all the same|BEGIN|0123456789abcdef/);
});

/** `serve` with little patience, in a process that something else holds open. */
const heldOpen = (before: string) => `
  import { loadConfig } from "${root}/src/config.ts";
  import { serve } from "${root}/src/main.ts";
  const config = loadConfig(process.env, ["app"]);
  ${before}
  process.exitCode = await serve({ config, listens: true, closingMs: 1000 });`;

test.each([
  ["a socket that nobody closes", "CodeRAG is running.", "setInterval(() => undefined, 1000);"],
  [
    "a start that waits for ever",
    "GitHub is asked.",
    `config.github = { ...config.github, apiUrl: "http://127.0.0.1:" + (await silent()) };
     async function silent() {
       const { createServer } = await import("node:net");
       const server = createServer(() => process.stdout.write("GitHub is asked."));
       await new Promise((done) => server.listen(0, "127.0.0.1", done));
       return server.address().port;
     }`,
  ],
])("the program ends when it is told to, whatever holds it: %s", async (_what, words, before) => {
  const argv = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", heldOpen(before)];
  const { code, output } = await endedAt(words, argv);
  expect(code).toBe(0);
  expect(output).toMatch(/Not everything was closed in time; the process ends all the same\./);
});

test("no secret stands in what was logged", () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("")).not.toMatch(/BEGIN|a webhook secret for tests|Read TOML/);
});
