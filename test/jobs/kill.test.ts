import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newDelivery, newRun, runReaches } from "../helpers/runs.ts";
import type { ChildWorker } from "../helpers/spawn-worker.ts";
import { endInOrder, everythingDone, openToy, type Toy } from "../helpers/toy.ts";
import { toySteps } from "../helpers/toy-handlers.ts";

let toy: Toy;

beforeAll(async () => {
  toy = await openToy();
});

afterAll(() => toy?.close());

describe("a worker killed at any instant", () => {
  const phases = ["before", "effect-done", "recorded"] as const;
  const cells = toySteps.flatMap((step) => phases.map((phase) => ({ step, phase, runId: newRun().id })));
  let worker: ChildWorker | undefined;

  test.each(cells)("goes on after the restart: $step, $phase", async ({ step, phase, runId }) => {
    const index = cells.findIndex((cell) => cell.runId === runId);
    // One process more than cells: each ends the run of the cell before, then dies in the run of its own.
    worker ??= toy.start("toy", { kill: cells[0]! });
    await toy.enqueuer.storeAndEnqueue(newDelivery(), newRun({ id: runId }));
    expect(await worker.ended).toBe("SIGKILL");
    const next = cells[index + 1];
    worker = toy.start("toy", next ? { kill: next } : {});
    const run = await runReaches(toy.postgres.database, runId, "delivered");
    expect(run.outcome?.message).toBe(everythingDone);
    // What was recorded is never done again; only an effect that was not yet recorded is, and leaves one trace.
    expect(await toy.attempts(runId)).toEqual(
      toySteps.map((name) => (name === step && phase === "effect-done" ? 2 : 1)),
    );
    expect(await toy.effects(runId)).toBe(4);
  });

  test("ends in order on SIGTERM", async () => {
    await endInOrder(worker!);
  });
});
