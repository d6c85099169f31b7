import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { nextInTurn } from "../../src/jobs/durable/turns.ts";
import { startWorker, type Worker } from "../../src/jobs/durable/worker.ts";
import type { NewRun } from "../../src/store/run.ts";
import { findRun, setOutcome } from "../../src/store/runs.ts";
import { createHold } from "../end-to-end/hold.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { eventually, hurriedPolling, newDelivery, newRun, runReaches } from "../helpers/runs.ts";

describe("whose turn it is", () => {
  /** Jobs as "a1": a run of installation a in its first repository, in order of arrival. */
  const jobs = (words: string, from: number) =>
    words.split(" ").flatMap((word, at) => {
      const [letter, repository] = [word.charCodeAt(0), Number(word[1])];
      const where = { installationId: letter, repositoryId: 10 * letter + repository };
      return word === "" ? [] : [{ id: word, ...where, ordinal: from + at }];
    });
  const check = (taken: string, waiting: string, slots: number, several: boolean) =>
    nextInTurn({ taken: jobs(taken, 0), waiting: jobs(waiting, 100) }, slots, several)
      .map(({ id }) => id)
      .join(" ");

  test.each<[string, string, string, boolean, string]>([
    ["one installation takes all slots where it is alone", "", "a1 a2 a3 a4 a5", false, "a1 a2 a3 a4"],
    ["and all but one where others come as well", "", "a1 a2 a3 a4 a5", true, "a1 a2 a3"],
    ["the last one is for who takes none", "a1 a2 a3", "a4 b1", true, "b1"],
    ["also where somebody else would be next", "a1 a2 b1", "a3 b2 c1", true, "c1"],
    ["nobody takes a second one instead", "a1 a2 b1", "a3 b2", true, ""],
    ["who takes the fewest comes first", "a1 a2", "a3 a4 b1", true, "b1"],
    ["then whoever came first", "", "b1 a1 c1 b2", true, "b1 a1 c1"],
    ["a repository works on one run", "a1", "a1 a1 a2 a2", false, "a2"],
    ["no slot is free", "a1 a2 b1 b2", "c1", true, ""],
    ["more are taken than there are, for a worker died", "a1 a2 a3 a4 a5", "b1", true, ""],
    ["nobody waits", "a1", "", true, ""],
  ])("%s", (_what, taken, waiting, several, next) => {
    expect(check(taken, waiting, 4, several)).toBe(next);
  });

  test("a single slot is no slot to keep", () => {
    expect(check("", "a1 b1", 1, true)).toBe("a1");
  });
});

describe("jobs", () => {
  let postgres: TestPostgres;
  let worker: Worker;
  let hold = createHold();
  const begun: string[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    const { database } = postgres;
    worker = await startWorker({
      ...{ database, log: silentLog, executorId: "test", polling: hurriedPolling },
      lease: { beatMs: 200, deadAfterMs: 1000 },
      handlers: {
        accept: (_run, context) => context.enqueueJob(),
        job: async (run, { step }) => {
          begun.push(run.id);
          if (run.installationId === 1) await step("work", (signal) => hold.wait(signal));
          await step("answer", () => setOutcome(database, run.id, { kind: "delivered", message: "" }));
        },
        fail: async () => undefined,
      },
    });
  });
  afterAll(async () => {
    await worker?.stop({ graceMs: 0 });
    await postgres?.stop();
  });

  async function command(differences: Partial<NewRun>): Promise<string> {
    const run = newRun(differences);
    await worker.enqueuer.storeAndEnqueue(newDelivery(), run);
    return run.id;
  }
  const delivered = (id: string) => runReaches(postgres.database, id, "delivered");

  test("are queued without waiting for somebody who gives turns, and get one afterwards", async () => {
    const { database } = postgres;
    const id = await database.transaction(async (transaction) => {
      await transaction.query("select pg_advisory_xact_lock(7203444)");
      const commanded = await command({ installationId: 2 });
      const inQueue = async () => {
        const [job] = await worker.enqueuer.client.listWorkflows({ workflowIDs: [commanded] });
        return job?.status === "DELAYED";
      };
      await eventually("the job to be queued", inQueue);
      return commanded;
    });
    expect(await delivered(id)).toMatchObject({ state: "delivered" });
  });

  test("that were claimed but never begun are begun after all", async () => {
    const { database } = postgres;
    const { client } = worker.enqueuer;
    const other = await command({ installationId: 2 });
    await delivered(other);
    const [done] = await client.listWorkflows({ workflowIDs: [other] });
    const run = newRun({ installationId: 2 });
    // As if the line to the database had broken right after the claim.
    await database.transaction(async (transaction) => {
      await transaction.query("select pg_advisory_xact_lock(7203444)");
      await worker.enqueuer.storeAndEnqueue(newDelivery(), run);
      await eventually("the job to be queued", async () => {
        const rows = await database.query(
          `update dbos.workflow_status set status = 'PENDING', executor_id = $2
           where workflow_uuid = $1 and status = 'DELAYED' returning workflow_uuid`,
          [run.id, done!.executorId],
        );
        return rows.length > 0;
      });
    });
    expect(await delivered(run.id)).toMatchObject({ state: "delivered" });
    expect(begun.filter((id) => id === run.id)).toHaveLength(1);
  });

  test("that were cancelled while they waited leave the queue, and begin nothing", async () => {
    const { database } = postgres;
    const repositoryId = 5;
    const first = await command({ installationId: 1, repositoryId });
    await eventually("the first to work", async () => begun.includes(first));
    const second = await command({ installationId: 1, repositoryId });
    const isNow = (id: string, status: string) => async () => {
      const [job] = await worker.enqueuer.client.listWorkflows({ workflowIDs: [id] });
      return job?.status === status;
    };
    await eventually("the second to wait", isNow(second, "DELAYED"));
    // Somebody has looked at it: whoever watches is not told that the house stands still.
    expect((await findRun(database, second))!.state).toBe("waiting");
    await setOutcome(database, second, { kind: "cancelled", message: "" });
    hold.release();
    await delivered(first);
    await eventually("the second to leave the queue", isNow(second, "SUCCESS"));
    expect(begun).not.toContain(second);
    hold = createHold();
  });

  test("that are long leave a slot to another installation, and those that wait begin when they end", async () => {
    await delivered(await command({ installationId: 2 }));
    const long: string[] = [];
    for (let at = 0; at < 6; at++) long.push(await command({ installationId: 1 }));
    // Each once: on a machine that stalls, what was claimed a second ago and has not begun is begun again.
    const begunOfThem = () => [...new Set(begun)].filter((id) => long.includes(id));
    await eventually("as many as may begin", async () => begunOfThem().length === 3);
    for (const installationId of [2, 3]) {
      const other = await command({ installationId });
      expect(await delivered(other)).toMatchObject({ state: "delivered" });
    }
    expect(begunOfThem()).toHaveLength(3);
    hold.release();
    for (const id of long) expect(await delivered(id)).toMatchObject({ state: "delivered" });
  });
});
