import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../src/store/database.ts";
import { endChildren } from "../helpers/children.ts";
import { type OwnPostgres, startOwnPostgres } from "../helpers/own-postgres.ts";
import { silentLog } from "../helpers/postgres.ts";
import { eventually } from "../helpers/runs.ts";
import { spawnWorker } from "../helpers/spawn-worker.ts";
import { createHold } from "./hold.ts";
import { builder, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** PostgreSQL goes away while a run is in the middle of a step and deliveries come (security.md F40). */
let postgres: OwnPostgres;
let app: WholeApp;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  app = await startWholeApp(
    { repositories: [{ owner: "acme", name: "shop", files: shop }], users: { ada: "write" } },
    { postgres },
  );
});
afterAll(async () => {
  // A test that failed may have left it away.
  await postgres?.bringBack();
  await app?.close();
});

const everySession =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'coderag' and pid <> pg_backend_pid()";
const readOnly = async (is: "on" | "off") => {
  await postgres.administer(`alter system set default_transaction_read_only = ${is}`);
  await postgres.administer("select pg_reload_conf()");
};

const statusOf = async (path: string) => (await fetch(new URL(path, app.webhookUrl()))).status;
const openIssue = async () => (await app.github.openIssue(wish.title, wish.body, { as: "ada" })).number;
const deliveryOf = (comment: number) =>
  app.github.deliveries.log.findLast(
    ({ payload }) => (payload["comment"] as { id?: number } | undefined)?.id === comment,
  );

test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ["is stopped and started", () => postgres.takeAway(), () => postgres.bringBack()],
  ["can be read only, under its sessions", () => readOnly("on"), () => readOnly("off")],
  [
    "cuts its sessions, and fails over to what can be read only",
    async () => {
      await readOnly("on");
      await postgres.administer(everySession);
    },
    () => readOnly("off"),
  ],
])("a PostgreSQL that %s costs no run and no command", async (_how, away, back) => {
  const [first, second] = [await openIssue(), await openIssue()];
  const hold = createHold();
  let asked = 0;
  app.answerWith(async (request) => {
    if (++asked === 1) await hold.wait();
    return builder(request);
  });
  const pulls = (await app.github.pulls()).length;
  const { id } = await app.github.comment(first, "/coderag implement", { as: "ada" });
  await hold.reached;
  await away();
  const lines = app.log.length;

  // What was not stored is not said to be: GitHub shows it as failed, and is asked for it again.
  const { id: unheard } = await app.github.comment(second, "/coderag help", { as: "ada" });
  await app.github.deliveries.settled();
  expect(deliveryOf(unheard)?.status).toBe(503);
  expect(await statusOf("/readyz")).toBe(503);
  expect(await statusOf("/healthz")).toBe(200);
  // The model answers meanwhile: the record of that step has to wait.
  hold.release();
  await sleep(2000);
  // No line for each of several questions a second.
  expect(app.log.length - lines).toBeLessThan(30);
  await back();
  const run = await app.ended(id);
  expect(run).toMatchObject({ state: "delivered" });
  expect(await app.github.pulls()).toHaveLength(pulls + 1);
  // GitHub delivers again; 200 where the sweeper was there first.
  const { event, payload, guid } = deliveryOf(unheard)!;
  await eventually("to be ready", async () => (await statusOf("/readyz")) === 200);
  expect([200, 202]).toContain((await app.github.deliver({ event, payload, guid })).status);
  expect(await app.ended(unheard)).toMatchObject({ state: "delivered" });
});

test("workers outlive an outage that is longer than the silence of a dead one", async () => {
  const url = await postgres.createDatabase("workers");
  const database = await openDatabase({ url, log: silentLog });
  const start = (executorId: string) =>
    spawnWorker({
      ...{ url, executorId, lease: { beatMs: 300, deadAfterMs: 1500 } },
      module: join(import.meta.dirname, "../helpers/toy-handlers.ts"),
    });
  const workers = ["first", "second", "third"].map(start);
  await Promise.all(workers.map(({ ready }) => ready));
  let given: string | undefined;
  for (const worker of workers) void worker.ended.then((how) => (given = `One ended: ${how}.`));
  await postgres.takeAway();
  await sleep(3000);
  await postgres.bringBack();
  const [since] = await database.query<{ now: Date }>("select now()");
  await eventually("all to be back, some beats later", async () => {
    const rows = await database.query(
      "select from coderag.executors where beat_at > $1::timestamptz + interval '1 second'",
      [since!.now],
    );
    return given ?? rows.length === workers.length;
  });
  expect(given).toBeUndefined();
  await endChildren();
  await database.close();
});

test("a process that is asked to end while PostgreSQL is away ends, and its run goes on after the next start", async () => {
  const hold = createHold();
  app.answerWith(async (request) => {
    await hold.wait();
    return builder(request);
  });
  const { id } = await app.github.comment(await openIssue(), "/coderag implement", { as: "ada" });
  await hold.reached;
  await postgres.takeAway();
  hold.release();
  // It ends while PostgreSQL is still away: only then is this called.
  await app.restart(() => postgres.bringBack());
  expect(await app.ended(id)).toMatchObject({ state: "delivered" });
});
