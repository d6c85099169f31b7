import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnqueuer } from "../../src/jobs/durable/queue.ts";
import { startWorker, type Worker } from "../../src/jobs/durable/worker.ts";
import { listRuns, setOutcome, setState } from "../../src/store/runs.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { eventually, hurriedPolling, newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
let worker: Worker | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await worker?.stop();
  await postgres?.stop();
});

test("a hundred commands of one installation, over many repositories and issues, let others in between", async () => {
  const { database } = postgres;
  const enqueuer = await createEnqueuer(database, { log: silentLog });
  const flood = 100;
  for (let at = 0; at < flood; at++) {
    const run = newRun({ installationId: 1, issueNumber: at, verb: "help" });
    await enqueuer.storeAndEnqueue(newDelivery(), run);
  }
  const other = newRun({ installationId: 2, verb: "help" });
  await enqueuer.storeAndEnqueue(newDelivery(), other);
  await enqueuer.close();
  const seen: string[] = [];
  worker = await startWorker({
    ...{ database, log: silentLog, executorId: "test", polling: hurriedPolling },
    handlers: {
      accept: (run, { step }) => {
        seen.push(run.id);
        return step("answer", async () => {
          await setState(database, run.id, "running");
          await setOutcome(database, run.id, { kind: "delivered", message: "" });
        });
      },
      job: async () => undefined,
      fail: async () => undefined,
    },
  });
  const all = () => listRuns(database, flood + 1);
  await eventually("their ends", async () => (await all()).every(({ state }) => state === "delivered"));
  // One of the first that a worker takes at a time, not the last.
  expect(seen.indexOf(other.id)).toBeLessThan(32);
});
