import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { cancel } from "../../src/jobs/cancel.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import { type NewRun, occasionId, type Run } from "../../src/store/run.ts";
import { findRun } from "../../src/store/runs.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

async function store(differences: Partial<NewRun>): Promise<Run> {
  const { database } = postgres;
  const run = newRun(differences);
  await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
  return (await findRun(database, run.id))!;
}

test("what was asked for after a cancel is not what it stops, however late it is carried out", async () => {
  const issue = { repositoryId: 77, issueNumber: 3 };
  const before = await store({ ...issue, verb: "implement" });
  const asks = await store({ ...issue, verb: "cancel" });
  await store({ ...issue, verb: "undo" });
  const ended: string[] = [];
  const end = async ({ id }: Run): Promise<void> => void ended.push(id);
  expect(await cancel(asks, postgres.database, end)).toMatch(/^The run is being cancelled;/);
  expect(ended).toEqual([before.id]);
});

test("nor is it where the cancel comes late, after it", async () => {
  const issue = { repositoryId: 78, issueNumber: 3 };
  await store({ ...issue, verb: "implement", frozenAt: "2026-01-01T10:05:00Z" });
  const asks = await store({ ...issue, verb: "cancel", frozenAt: "2026-01-01T10:00:00Z" });
  const end = () => Promise.reject(new Error("It is wanted."));
  expect(await cancel(asks, postgres.database, end)).toMatch(/was asked for after this command/);
  // A push is dated by another clock.
  const pushed = { verb: "suggest", commentId: occasionId("pushed"), frozenAt: "2026-01-01T10:05:00Z" };
  const review = await store({ ...issue, issueNumber: 4, ...pushed });
  const stops = await store({ ...issue, issueNumber: 4, verb: "cancel", frozenAt: "2026-01-01T10:04:59Z" });
  const ended: string[] = [];
  await cancel(stops, postgres.database, async ({ id }) => void ended.push(id));
  expect(ended).toEqual([review.id]);
});
