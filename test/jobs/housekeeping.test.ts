import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startHousekeeping, tidy } from "../../src/jobs/durable/housekeeping.ts";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { startWorker, type Worker } from "../../src/jobs/durable/worker.ts";
import { pruneDeliveries } from "../../src/store/deliveries.ts";
import { listRuns } from "../../src/store/runs.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newPush, refreshOf, usedRepository } from "../helpers/pushes.ts";
import { eventually, newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
let enqueuer: Enqueuer;
let worker: Worker | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
  const refreshPace = { settleSeconds: 0, gapSeconds: 0 };
  enqueuer = await createEnqueuer(postgres.database, { log: silentLog, refreshPace });
});
afterAll(async () => {
  await worker?.stop();
  await enqueuer?.close();
  await postgres?.stop();
});

const guids = async (): Promise<readonly string[]> =>
  (await postgres.database.query<{ guid: string }>("select guid from coderag.deliveries order by guid")).map(
    ({ guid }) => guid,
  );
const aged = (guid: string, days: number) =>
  postgres.database.query(
    "update coderag.deliveries set received_at = now() - make_interval(days => $2) where guid = $1",
    [guid, days],
  );

test("deliveries are forgotten once GitHub cannot send them again, and their commands are still known", async () => {
  const run = newRun();
  await enqueuer.storeAndEnqueue(newDelivery("old"), run);
  await enqueuer.storeAndEnqueue(newDelivery("within the window"), newRun());
  await enqueuer.storeAndEnqueue(newDelivery("new"), newRun());
  await aged("old", 5);
  await aged("within the window", 3);
  expect(await pruneDeliveries(postgres.database)).toBe(1);
  expect(await guids()).toEqual(["new", "within the window"]);
  // Should it come all the same, its comment answers for it.
  const again = await enqueuer.storeAndEnqueue(newDelivery("old"), { ...run, id: newRun().id });
  expect(again).toEqual({ kind: "duplicate", runId: run.id });
  expect(await listRuns(postgres.database, 10)).toHaveLength(3);
});

test("many are forgotten in portions, by several servers at once", async () => {
  await postgres.database.query(
    `insert into coderag.deliveries (guid, event, received_at)
     select 'many-' || n, 'issue_comment', now() - interval '30 days' from generate_series(1, 100) n`,
  );
  const pruned = await Promise.all([1, 2, 3].map(() => pruneDeliveries(postgres.database, { portion: 7 })));
  // A portion that another server holds may end one of them early; what is left goes in the next round.
  const rest = await pruneDeliveries(postgres.database);
  expect(pruned.reduce((sum, count) => sum + count, rest)).toBe(100);
  expect((await guids()).filter((guid) => guid.startsWith("many"))).toEqual([]);
});

test("queue entries of refreshes go a day after they ended, those of runs and of what waits stay", async () => {
  const repository = await usedRepository(postgres.database);
  const waiting = await usedRepository(postgres.database);
  await enqueuer.enqueueRefresh(newPush(repository), 30);
  worker = await startWorker({
    ...{ database: postgres.database, log: silentLog, executorId: "tidy" },
    handlers: {
      ...{ accept: async () => undefined, job: async () => undefined, fail: async () => undefined },
      refresh: async () => ({ files: 0, parsed: 0, cached: 0 }),
    },
  });
  await eventually("the refresh to end", async () => {
    const row = await refreshOf(postgres.database, repository);
    return row?.waiting === null && row.working === null;
  });
  await worker.stop();
  worker = undefined;
  await enqueuer.enqueueRefresh(newPush(waiting), 30);
  const entries = async () => (await enqueuer.client.listWorkflows({ workflowName: "refresh" })).length;
  const all = (await enqueuer.client.listWorkflows({})).length;
  const parts = { database: postgres.database, enqueuer, log: silentLog };
  expect((await tidy(parts)).refreshes).toBe(0);
  expect(await entries()).toBe(2);
  const inTwoDays = Date.now() + 2 * 24 * 60 * 60 * 1000;
  expect((await tidy(parts, inTwoDays)).refreshes).toBe(1);
  expect(await entries()).toBe(1);
  expect((await enqueuer.client.listWorkflows({})).length).toBe(all - 1);
});

test("what a run's steps recorded goes so many days after its end, and the run stays known", async () => {
  const { database } = postgres;
  const run = newRun();
  await enqueuer.storeAndEnqueue(newDelivery(), run);
  const waiting = newRun();
  await enqueuer.storeAndEnqueue(newDelivery(), waiting);
  const entry = (one: { readonly id: string }) =>
    enqueuer.client.listWorkflows({ workflowIDs: [`accept-${one.id}`] });
  const records = () =>
    database.query("select 1 from dbos.operation_outputs where workflow_uuid = $1", [`accept-${run.id}`]);
  await database.query(
    `insert into dbos.operation_outputs (workflow_uuid, function_id, function_name, output)
     values ($1, 0, 'retrieve', '"private code"')`,
    [`accept-${run.id}`],
  );
  await database.query(
    "update dbos.workflow_status set status = 'SUCCESS', completed_at = $2 where workflow_uuid = $1",
    [`accept-${run.id}`, Date.now()],
  );
  const parts = { database, enqueuer, log: silentLog };
  const inTenDays = Date.now() + 10 * 24 * 60 * 60 * 1000;
  expect((await tidy({ ...parts, keepDays: 0 }, inTenDays)).records).toBe(0);
  expect((await tidy({ ...parts, keepDays: 11 }, inTenDays)).records).toBe(0);
  expect(await records()).toHaveLength(1);
  expect((await tidy({ ...parts, keepDays: 9 }, inTenDays)).records).toBeGreaterThan(0);
  expect([await records(), await entry(run), (await entry(waiting)).length]).toEqual([[], [], 1]);
  const again = await enqueuer.storeAndEnqueue(newDelivery(), { ...run, id: newRun().id });
  expect(again).toEqual({ kind: "duplicate", runId: run.id });
});

test("it is done by itself, again and again, until it is stopped", async () => {
  const keeping = startHousekeeping({ database: postgres.database, enqueuer, log: silentLog }, 20);
  for (const guid of ["first", "second"]) {
    await enqueuer.storeAndEnqueue(newDelivery(guid), newRun());
    await aged(guid, 10);
    await eventually(`${guid} to be forgotten`, async () => !(await guids()).includes(guid));
  }
  await keeping.stop();
});
