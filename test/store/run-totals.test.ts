import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { storeDelivery } from "../../src/store/deliveries.ts";
import type { NewRun, RunOutcome } from "../../src/store/run.ts";
import { durationBounds, runTotals } from "../../src/store/run-totals.ts";
import { setOutcome, setState, setUsage } from "../../src/store/runs.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

async function store(differences: Partial<NewRun>, outcome?: RunOutcome): Promise<string> {
  const { database } = postgres;
  const run = newRun(differences);
  await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
  if (outcome) {
    await setState(database, run.id, "running");
    await setUsage(database, run.id, { inputTokens: 100, outputTokens: 10, cost: 0.5 });
    await setOutcome(database, run.id, outcome);
  }
  return run.id;
}

test("an empty database says so", async () => {
  expect(await runTotals(postgres.database)).toEqual({
    ...{ active: [], ended: [], failed: [], parked: 0, workers: 0 },
    ...{ refreshes: { waiting: 0, failing: 0 }, lastDelivery: undefined, writable: true },
  });
});

test("what is under way and what ended is counted, by verb and state, without a name", async () => {
  const { database } = postgres;
  const old = await store({ verb: "ask", name: "secret-name" });
  await store({ verb: "ask", owner: "secret-owner" });
  const slow = await store({ verb: "ask" }, { kind: "delivered", message: "secret" });
  await store({ verb: "ask" }, { kind: "failed", message: "secret", details: { name: "UserError" } });
  await store({ verb: "undo" }, { kind: "declined", message: "secret" });
  await database.query("update coderag.runs set created_at = now() - interval '50 seconds' where id = $1", [
    old,
  ]);
  await database.query(
    "update coderag.runs set created_at = finished_at - interval '100 seconds' where id = $1",
    [slow],
  );
  // One that was killed, and that no other has missed yet.
  for (const [id, ago] of [
    ["lives", 5],
    ["dead", 60],
  ] as const)
    await database.query(
      "insert into coderag.executors (id, instance, beat_at) values ($1, gen_random_uuid(), now() - make_interval(secs => $2))",
      [id, ago],
    );
  const totals = await runTotals(database);
  expect(totals.workers).toBe(1);
  expect(totals.active).toEqual([
    { verb: "ask", state: "queued", count: 2, oldestSeconds: expect.closeTo(50, -1) },
  ]);
  expect(totals.ended).toEqual([
    {
      ...{ verb: "ask", state: "delivered", count: 1, seconds: expect.closeTo(100, 0) },
      within: durationBounds.map((bound) => (bound >= 100 ? 1 : 0)),
      ...{ inputTokens: 100, outputTokens: 10, cost: 0.5 },
    },
    expect.objectContaining({ verb: "ask", state: "failed", count: 1, within: durationBounds.map(() => 1) }),
    expect.objectContaining({ verb: "undo", state: "declined", count: 1, cost: 0.5 }),
  ]);
  expect(totals.failed).toEqual([{ error: "UserError", count: 1 }]);
  expect(totals.lastDelivery).toBeCloseTo(Date.now() / 1000, -2);
  expect(JSON.stringify(totals)).not.toContain("secret");
});
