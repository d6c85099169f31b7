import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createStoreAndEnqueue } from "../../src/app/store-delivery.ts";
import { createEnqueuer } from "../../src/jobs/queue.ts";
import type { StepEvent } from "../../src/jobs/steps.ts";
import { openDatabase } from "../../src/store/database.ts";
import { listRuns } from "../../src/store/runs.ts";
import { startGitHub } from "../helpers/github/start.ts";
import { startModelEndpoint } from "../helpers/model-endpoint.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { runReaches } from "../helpers/runs.ts";
import { endWorkers, spawnWorker } from "../helpers/spawn-worker.ts";
import { handIn, lookUp, shop, wish } from "./shop.ts";

/**
 * kill -9 at every step of `/coderag implement`, with a real worker process: one run is killed before (or after the
 * effect of, or after the record of) its first step, goes on in a new process, is killed there at its next step, and
 * so on to its end. After every death, and at the end, GitHub shows at most one of everything.
 */
const steps = [
  ...["authorise", "acknowledge", "find-twin", "announce"],
  ...["authorise", "read-issue", "clone", "index", "retrieve", "turn-1", "tools-1", "turn-2", "tools-2"],
  ...["test", "gate", "authorise-again", "publish-branch", "publish-pull-request", "report"],
];

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  for (const phase of phases) {
    const done = chain(phase);
    // Its own test says how it ended.
    done.catch(() => undefined);
    chains.set(phase, done);
  }
}, 60_000);
afterAll(async () => {
  await endWorkers();
  await postgres?.stop();
});

const phases: readonly StepEvent["phase"][] = ["before", "effect-done", "recorded"];

/** The chains wait more than they work, so all of them begin at once. */
const chains = new Map<StepEvent["phase"], Promise<void>>();

describe.each(phases)("killed at `%s` of every step", (phase) => {
  test("one branch, one pull request, one comment, no answer paid twice", () => chains.get(phase), 240_000);
});

async function chain(phase: StepEvent["phase"]): Promise<void> {
  // Every emulated GitHub counts its comments from 1, and a comment makes one run: a database for each chain.
  const url = await postgres.createDatabase(`killed_${phase.replace("-", "_")}`);
  const database = await openDatabase({ url, log: silentLog });
  const home = await mkdtemp(join(tmpdir(), "coderag-kill-"));
  const github = await startGitHub({
    repositories: [{ owner: "acme", name: "shop", files: shop }],
    users: { ada: "write" },
  });
  // Answers by what was said before, not by a count: an answer asked for twice is the same answer.
  const model = await startModelEndpoint({
    script: ({ body }) => (body.messages.some(({ role }) => role === "tool") ? handIn : lookUp),
  });
  try {
    const enqueuer = await createEnqueuer(database, { log: silentLog });
    const storeAndEnqueue = createStoreAndEnqueue({ database, enqueuer, appSlug: github.slug });
    const issue = await github.openIssue(wish.title, wish.body, { as: "ada" });
    const runId = await store(storeAndEnqueue, issue.number);
    await enqueuer.close();

    const orders = {
      url: database.url,
      executorId: `victim-${phase}`,
      module: join(import.meta.dirname, "app-handlers.ts"),
      options: environment(),
      lease: { beatMs: 300, deadAfterMs: 1_500 },
    };
    const seen = new Set<string>();
    for (const step of steps) {
      const worker = spawnWorker({ ...orders, kill: { runId, step, phase } });
      expect([step, await worker.ended]).toEqual([step, "SIGKILL"]);
      for (const { name } of worker.events) seen.add(name);
      await atMostOne(issue.number);
    }
    const last = spawnWorker(orders);
    const run = await runReaches(database, runId, "delivered");
    expect(run.state).toBe("delivered");
    last.process.kill("SIGTERM");
    await last.ended;
    // The list above is the whole run: a new step without its kills would be seen here.
    for (const { name } of last.events) seen.add(name);
    expect([...seen].sort()).toEqual([...new Set(steps)].sort());
    await atMostOne(issue.number);
    expect(await github.pulls()).toHaveLength(1);
    const repeated = phase === "effect-done" ? 2 : 0;
    expect(model.requests).toHaveLength(2 + repeated);
  } finally {
    await database.close();
    await github.close();
    await model.close();
    await rm(home, { recursive: true, force: true });
  }

  async function store(
    storeAndEnqueue: ReturnType<typeof createStoreAndEnqueue>,
    issueNumber: number,
  ): Promise<string> {
    const comment = await github.comment(issueNumber, "/coderag implement", { as: "ada" });
    const repository = github.repository();
    await storeAndEnqueue({
      kind: "command",
      guid: `kill-${phase}`,
      installationId: github.installationId,
      repository: {
        ...{ id: repository.id, owner: "acme", name: "shop", defaultBranch: "main" },
        ...{ private: false, fork: false, archived: false },
      },
      issue: {
        ...{ number: issueNumber, ...wish, state: "open", locked: false, pullRequest: false, url: "" },
      },
      actor: { login: "ada", id: 99, type: "User" },
      comment: { id: comment.id, body: comment.body, createdAt: comment.created_at, url: comment.html_url },
      command: { kind: "command", verb: "implement", request: "" },
    });
    return (await listRuns(database, 1))[0]!.id;
  }

  async function atMostOne(issue: number): Promise<void> {
    const ours = (await github.comments(issue)).filter(({ user }) => user.login === github.botLogin);
    expect(ours.length).toBeLessThanOrEqual(1);
    expect((await github.branches()).size).toBeLessThanOrEqual(2);
    expect((await github.pulls()).length).toBeLessThanOrEqual(1);
  }

  function environment(): Record<string, string> {
    return {
      APP_ID: String(github.appId),
      PRIVATE_KEY: github.privateKey,
      WEBHOOK_SECRET: github.webhookSecret,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_URL: github.webUrl,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "sk-test-0123456789abcdef",
      CODERAG_MODEL: "scripted",
      CODERAG_HOME: home,
    };
  }
}
