import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wishOf } from "../../src/jobs/acceptance/wish.ts";
import type { RunContext } from "../../src/jobs/durable/execute.ts";
import { queueJob } from "../../src/jobs/durable/queue-job.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { silentLogger } from "../../src/log.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import { type FinalState, type NewRun, occasionId, type Run } from "../../src/store/run.ts";
import { findRun, setOutcome, setState, setTraces } from "../../src/store/runs.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

interface Given {
  readonly verb: string;
  readonly request?: string;
  /** The minute in which it was given; they come in the order of the table. */
  readonly at: number;
  /** What became of it by then; at work unless given. */
  readonly ended?: FinalState;
  /** Not a comment's but a push's. */
  readonly pushed?: true;
  /** The step of its acceptance, where that goes on. */
  readonly accepting?: string;
}

async function store(given: Given, about: Partial<NewRun>): Promise<Run> {
  const { verb, request = "", at, ended, pushed, accepting } = given;
  const { database } = postgres;
  const frozenAt = `2026-01-01T10:${String(at).padStart(2, "0")}:00Z`;
  const commentId = pushed && { commentId: occasionId("pushed") };
  const run = newRun({ ...about, ...commentId, verb, request, frozenAt });
  await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
  if (accepting !== undefined) {
    await database.query("update coderag.runs set step = $2 where id = $1", [run.id, accepting]);
    return (await findRun(database, run.id))!;
  }
  await setState(database, run.id, "running");
  await setTraces(database, run.id, { noteCommentId: 1 });
  if (ended) await setOutcome(database, run.id, { kind: ended, message: "" });
  return (await findRun(database, run.id))!;
}

/** What happens to the last of these commands of one issue: `queued`, or its reaction and what is said of it. */
async function comesTo(...commands: readonly Given[]): Promise<string> {
  const { database } = postgres;
  const { repositoryId } = newRun();
  let run: Run | undefined;
  for (const command of commands) run = await store(command, { repositoryId });
  const said: string[] = [];
  let queued = false;
  const publisher = {
    react: async (_comment: unknown, reaction: string) => void said.push(reaction),
    note: async (_issue: number, _marker: string, body: string) => {
      said.push(body);
      return { id: 2, url: "" };
    },
  };
  const context = {
    ...{ database, log: silentLogger, enqueueFailure: async () => undefined },
    step: (_name: string, work: (signal: AbortSignal) => unknown) => work(new AbortController().signal),
    enqueueJob: async () => {
      queued = true;
    },
  };
  const wish = await wishOf(run!, database);
  await queueJob(run!, wish!, { publisher } as unknown as Surroundings, context as unknown as RunContext);
  return queued ? "queued" : said.join(" ");
}

const late = /^-1 A command came late, after a newer one was given here/;

test.each<[string, readonly Given[], RegExp]>([
  [
    "the same was asked for again, and is done",
    [
      { verb: "undo", at: 5, ended: "delivered" },
      { verb: "undo", at: 1 },
    ],
    /^\+1$/,
  ],
  [
    "the same was asked for again, and failed",
    [
      { verb: "implement", at: 5, ended: "failed" },
      { verb: "implement", at: 1 },
    ],
    /^queued$/,
  ],
  [
    "the same is asked for once more in time",
    [
      { verb: "implement", at: 1, ended: "delivered" },
      { verb: "implement", at: 5 },
    ],
    /^queued$/,
  ],
  [
    "a newer one has written the draft",
    [
      { verb: "implement", request: "smaller", at: 5, ended: "delivered" },
      { verb: "implement", at: 1 },
    ],
    late,
  ],
  [
    "a newer one writes it",
    [
      { verb: "implement", request: "smaller", at: 5 },
      { verb: "implement", at: 1 },
    ],
    late,
  ],
  [
    "an undo would take back what was asked for after it",
    [
      { verb: "fix", request: "x", at: 5, ended: "delivered" },
      { verb: "undo", at: 1 },
    ],
    late,
  ],
  [
    "it was cancelled before it came",
    [
      { verb: "cancel", at: 5, ended: "delivered" },
      { verb: "ask", request: "why?", at: 1 },
    ],
    late,
  ],
  [
    "a stranger wanted to cancel it",
    [
      { verb: "cancel", at: 5, ended: "declined" },
      { verb: "ask", request: "why?", at: 1 },
    ],
    /^queued$/,
  ],
  [
    "another question was answered meanwhile",
    [
      { verb: "ask", request: "where?", at: 5, ended: "delivered" },
      { verb: "ask", request: "why?", at: 1 },
    ],
    /^queued$/,
  ],
  [
    "another fix was made meanwhile",
    [
      { verb: "fix", request: "x", at: 5, ended: "delivered" },
      { verb: "fix", request: "y", at: 1 },
    ],
    /^queued$/,
  ],
])("a command comes late: %s", async (_name, commands, expected) =>
  expect(await comesTo(...commands)).toMatch(expected),
);

const ask = { verb: "ask", request: "why?", at: 1 };
/** A review whose announcing pins the head is more than these fakes have. */
const asPushed = { ...ask, pushed: true } as const;

test.each<[string, readonly Given[], RegExp]>([
  ["is at work", [ask, { ...ask, at: 2 }], /^\+1$/],
  [
    "is announced at this moment",
    [
      { ...ask, accepting: "announce" },
      { ...ask, at: 2 },
    ],
    /^\+1$/,
  ],
  [
    "was not judged yet",
    [
      { ...ask, accepting: "authorise" },
      { ...ask, at: 2 },
    ],
    /^queued$/,
  ],
  [
    "is being refused",
    [
      { ...ask, accepting: "refuse" },
      { ...ask, at: 2 },
    ],
    /^queued$/,
  ],
  ["comes of a push that nobody judged yet", [{ ...asPushed, accepting: "authorise" }, ask], /^queued$/],
  ["comes of a push and is at work", [asPushed, ask], /^\+1$/],
])("a command comes while the same %s", async (_name, commands, expected) =>
  expect(await comesTo(...commands)).toMatch(expected),
);
