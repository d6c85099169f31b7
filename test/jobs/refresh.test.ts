import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { startWorker, type Worker } from "../../src/jobs/durable/worker.ts";
import type { RefreshGraph } from "../../src/jobs/refresh-graph.ts";
import { createLogger } from "../../src/log.ts";
import { forgetInstallation } from "../../src/store/forget.ts";
import { setOutcome } from "../../src/store/runs.ts";
import { createHold } from "../end-to-end/hold.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newPush, refreshOf, shaOf, usedRepository } from "../helpers/pushes.ts";
import { eventually, newDelivery, newRun, runReaches } from "../helpers/runs.ts";

/** Refreshes on the real queue; only what they do in the repository is the test's. */
const stats = { files: 1, parsed: 1, cached: 0 };
const refreshPace = { settleSeconds: 0.3, gapSeconds: 0 };
let postgres: TestPostgres;
let enqueuer: Enqueuer;
let worker: Worker;
let work: RefreshGraph;
/** Every refresh that began: repository and commit. */
const began: { repositoryId: number; commit: string }[] = [];
const lines: string[] = [];
const busy = new Map<number, number>();
let mostAtOnce = 0;

const start = async (): Promise<void> => {
  worker = await startWorker({
    database: postgres.database,
    log: createLogger({ level: "info", redact: (text) => text, write: (line) => lines.push(line) }),
    executorId: "test",
    refreshPace,
    handlers: {
      accept: (_run, context) => context.enqueueJob(),
      job: (run, { database }) => setOutcome(database, run.id, { kind: "delivered", message: "" }),
      fail: async () => undefined,
      refresh: async (head, signal) => {
        began.push({ repositoryId: head.repositoryId, commit: head.commit });
        busy.set(head.repositoryId, (busy.get(head.repositoryId) ?? 0) + 1);
        mostAtOnce = Math.max(mostAtOnce, busy.get(head.repositoryId)!);
        try {
          return await work(head, signal);
        } finally {
          busy.set(head.repositoryId, busy.get(head.repositoryId)! - 1);
        }
      },
    },
  });
};

beforeAll(async () => {
  postgres = await startPostgres();
  enqueuer = await createEnqueuer(postgres.database, { log: silentLog, refreshPace });
  await start();
});
beforeEach(() => {
  began.length = 0;
  lines.length = 0;
  work = async () => stats;
});
afterEach(() => expect(mostAtOnce).toBeLessThanOrEqual(1));
afterAll(async () => {
  await worker?.stop();
  await enqueuer?.close();
  await postgres?.stop();
});

const push = (repositoryId: number, nth = 1) => enqueuer.enqueueRefresh(newPush(repositoryId, nth), 30);
/** Waits until nothing of the repository works or waits. */
const idle = (repositoryId: number) =>
  eventually("the refreshes to end", async () => {
    const row = await refreshOf(postgres.database, repositoryId);
    return row?.waiting === null && row.working === null && row;
  });
const commits = () => began.map(({ commit }) => commit);

test("a thousand pushes during a refresh are one more, of the newest commit", async () => {
  const repository = await usedRepository(postgres.database);
  const hold = createHold();
  work = async () => {
    await hold.wait();
    return stats;
  };
  await push(repository, 1);
  await hold.reached;
  const answers: string[] = [];
  // As GitHub delivers them: many at a time, and of those one may overtake another.
  for (let nth = 2; nth <= 1000; nth += 37)
    answers.push(...(await Promise.all(Array.from({ length: 37 }, (_, at) => push(repository, nth + at)))));
  expect(answers.filter((answer) => answer === "stored")).toHaveLength(1);
  hold.release();
  await idle(repository);
  expect(commits()).toEqual([1, 1000].map(shaOf));
});

test("pushes within the time to settle are one refresh", async () => {
  const repository = await usedRepository(postgres.database);
  expect(await push(repository, 1)).toBe("stored");
  expect(await push(repository, 2)).toBe("coalesced");
  expect(await push(repository, 3)).toBe("coalesced");
  // Deliveries overtake each other.
  expect(await push(repository, 2)).toBe("not-needed");
  await idle(repository);
  expect(commits()).toEqual([shaOf(3)]);
});

test("a newer push ends the refresh before it, but not for ever", async () => {
  const repository = await usedRepository(postgres.database);
  let nth = 1;
  let aborted = 0;
  work = async (_head, signal) => {
    // Somebody pushes during every refresh; one that is patient is let through.
    if (nth <= 4) await push(repository, ++nth);
    if (nth <= 4) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted++;
      signal.throwIfAborted();
    }
    return stats;
  };
  await push(repository, 1);
  const row = await idle(repository);
  expect(commits()).toEqual([1, 2, 3, 4, 5].map(shaOf));
  expect([aborted, row.gave_way, row.failures]).toEqual([3, 0, 0]);
  expect(lines.filter((line) => /warn|error/.test(line))).toEqual([]);
});

test("one that fails is told once, not repeated, and lets the repository rest", async () => {
  const repository = await usedRepository(postgres.database);
  work = async () => {
    throw new Error("the disk is full");
  };
  await push(repository, 1);
  const once = await idle(repository);
  expect([once.failures, began.length]).toEqual([1, 1]);
  expect(once.rests).toBeGreaterThan(500);
  const told = lines.filter((line) => line.includes("the disk is full"));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0]!)).toMatchObject({ refresh: expect.any(String), repositoryId: repository });
  // The next push is kept, and waits that long.
  expect(await push(repository, 2)).toBe("stored");
  expect((await refreshOf(postgres.database, repository))?.waiting).not.toBeNull();
  expect(began).toHaveLength(1);
});

test("a refresh stops when its installation goes, and one that waits never begins", async () => {
  const repository = await usedRepository(postgres.database);
  const hold = createHold();
  let ended: unknown;
  work = async (_head, signal) => {
    await hold.wait(signal).catch((error: unknown) => {
      ended = error;
      throw error;
    });
    return stats;
  };
  await push(repository, 1);
  await hold.reached;
  expect(await forgetInstallation(postgres.database, 7, [repository])).toBe(1);
  await eventually("the refresh to stop", async () => ended !== undefined);
  const other = await usedRepository(postgres.database);
  await push(other, 1);
  await forgetInstallation(postgres.database, 7);
  const last = await usedRepository(postgres.database);
  work = async () => stats;
  await push(last, 1);
  await idle(last);
  expect(began.map(({ repositoryId }) => repositoryId)).toEqual([repository, last]);
});

test.each([
  ["nobody ever used", undefined, "running"],
  ["a stranger commanded in", { verb: "implement" }, "declined"],
  ["somebody commands in whom nobody has judged yet", { verb: "implement" }, "queued"],
  ["a reader asked for help in", { verb: "help" }, "running"],
  ["a word was not understood in", { verb: "unknown" }, "running"],
] as const)("a repository that %s is not followed", async (_name, run, state) => {
  const repository = run ? await usedRepository(postgres.database, run, state) : 4711;
  expect(await push(repository, 1)).toBe("not-needed");
  expect(await refreshOf(postgres.database, repository)).toBeUndefined();
});

test("nor is one that was used too long ago", async () => {
  const repository = await usedRepository(postgres.database);
  await postgres.database.query(
    "update coderag.runs set created_at = now() - interval '31 days' where repository_id = $1",
    [repository],
  );
  expect(await push(repository, 1)).toBe("not-needed");
  expect(await enqueuer.enqueueRefresh(newPush(repository), 32)).toBe("stored");
  await idle(repository);
});

test("commands go their way beside a refresh that hangs, and a worker that stops hands it back", async () => {
  const repository = await usedRepository(postgres.database);
  const hold = createHold();
  work = async (_head, signal) => {
    await hold.wait(signal);
    return stats;
  };
  await push(repository, 1);
  await hold.reached;
  const run = newRun({ repositoryId: repository });
  await enqueuer.storeAndEnqueue(newDelivery(), run);
  expect((await runReaches(postgres.database, run.id, "delivered")).state).toBe("delivered");
  await worker.stop();
  expect(await refreshOf(postgres.database, repository)).toMatchObject({
    working: expect.any(String),
    begun: 0,
  });
  work = async () => stats;
  await start();
  await idle(repository);
  expect(commits()).toEqual([shaOf(1), shaOf(1)]);
});

test("an entry that was lost does not stand in the way for ever", async () => {
  const repository = await usedRepository(postgres.database);
  await push(repository, 1);
  await idle(repository);
  await postgres.database.query(
    "update coderag.refreshes set waiting = gen_random_uuid(), due_at = now() - interval '2 hours' where repository_id = $1",
    [repository],
  );
  expect(await push(repository, 2)).toBe("stored");
  await idle(repository);
  expect(commits()).toEqual([shaOf(1), shaOf(2)]);
});
