import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { jobId } from "../../src/jobs/durable/queue.ts";
import { reap } from "../../src/jobs/durable/reaper.ts";
import type { NewRun } from "../../src/store/run.ts";
import { endChildren } from "../helpers/children.ts";
import { silentLog } from "../helpers/postgres.ts";
import { eventually, newDelivery, newRun, runReaches } from "../helpers/runs.ts";
import { endInOrder, everythingDone, openToy, type Toy } from "../helpers/toy.ts";
import type { ChildOrders } from "../helpers/worker-child.ts";

let toy: Toy;

beforeAll(async () => {
  toy = await openToy();
});

// What a failed test left behind would do the runs of the next one.
afterEach(endChildren);

afterAll(() => toy?.close());

describe("several workers", () => {
  const lease = { beatMs: 300, deadAfterMs: 4000 };

  test("take over from one that is dead, without its restart", async () => {
    const run = newRun();
    // Not by its silence: its sessions are gone.
    const patient = { ...lease, deadAfterMs: 3_600_000 };
    const first = toy.start("first", { lease: patient, kill: { step: "two", phase: "effect-done" } });
    await first.ready;
    await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
    const second = toy.start("second", { lease: patient });
    expect(await first.ended).toBe("SIGKILL");
    expect((await runReaches(toy.postgres.database, run.id, "delivered")).outcome?.message).toBe(
      everythingDone,
    );
    expect(await toy.attempts(run.id)).toEqual([1, 2, 1, 1]);
    await endInOrder(second);
  });

  test("let one that stood still do nothing more once it was given up", async () => {
    const run = newRun();
    const first = toy.start("sleeper", { lease }, { pauseMs: 600 });
    await first.ready;
    await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
    await eventually("the second step", async () => (await toy.attempts(run.id))[1] === 1);
    first.process.kill("SIGSTOP");
    const second = toy.start("heir", { lease });
    expect((await runReaches(toy.postgres.database, run.id, "delivered")).outcome?.message).toBe(
      everythingDone,
    );
    first.process.kill("SIGCONT");
    // It finds its lease gone, and says so by its exit code.
    expect(await first.ended).toBe(3);
    expect(await toy.attempts(run.id)).toEqual([1, 2, 1, 1]);
    await endInOrder(second);
  });

  test("hand over at once what one of them hands back on SIGTERM", async () => {
    const run = newRun();
    const first = toy.start("leaver", {}, { pauseMs: 600 });
    await first.ready;
    await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
    await eventually("the second step", async () => (await toy.attempts(run.id))[1] === 1);
    const second = toy.start("stayer");
    await endInOrder(first);
    expect((await runReaches(toy.postgres.database, run.id, "delivered")).outcome?.message).toBe(
      everythingDone,
    );
    // The step that ran was allowed to end and is not repeated.
    expect(await toy.attempts(run.id)).toEqual([1, 1, 1, 1]);
    await endInOrder(second);
  });

  test("look for nothing to take over while one of them hands back", async () => {
    const run = newRun();
    const { database } = toy.postgres;
    const leaver = toy.start("giver", { graceMs: 100 }, { pauseMs: 600 });
    await leaver.ready;
    await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
    await eventually("the second step", async () => (await toy.attempts(run.id))[1] === 1);
    // The row cannot change its queue: the leaver is kept between giving its lease back and the rest.
    const found = await database.transaction(async (transaction) => {
      const job = jobId(run.id);
      await transaction.query("select from dbos.workflow_status where workflow_uuid = $1 for no key update", [
        job,
      ]);
      leaver.process.kill("SIGTERM");
      await eventually("the end of the lease", async () => {
        const [row] = await database.query("select from coderag.executors where id = 'giver'");
        return row === undefined;
      });
      // Without a lock for both, this would wait for the row too, and queue again what has begun by then.
      const looks = reap({ ...toy, database, log: silentLog, deadAfterMs: 60_000 });
      return Promise.race([looks, sleep(60_000, "waits", { ref: false })]);
    });
    expect(found).toEqual([]);
    expect(await leaver.ended).toBe(0);
    const heir = toy.start("taker");
    expect((await runReaches(database, run.id, "delivered")).outcome?.message).toBe(everythingDone);
    await endInOrder(heir);
  });
});

test("a run that was begun by a version with other steps fails where they differ, and nothing is done twice", async () => {
  const run = newRun();
  await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
  const kill = { runId: run.id, step: "two", phase: "recorded" } as const;
  expect(await toy.start("older", { kill }).ended).toBe("SIGKILL");
  const newer = toy.start("older", {}, { steps: ["one", "one and a half", "two", "three"] });
  const { outcome } = await runReaches(toy.postgres.database, run.id, "failed");
  expect(outcome?.message).toMatch(/was upgraded while this run was under way/);
  expect(await toy.attempts(run.id)).toEqual([1, 1, 0, 0]);
  await endInOrder(newer);
});

describe("a program that records in another format (F44)", () => {
  /** As if what has been done with this run until now had been done by it. */
  const otherFormat = (run: NewRun) =>
    toy.postgres.database.query("update coderag.executions set format = 'other' where run_id = $1", [run.id]);

  test("left a run in the middle: it fails with the cause, and nothing is done twice", async () => {
    const run = newRun();
    await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
    const kill = { runId: run.id, step: "two", phase: "recorded" } as const;
    expect(await toy.start("older", { kill }).ended).toBe("SIGKILL");
    await otherFormat(run);
    const newer = toy.start("older");
    const { outcome } = await runReaches(toy.postgres.database, run.id, "failed");
    expect(outcome?.message).toMatch(/was upgraded while this run was under way/);
    expect(await toy.attempts(run.id)).toEqual([1, 1, 0, 0]);
    await endInOrder(newer);
  });

  test("left a job that waits for its turn, or has begun no step: it is done", async () => {
    const repositoryId = 4;
    const [first, second] = [newRun({ repositoryId }), newRun({ repositoryId })];
    await toy.enqueuer.storeAndEnqueue(newDelivery(), first);
    const older = toy.start("older", {}, { pauseMs: 60_000 });
    await eventually("the first to work", async () => older.events.some(({ runId }) => runId === first.id));
    await toy.enqueuer.storeAndEnqueue(newDelivery(), second);
    await eventually("the second to wait", async () => {
      const [job] = await toy.enqueuer.client.listWorkflows({ workflowIDs: [second.id] });
      return job?.status === "DELAYED";
    });
    older.process.kill("SIGKILL");
    expect(await older.ended).toBe("SIGKILL");
    await toy.postgres.database.query("update coderag.executions set step = '' where run_id = $1", [
      first.id,
    ]);
    for (const run of [first, second]) await otherFormat(run);
    const newer = toy.start("older");
    for (const run of [first, second])
      expect((await runReaches(toy.postgres.database, run.id, "delivered")).outcome?.message).toBe(
        everythingDone,
      );
    await endInOrder(newer);
  });
});

test("a run that kills its worker three times at one step is given up through the failure path", async () => {
  const run = newRun();
  await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
  const deadly: Partial<ChildOrders> = { kill: { runId: run.id, step: "two", phase: "before" } };
  for (let death = 1; death <= 3; death++) expect(await toy.start("victim", deadly).ended).toBe("SIGKILL");
  const last = toy.start("victim", deadly);
  const { outcome } = await runReaches(toy.postgres.database, run.id, "failed");
  expect(outcome?.message).toBe('toy: The worker died 3 times in a row at the step "two".');
  await endInOrder(last);
});
