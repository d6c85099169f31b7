import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { startWorker } from "../../src/jobs/durable/worker.ts";
import { createQueuePool } from "../../src/store/database.ts";
import { isUnavailable } from "../../src/store/unavailable.ts";
import { type OwnPostgres, startOwnPostgres } from "../helpers/own-postgres.ts";
import { silentLog } from "../helpers/postgres.ts";
import { hurriedPolling, newDelivery, newRun, runReaches } from "../helpers/runs.ts";

let postgres: OwnPostgres;
let enqueuer: Enqueuer;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  enqueuer = await createEnqueuer(postgres.database, { log: silentLog });
});
afterAll(async () => {
  await enqueuer?.close();
  await postgres?.stop();
});

/** The queue's library itself would ask for as long as the database is away, and sleep for a minute in between. */
const withinSeconds = <T>(work: Promise<T>): Promise<T | string> =>
  Promise.race([work, sleep(20_000, "still asking", { ref: false })]);

test("who asks the queue while its database is away is told so, and may ask again (F40)", async () => {
  await postgres.takeAway();
  const asked = enqueuer.client.listWorkflows({}).catch(isUnavailable);
  expect(await withinSeconds(asked)).toBe(true);
  await postgres.bringBack();
  expect(await enqueuer.client.listWorkflows({})).toEqual([]);
});

test("a worker's runs wait for an absent database until it is back", async () => {
  await postgres.takeAway();
  const pool = createQueuePool({ url: postgres.url, log: silentLog }, new AbortController().signal);
  const waiting = pool.query("select 1 as one");
  await postgres.bringBack();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("they wait until the worker ends, and no longer", async () => {
  await postgres.takeAway();
  const end = new AbortController();
  // A new one each time: who holds a connection may not have noticed yet that it broke.
  const pool = createQueuePool({ url: postgres.url, log: silentLog }, end.signal);
  const told = pool.connect().then(String, ({ message }: Error) => message);
  end.abort();
  expect(await withinSeconds(told)).not.toMatch(/still asking|ECONN|terminated|object/);
  await pool.end();
  await postgres.bringBack();
});

test("a run that fails just as the database goes away has failed once it is back", async () => {
  const away = Promise.withResolvers<void>();
  const nothing = async (): Promise<void> => undefined;
  const worker = await startWorker({
    ...{ database: postgres.database, log: silentLog, executorId: "worker", polling: hurriedPolling },
    handlers: {
      async accept() {
        await postgres.takeAway();
        away.resolve();
        throw new Error("A bug.");
      },
      ...{ job: nothing, fail: nothing },
    },
  });
  const run = newRun();
  await worker.enqueuer.storeAndEnqueue(newDelivery(), run);
  await away.promise;
  await postgres.bringBack();
  expect((await runReaches(postgres.database, run.id, "failed")).outcome?.message).toBe("A bug.");
  await worker.stop();
});
