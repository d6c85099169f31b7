import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { CancelledError, UserError } from "../../src/errors.ts";
import type { RunContext } from "../../src/jobs/durable/execute.ts";
import type { StepEvent } from "../../src/jobs/durable/steps.ts";
import { startWorker, type Worker } from "../../src/jobs/durable/worker.ts";
import type { NewRun, Run } from "../../src/store/run.ts";
import { findRun, requestCancel, setOutcome } from "../../src/store/runs.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { eventually, newDelivery, newRun, runReaches } from "../helpers/runs.ts";

let postgres: TestPostgres;
let worker: Worker;

/** What the job of a run does: each test brings its own. */
const jobs = new Map<string, (context: RunContext, run: Run) => Promise<string>>();
const events: StepEvent[] = [];
const failures = new Map<string, string>();

beforeAll(async () => {
  postgres = await startPostgres();
  worker = await startWorker({
    database: postgres.database,
    log: silentLog,
    executorId: "test",
    lease: { beatMs: 200, deadAfterMs: 60_000 },
    retries: { attempts: 3, pauseMs: 5, waitsMs: [50, 60] },
    sitOutMs: 200,
    observe: (event) => void events.push(event),
    handlers: {
      accept: (_run, context) => context.enqueueJob(),
      job: async (run, context) => {
        const message = await jobs.get(run.id)!(context, run);
        await setOutcome(context.database, run.id, { kind: "delivered", message });
      },
      fail: async (run, failure) => {
        failures.set(
          run.id,
          `${failure.name} at ${failure.step}: ${failure.message} ${failure.cure ?? ""}`.trim(),
        );
      },
    },
  });
});

afterAll(async () => {
  await worker?.stop();
  await postgres?.stop();
});

async function start(
  job: (context: RunContext, run: Run) => Promise<string>,
  differences: Partial<NewRun> = {},
): Promise<NewRun> {
  const run = newRun(differences);
  jobs.set(run.id, job);
  await worker.enqueuer.storeAndEnqueue(newDelivery(), run);
  return run;
}

const phases = (run: NewRun): readonly string[] =>
  events.filter((event) => event.runId === run.id).map((event) => `${event.name} ${event.phase}`);

const reaches = (run: NewRun, state: Run["state"]): Promise<Run> =>
  runReaches(postgres.database, run.id, state);

test("a run goes through its steps and tells of them", async () => {
  const run = await start(async ({ step }) => {
    const first = await step("first", async () => ({ list: [1, 2] }));
    await step("nothing", async () => undefined);
    return step("second", async () => `got ${first.list.length}`);
  });
  const done = await reaches(run, "delivered");
  expect(done).toMatchObject({ outcome: { kind: "delivered", message: "got 2" }, step: "second" });
  expect(phases(run)).toEqual(
    ["first", "nothing", "second"].flatMap((name) => [
      `${name} before`,
      `${name} effect-done`,
      `${name} recorded`,
    ]),
  );
});

test("a connection or thread that opens while a step runs keeps nothing of the run in memory", async () => {
  const opened: AsyncResource[] = [];
  const graphs: WeakRef<object>[] = [];
  const run = await start(async ({ step }) => {
    const graph = { nodes: ["a"] };
    graphs.push(new WeakRef(graph));
    return step("draw", async () => {
      opened.push(new AsyncResource("CONNECTION"));
      return graph.nodes[0]!;
    });
  });
  await reaches(run, "delivered");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  await eventually("the graph to be gone", async () => {
    collect();
    return graphs[0]!.deref() === undefined;
  });
  expect(opened).toHaveLength(1);
});

describe("errors of a step", () => {
  test("keep their type and their cure, and reach the failure path when nobody catches them", async () => {
    const run = await start(async ({ step }) =>
      step("refuse", async () => {
        throw new UserError("No licence.", "Add one.");
      }),
    );
    expect((await reaches(run, "failed")).outcome).toMatchObject({ message: "No licence." });
    expect(failures.get(run.id)).toBe("UserError at refuse: No licence. Add one.");
  });

  test("can be caught by the run", async () => {
    const run = await start(async ({ step }) => {
      const caught = await step("refuse", async () => {
        throw new UserError("No.", "Yes.");
      }).catch((error: unknown) => error);
      return caught instanceof UserError ? caught.cure : "not a UserError";
    });
    expect((await reaches(run, "delivered")).outcome?.message).toBe("Yes.");
  });

  test.each([
    // Three times at once, and three times more after each of two waits.
    ["a broken connection", { code: "ECONNRESET" }, 9],
    ["a server at fault", { status: 503 }, 9],
    ["a caller at fault", { status: 422 }, 1],
    ["a bug", {}, 1],
  ])("are tried again where it may help: %s", async (_name, fields, expected) => {
    let tried = 0;
    const run = await start(async ({ step }) =>
      step("try", async () => {
        tried++;
        throw Object.assign(new Error("no"), fields);
      }),
    );
    await reaches(run, "failed");
    expect(tried).toBe(expected);
  });

  test.each([3, 8])("a transient fault that passes is not seen: after %i tries", async (passes) => {
    let tried = 0;
    const run = await start(async ({ step }) =>
      step("try", async () => {
        if (++tried < passes) throw Object.assign(new Error("no"), { code: "ETIMEDOUT" });
        return "at last";
      }),
    );
    expect((await reaches(run, "delivered")).outcome?.message).toBe("at last");
  });

  test.each([
    [
      "twice one name",
      async ({ step }: RunContext) => {
        await step("one", async () => 1);
        return step("one", async () => "2");
      },
    ],
    [
      "two at a time",
      async ({ step }: RunContext) =>
        (await Promise.all([step("one", () => sleep(50, "1")), step("two", async () => "2")])).join(),
    ],
  ])("a run that a replay could not follow is a bug: %s", async (_name, job) => {
    const run = await start(job);
    expect((await reaches(run, "failed")).outcome?.message).toMatch(
      /exists twice|could not tell their order/,
    );
  });
});

describe("cancelling", () => {
  /** Tidies up when it hears of the cancellation, as the real jobs do. */
  const tidy =
    (job: (context: RunContext) => Promise<string>) =>
    async (context: RunContext): Promise<string> => {
      try {
        return await job(context);
      } catch (error) {
        if (!(error instanceof CancelledError)) throw error;
        return context.step("tidy up", async () => "cancelled, tidied up");
      }
    };

  test("before the first step", async () => {
    const held = Promise.withResolvers<string>();
    const blocker = await start(async ({ step }) => step("block", () => held.promise));
    const run = await start(
      tidy(({ step }) => step("work", async () => "worked")),
      { repositoryId: blocker.repositoryId },
    );
    await requestCancel(postgres.database, [run.id], "mona");
    held.resolve("done");
    expect((await reaches(run, "delivered")).outcome?.message).toBe("cancelled, tidied up");
    expect(phases(run)).toEqual([
      "work recorded",
      "tidy up before",
      "tidy up effect-done",
      "tidy up recorded",
    ]);
  });

  test("within a step aborts its signal", async () => {
    const run = await start(tidy(({ step }) => step("work", (signal) => sleep(60_000, "slept", { signal }))));
    await eventually("the step", async () => phases(run).includes("work before"));
    await requestCancel(postgres.database, [run.id], "mona");
    expect((await reaches(run, "delivered")).outcome?.message).toBe("cancelled, tidied up");
  });

  test("between two steps stops before the next", async () => {
    const run = await start(
      tidy(async ({ step, database }) => {
        await step("first", async () => requestCancel(database, [run.id], "mona"));
        return step("second", async () => "went on");
      }),
    );
    expect((await reaches(run, "delivered")).outcome?.message).toBe("cancelled, tidied up");
    expect(phases(run)).not.toContain("second before");
  });

  test("that nobody catches ends the run as cancelled", async () => {
    const run = await start(async ({ step, database }) => {
      await step("first", async () => requestCancel(database, [run.id], "mona"));
      return step("second", async () => "went on");
    });
    expect(await reaches(run, "cancelled")).toMatchObject({ state: "cancelled", cancelRequestedBy: "mona" });
  });
});

describe("rate limits", () => {
  const limited = (until: Date): Error => Object.assign(new Error("Slow down."), { until });

  test("park the run off the worker, and it goes on when the time has come", async () => {
    let tried = 0;
    let begun = 0;
    let until = new Date();
    const run = await start(async ({ step }) => {
      begun++;
      await step("before", async () => "kept");
      return step("ask", async () => {
        if (++tried > 1) return "answered";
        until = new Date(Date.now() + 6_000);
        throw limited(until);
      });
    });
    await reaches(run, "waiting");
    // The repository's turn is free meanwhile.
    const other = await start(async ({ step }) => step("other", async () => "done"), {
      repositoryId: run.repositoryId,
    });
    await reaches(other, "delivered");
    const { state } = (await findRun(postgres.database, run.id))!;
    if (Date.now() < until.getTime()) expect(state).toBe("waiting");
    expect((await reaches(run, "delivered")).outcome?.message).toBe("answered");
    expect({ tried, begun }).toEqual({ tried: 2, begun: 2 });
    expect(phases(run).filter((phase) => phase.startsWith("before"))).toHaveLength(3);
    expect(phases(run)).toContain("ask parked");
  });

  test("of a moment are sat out", async () => {
    let begun = 0;
    let tried = 0;
    const run = await start(async ({ step }) => {
      begun++;
      return step("ask", async () => {
        if (++tried === 1) throw limited(new Date(Date.now() + 100));
        return "answered";
      });
    });
    expect((await reaches(run, "delivered")).outcome?.message).toBe("answered");
    expect(begun).toBe(1);
  });

  test("do not keep a run from being cancelled", async () => {
    const run = await start(async ({ step }) =>
      step("ask", async () => {
        throw limited(new Date(Date.now() + 3_600_000));
      }),
    );
    await reaches(run, "waiting");
    await requestCancel(postgres.database, [run.id], "mona");
    expect((await reaches(run, "cancelled")).state).toBe("cancelled");
  });

  test("leave nothing parked of a run that was ended meanwhile", async () => {
    const run = await start(async ({ step }) =>
      step("ask", async () => {
        throw limited(new Date(Date.now() + 3_600_000));
      }),
    );
    const { database } = postgres;
    await reaches(run, "waiting");
    // As `cancel` does, whose failure path tells the end at once.
    await setOutcome(database, run.id, { kind: "cancelled", message: "" });
    await database.query("update coderag.runs set cancel_requested_at = now() where id = $1", [run.id]);
    const isParked = "select from coderag.executions where run_id = $1 and parked_until is not null";
    const none = async () => (await database.query(isParked, [run.id])).length === 0;
    await eventually("the run to be parked no more", none);
  });
});
