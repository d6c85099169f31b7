import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer, lookWorkflow } from "../../src/jobs/durable/queue.ts";
import { queueDueLooks } from "../../src/jobs/watch/schedule-looks.ts";
import { beginWatch, endSlot } from "../../src/store/watches.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";

let postgres: TestPostgres;
let enqueuer: Enqueuer;

beforeAll(async () => {
  postgres = await startPostgres();
  enqueuer = await createEnqueuer(postgres.database, { log: silentLog });
});
afterAll(async () => {
  await enqueuer?.close();
  await postgres?.stop();
});

test("however the clock goes, a slot is one look, and what was missed is not made up for (F43)", async () => {
  const { database } = postgres;
  await beginWatch(database, { repositoryId: 24, installationId: 7, owner: "acme", name: "shop" }, {});
  await endSlot(database, 24, "2026-10-19");
  /** Several machines ask at once, as they do every ten minutes. */
  const ask = async (time: string) => {
    const one = () => queueDueLooks({ database, enqueuer, log: silentLog, now: () => new Date(time) });
    await Promise.all([one(), one(), one()]);
    const looks = await enqueuer.client.listWorkflows({ workflowName: lookWorkflow });
    return looks.map(({ workflowID }) => workflowID).sort();
  };
  const [week, fifth] = ["look-24-2026-10-26-1", "look-24-2026-11-30-1"];
  // The hour that comes twice when summer time ends in Europe, and the first one of it.
  expect(await ask("2026-10-26T00:30:00Z")).toEqual([week]);
  expect(await ask("2026-10-26T01:30:00Z")).toEqual([week]);
  // Down for five weeks.
  expect(await ask("2026-12-01T12:00:00Z")).toEqual([week, fifth]);
  await endSlot(database, 24, "2026-11-30");
  // Set back, and right again.
  expect(await ask("2026-10-27T12:00:00Z")).toEqual([week, fifth]);
  expect(await ask("2026-12-01T12:10:00Z")).toEqual([week, fifth]);
});
