import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { StepEvent } from "../../src/jobs/durable/steps.ts";
import { endChildren } from "../helpers/children.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";
import { type ModelEndpoint, startModelEndpoint } from "../helpers/model-endpoint.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { runReaches } from "../helpers/runs.ts";
import { spawnWorker } from "../helpers/spawn-worker.ts";
import { type Chain, type KilledVerb, killedModel, killedRuns, startChain, stepsOf } from "./kill-chains.ts";
import { shop } from "./shop.ts";

/**
 * kill -9 at every step of `implement` and at every effect of `fix`, `suggest` and `undo`, with real worker processes: a
 * run is killed before (or after the effect of, or after the record of) the first of its steps, goes on in a new
 * process, is killed there at the next, and so on to its end (`kill-chains.ts`). One death is the death of all runs of
 * that process: each in a repository of its own waits at its step for the others. After every death, and at the end,
 * GitHub shows at most one of everything.
 */
const phases: readonly StepEvent["phase"][] = ["before", "effect-done", "recorded"];
const verbs = Object.keys(stepsOf) as KilledVerb[];
const all = verbs.flatMap((verb) => phases.flatMap((phase) => killedRuns(verb, phase)));
const lives = Array.from({ length: Math.max(...all.map(({ kills }) => kills.length)) }, (_, life) => life);

let postgres: TestPostgres;
let github: EmulatedGitHub;
let model: ModelEndpoint;
let home: string;
const chains: Chain[] = [];
/** Names of steps that each run was seen to take. */
const seen = new Map<string, Set<string>>();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-kill-"));
  [postgres, github, model] = await Promise.all([
    startPostgres(),
    startGitHub({
      repositories: all.map(({ repository }) => ({ owner: "acme", name: repository, files: shop })),
      users: { ada: "write" },
    }),
    startModelEndpoint({ script: killedModel }),
  ]);
  for (const killed of all) chains.push(await startChain(github, postgres.database, killed));
});
afterAll(async () => {
  await endChildren();
  await github?.close();
  await model?.close();
  await postgres?.stop();
  await rm(home, { recursive: true, force: true });
});

/** The next life of the worker. It ends when every run of `kills` has come to its step. */
function live(kills: readonly { readonly chain: Chain; readonly step: string }[]) {
  const worker = spawnWorker({
    url: postgres.url,
    executorId: "victim",
    module: join(import.meta.dirname, "app-handlers.ts"),
    options: environment(),
    // Its next life takes over at once, by its name: nobody has to fall silent for that.
    lease: { beatMs: 300, deadAfterMs: 60_000 },
    concurrency: chains.length,
    kills: kills.map(({ chain: { runId, phase }, step }) => ({ runId, step, phase })),
  });
  const note = (): void => {
    for (const { runId, name } of worker.events) seen.set(runId, (seen.get(runId) ?? new Set()).add(name));
  };
  return { worker, note };
}

test.each(lives)("life %i ends where it should, and there is at most one of everything", async (life) => {
  const kills = chains.flatMap((chain) => (chain.kills[life] ? [{ chain, step: chain.kills[life] }] : []));
  const { worker, note } = live(kills);
  expect(await worker.ended).toBe("SIGKILL");
  note();
  for (const { chain } of kills) await chain.atMostOne();
});

test("the last life brings every run to its end", async () => {
  const { worker, note } = live([]);
  for (const { runId } of chains) await runReaches(postgres.database, runId, "delivered");
  worker.process.kill("SIGTERM");
  await worker.ended;
  note();
});

describe.each(all)("$repository, killed at $kills", ({ repository, verb, phase, kills }) => {
  const chainOf = (): Chain => chains.find((chain) => chain.repository === repository)!;
  test("has done its work, once", () => chainOf().done());

  test("took no step that is not known here", () =>
    expect([...seen.get(chainOf().runId)!].sort()).toEqual([...new Set(stepsOf[verb])].sort()));

  test("paid no answer twice that it had stored", () => {
    const asked = model.requests.filter(({ body }) =>
      JSON.stringify(body.messages).includes(`acme/${repository} at`),
    );
    const isTurn = (step: string): boolean => step.startsWith("turn-");
    const lost = phase === "effect-done" ? kills.filter(isTurn).length : 0;
    expect(asked).toHaveLength(stepsOf[verb].filter(isTurn).length + lost);
  });
});

const environment = (): Record<string, string> => ({
  APP_ID: String(github.appId),
  PRIVATE_KEY: github.privateKey,
  WEBHOOK_SECRET: github.webhookSecret,
  GITHUB_API_URL: github.apiUrl,
  GITHUB_URL: github.webUrl,
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: "sk-test-0123456789abcdef",
  CODERAG_MODEL: "scripted",
  CODERAG_HOME: home,
});
