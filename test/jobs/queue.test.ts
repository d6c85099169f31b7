import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { startWorker, type Worker } from "../../src/jobs/durable/worker.ts";
import { listRuns, setOutcome } from "../../src/store/runs.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun, runReaches } from "../helpers/runs.ts";

let postgres: TestPostgres;
let enqueuer: Enqueuer;
let worker: Worker;
let now = 0;
const accepted: string[] = [];
/** Runs in progress by repository, and the most there ever were: in one repository, and in all. */
const busy = new Map<number, number>();
const most = { inOne: 0, inAll: 0 };
const repositories = [101, 102];
const together = Promise.withResolvers<void>();

beforeAll(async () => {
  postgres = await startPostgres();
  enqueuer = await createEnqueuer(postgres.database, { log: silentLog });
  worker = await startWorker({
    database: postgres.database,
    log: silentLog,
    executorId: "test",
    handlers: {
      accept: async (run, context) => {
        accepted.push(run.id);
        await context.enqueueJob();
      },
      job: async (run, { step, database }) => {
        await step("work", async () => {
          if (!repositories.includes(run.repositoryId)) return;
          busy.set(run.repositoryId, (busy.get(run.repositoryId) ?? 0) + 1);
          most.inOne = Math.max(most.inOne, busy.get(run.repositoryId)!);
          most.inAll = Math.max(most.inAll, ++now);
          // The first waits for one of the other repository, however long that takes to begin.
          if (most.inAll > 1) together.resolve();
          await together.promise;
          await sleep(400);
          now--;
          busy.set(run.repositoryId, busy.get(run.repositoryId)! - 1);
        });
        await setOutcome(database, run.id, { kind: "delivered", message: "" });
      },
      fail: async () => undefined,
    },
  });
});

afterAll(async () => {
  await worker?.stop();
  await enqueuer?.close();
  await postgres?.stop();
});

test("a delivery that comes five times at once, and again later, is one run", async () => {
  const [delivery, run] = [newDelivery(), newRun()];
  const stored = await Promise.all(
    Array.from({ length: 5 }, () => enqueuer.storeAndEnqueue(delivery, { ...run, id: newRun().id })),
  );
  expect(stored.map(({ kind }) => kind).sort()).toEqual([...Array(4).fill("duplicate"), "stored"]);
  const [runId] = new Set(stored.map((answer) => answer.runId));
  expect(new Set(stored.map((answer) => answer.runId)).size).toBe(1);
  // As after a restart: another process, the same delivery; then an old comment under a new GUID.
  const restarted = await createEnqueuer(postgres.database, { log: silentLog });
  expect(await restarted.storeAndEnqueue(delivery, newRun())).toEqual({ kind: "duplicate", runId });
  expect(await restarted.storeAndEnqueue(newDelivery(), { ...run, id: newRun().id })).toEqual({
    kind: "duplicate",
    runId,
  });
  await restarted.close();
  await runReaches(postgres.database, runId!, "delivered");
  expect(accepted).toEqual([runId]);
  expect(await listRuns(postgres.database, 10)).toHaveLength(1);
});

test("what cannot be stored whole is not stored at all", async () => {
  const delivery = newDelivery();
  await expect(enqueuer.storeAndEnqueue(delivery, newRun({ frozenAt: "yesterday-ish" }))).rejects.toThrow();
  expect(
    await postgres.database.query("select from coderag.deliveries where guid = $1", [delivery.guid]),
  ).toEqual([]);
  expect((await enqueuer.storeAndEnqueue(delivery, newRun())).kind).toBe("stored");
});

test("one run at a time works in each repository, and repositories work side by side", async () => {
  const runs = repositories.flatMap((repositoryId) => [1, 2, 3].map(() => newRun({ repositoryId })));
  for (const run of runs) await enqueuer.storeAndEnqueue(newDelivery(), run);
  for (const run of runs) await runReaches(postgres.database, run.id, "delivered");
  expect(most.inOne).toBe(1);
  expect(most.inAll).toBeGreaterThanOrEqual(2);
});
