import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/queue.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { eventually, newDelivery, newRun, runReaches } from "../helpers/runs.ts";
import { type ChildWorker, endWorkers, spawnWorker } from "../helpers/spawn-worker.ts";
import { createToyTables, type ToyOptions, toySteps } from "../helpers/toy-handlers.ts";
import type { ChildOrders } from "../helpers/worker-child.ts";

let postgres: TestPostgres;
let enqueuer: Enqueuer;

beforeAll(async () => {
  postgres = await startPostgres();
  enqueuer = await createEnqueuer(postgres.database, { log: silentLog });
  await createToyTables(postgres.database);
});

afterAll(async () => {
  await endWorkers();
  await enqueuer.close();
  await postgres.stop();
});

const startToy = (
  executorId: string,
  orders: Partial<ChildOrders> = {},
  options: ToyOptions = {},
): ChildWorker =>
  spawnWorker({
    url: postgres.url,
    executorId,
    module: join(import.meta.dirname, "../helpers/toy-handlers.ts"),
    options: { worker: executorId, ...options },
    ...orders,
  });

const everythingDone = "did one, did two, did three, did four";

/** How often each step's work ran, in the order of the steps. */
async function attempts(runId: string): Promise<readonly number[]> {
  const rows = await postgres.database.query<{ step: string; count: number }>(
    "select step, count(*) from attempts where run_id = $1 group by step",
    [runId],
  );
  return toySteps.map((step) => rows.find((row) => row.step === step)?.count ?? 0);
}

async function effects(runId: string): Promise<number> {
  return (await postgres.database.query("select from effects where run_id = $1", [runId])).length;
}

describe("a worker killed at any instant", () => {
  const phases = ["before", "effect-done", "recorded"] as const;
  const cells = toySteps.flatMap((step) => phases.map((phase) => ({ step, phase, runId: newRun().id })));
  let worker: ChildWorker | undefined;

  test.each(cells)("goes on after the restart: $step, $phase", async ({ step, phase, runId }) => {
    const index = cells.findIndex((cell) => cell.runId === runId);
    // One process more than cells: each ends the run of the cell before, then dies in the run of its own.
    worker ??= startToy("toy", { kill: cells[0]! });
    await enqueuer.storeAndEnqueue(newDelivery(), newRun({ id: runId }));
    expect(await worker.ended).toBe("SIGKILL");
    const next = cells[index + 1];
    worker = startToy("toy", next ? { kill: next } : {});
    const run = await runReaches(postgres.database, runId, "delivered");
    expect(run.outcome?.message).toBe(everythingDone);
    // What was recorded is never done again; only an effect that was not yet recorded is, and leaves one trace.
    expect(await attempts(runId)).toEqual(
      toySteps.map((name) => (name === step && phase === "effect-done" ? 2 : 1)),
    );
    expect(await effects(runId)).toBe(4);
  });

  test("ends in order on SIGTERM", async () => {
    await endInOrder(worker!);
  });
});

describe("several workers", () => {
  const lease = { beatMs: 300, deadAfterMs: 4000 };

  test("take over from one that is dead, without its restart", async () => {
    const run = newRun();
    const first = startToy("first", { lease, kill: { step: "two", phase: "effect-done" } });
    await first.ready;
    await enqueuer.storeAndEnqueue(newDelivery(), run);
    const second = startToy("second", { lease });
    expect(await first.ended).toBe("SIGKILL");
    expect((await runReaches(postgres.database, run.id, "delivered")).outcome?.message).toBe(everythingDone);
    expect(await attempts(run.id)).toEqual([1, 2, 1, 1]);
    await endInOrder(second);
  });

  test("let one that stood still do nothing more once it was given up", async () => {
    const run = newRun();
    const first = startToy("sleeper", { lease }, { pauseMs: 600 });
    await first.ready;
    await enqueuer.storeAndEnqueue(newDelivery(), run);
    await eventually("the second step", async () => (await attempts(run.id))[1] === 1);
    first.process.kill("SIGSTOP");
    const second = startToy("heir", { lease });
    expect((await runReaches(postgres.database, run.id, "delivered")).outcome?.message).toBe(everythingDone);
    first.process.kill("SIGCONT");
    // It finds its lease gone, and says so by its exit code.
    expect(await first.ended).toBe(3);
    expect(await attempts(run.id)).toEqual([1, 2, 1, 1]);
    await endInOrder(second);
  });

  test("hand over at once what one of them hands back on SIGTERM", async () => {
    const run = newRun();
    const first = startToy("leaver", {}, { pauseMs: 600 });
    await first.ready;
    await enqueuer.storeAndEnqueue(newDelivery(), run);
    await eventually("the second step", async () => (await attempts(run.id))[1] === 1);
    const second = startToy("stayer");
    await endInOrder(first);
    expect((await runReaches(postgres.database, run.id, "delivered")).outcome?.message).toBe(everythingDone);
    // The step that ran was allowed to end and is not repeated.
    expect(await attempts(run.id)).toEqual([1, 1, 1, 1]);
    await endInOrder(second);
  });
});

test("a run that kills its worker three times at one step is given up through the failure path", async () => {
  const run = newRun();
  await enqueuer.storeAndEnqueue(newDelivery(), run);
  const deadly: Partial<ChildOrders> = { kill: { runId: run.id, step: "two", phase: "before" } };
  for (let death = 1; death <= 3; death++) expect(await startToy("victim", deadly).ended).toBe("SIGKILL");
  const last = startToy("victim", deadly);
  const { outcome } = await runReaches(postgres.database, run.id, "failed");
  expect(outcome?.message).toBe('toy: The worker died 3 times in a row at the step "two".');
  await endInOrder(last);
});

async function endInOrder(worker: ChildWorker): Promise<void> {
  await worker.ready;
  worker.process.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
}
