import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { createQueuePool } from "../../src/store/database.ts";
import { isUnavailable } from "../../src/store/unavailable.ts";
import { type OwnPostgres, startOwnPostgres } from "../helpers/own-postgres.ts";
import { silentLog } from "../helpers/postgres.ts";

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

test("a worker's runs wait for an absent database until it is back, or until the worker ends", async () => {
  const end = new AbortController();
  const pool = createQueuePool({ url: postgres.url, log: silentLog }, end.signal);
  await postgres.takeAway();
  const waiting = pool.query("select 1 as one");
  await postgres.bringBack();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
  await postgres.takeAway();
  const ended = pool.connect().catch(({ message }: Error) => message);
  end.abort();
  expect(await withinSeconds(ended)).not.toMatch(/still asking|ECONN|terminated/);
  await pool.end();
  await postgres.bringBack();
});
