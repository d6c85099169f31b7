import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Database, openDatabase, safeUrl } from "../../src/store/database.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import { type NewRun, occasionId, type Run, type RunOutcome, type RunState } from "../../src/store/run.ts";
import {
  activeRuns,
  findRun,
  ourTips,
  requestCancel,
  setOutcome,
  setState,
  setTraces,
  setUsage,
} from "../../src/store/runs.ts";
import { isUnavailable } from "../../src/store/unavailable.ts";
import { startLine } from "../helpers/line.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  database = postgres.database;
});

afterAll(() => postgres?.stop());

async function store(differences: Partial<NewRun> = {}): Promise<Run> {
  const run = newRun(differences);
  await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
  return (await findRun(database, run.id))!;
}

describe("opening", () => {
  test("by several at once makes the tables once", async () => {
    const url = await postgres.createDatabase("several");
    const all = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url, log: silentLog })));
    const files = readdirSync(new URL("../../src/store/migrations", import.meta.url)).sort();
    expect(await all[0]!.query("select name from coderag.migrations order by name")).toEqual(
      files.map((name) => ({ name })),
    );
    for (const each of all) await each.close();
  });

  test("leaves what stands usable by the version before: migrations only add (F44)", () => {
    const folder = new URL("../../src/store/migrations/", import.meta.url);
    const statements = readdirSync(folder).flatMap((name) =>
      readFileSync(new URL(name, folder), "utf8").replace(/--.*/g, "").split(";"),
    );
    const taking =
      /^\s*(?:drop|truncate|delete|update)\b|\b(?:drop|rename|set not null|type)\b|add column\b(?!.*\bdefault\b).*\bnot null\b/i;
    expect(statements.length).toBeGreaterThan(20);
    expect(statements.filter((one) => /^\s*(?!create)\w/i.test(one) && taking.test(one))).toEqual([]);
  });

  test("refuses tables of a newer program", async () => {
    const url = await postgres.createDatabase("newer");
    const first = await openDatabase({ url, log: silentLog });
    await first.query("insert into coderag.migrations (name) values ('9999-future.sql')");
    await first.close();
    await expect(openDatabase({ url, log: silentLog })).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("9999-future.sql"),
    });
  });

  test.each([
    ["a wrong password", (url: URL) => (url.password = "secret-word"), /Correct user and password/],
    ["a wrong database", (url: URL) => (url.pathname = "/nowhere"), /Create the database/],
    ["a closed port", (url: URL) => (url.port = "1"), /Start PostgreSQL/],
    ["a wrong host", (url: URL) => (url.hostname = "nowhere.invalid"), /Correct the host name/],
  ])("names the cure for %s, and not the password", async (_name, spoil, cure) => {
    const url = new URL(postgres.url);
    spoil(url);
    const error = await openDatabase({ url: url.href, log: silentLog }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "UserError", cure: expect.stringMatching(cure) });
    expect((error as Error).message).toContain(safeUrl(url.href));
    expect((error as Error).message).not.toContain(url.password);
  });
});

test("a transaction rolls back when its work throws, and its connection is good again", async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.query("create table coderag.halfway ()");
    throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  expect(await database.query("select to_regclass('coderag.halfway') as found")).toEqual([{ found: null }]);
});

test("a server that goes away shows as unavailable, and is used again when it is back", async () => {
  const cut = database.query("select pg_terminate_backend(pg_backend_pid())");
  await cut.catch((error: unknown) => expect(isUnavailable(error)).toBe(true));
  expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("a line that goes dead without a word is given up, and another is opened", async () => {
  const line = await startLine(postgres.url);
  const opened = await openDatabase({ url: line.url, log: silentLog, silenceMs: 2_000 });
  line.fallSilent();
  await opened.query("select 1").then(
    () => expect("an answer").toBe("none"),
    (error: unknown) => expect(isUnavailable(error)).toBe(true),
  );
  expect(await opened.query("select 1 as one")).toEqual([{ one: 1 }]);
  // An idle connection is silent, too, and is kept.
  const before = line.connections();
  await sleep(2_500);
  expect(await opened.query("select 1 as one")).toEqual([{ one: 1 }]);
  expect(line.connections()).toBe(before);
  await opened.close();
  line.close();
});

describe("runs", () => {
  test("come back as they were stored", async () => {
    const run = newRun({
      commentId: 2 ** 52,
      request: "with NUL \0 and half \ud83d",
      snapshot: { title: "a\0b\ud800" },
    });
    await database.transaction((transaction) => storeDelivery(transaction, newDelivery("guid-1"), run));
    expect(await findRun(database, run.id)).toMatchObject({
      ...run,
      request: "with NUL \uFFFD and half \uFFFD",
      snapshot: { title: "a\uFFFDb\uFFFD" },
      delivery: "guid-1",
      state: "queued",
      inputTokens: 0,
      cost: 0,
      outcome: undefined,
    });
  });

  test("of one comment are one for each verb, also where the command stands in the issue itself", async () => {
    const command = { repositoryId: 5, issueNumber: 1, commentId: undefined };
    const first = await store(command);
    const again = await database.transaction((transaction) =>
      storeDelivery(transaction, newDelivery(), newRun(command)),
    );
    expect(again).toEqual({ kind: "duplicate", runId: first.id });
    expect((await store({ ...command, verb: "cancel" })).id).not.toBe(first.id);
  });

  test("of an occasion are one for each pull request: two may have the same head", async () => {
    const occasion = { repositoryId: 5, commentId: occasionId("opened c0ffee"), verb: "suggest" };
    const [one, other] = [7, 8].map((issueNumber) => newRun({ ...occasion, issueNumber }));
    for (const run of [one!, other!])
      expect(
        await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run)),
      ).toEqual({ kind: "stored", runId: run.id });
  });

  test("know which came first, also when both came at once", async () => {
    const issue = { repositoryId: 6, issueNumber: 2 };
    const both = await Promise.all([store(issue), store(issue)]);
    const [first, second] = both.sort((one, other) => one.ordinal - other.ordinal) as [Run, Run];
    const active = async () => (await activeRuns(database, 6, 2)).map(({ id }) => id);
    expect(await active()).toEqual([first.id, second.id]);
    await setOutcome(database, first.id, { kind: "declined", message: "" });
    expect(await active()).toEqual([second.id]);
  });

  test("are told to stop while they are active, once", async () => {
    const [active, ended] = [await store(), await store()];
    await setOutcome(database, ended.id, { kind: "failed", message: "" });
    expect(await requestCancel(database, [active.id, ended.id], "mona")).toEqual([active.id]);
    await requestCancel(database, [active.id], "hubot");
    expect(await findRun(database, active.id)).toMatchObject({
      cancelRequestedAt: expect.any(String),
      cancelRequestedBy: "mona",
    });
    expect((await findRun(database, ended.id))?.cancelRequestedAt).toBeUndefined();
  });

  test("remember what they left and used", async () => {
    const issue = { repositoryId: 8, issueNumber: 3 };
    const [first, second] = [await store(issue), await store(issue)];
    await setTraces(database, first.id, { branch: "coderag/issue-3", commit: "a".repeat(40) });
    await setTraces(database, first.id, { pullNumber: 9 });
    await setTraces(database, second.id, { commit: "b".repeat(40) });
    await setUsage(database, first.id, { inputTokens: 5_000_000_000, outputTokens: 2, cost: 0.5 });
    expect(await findRun(database, first.id)).toMatchObject({
      branch: "coderag/issue-3",
      pullNumber: 9,
      inputTokens: 5_000_000_000,
      cost: 0.5,
    });
    expect(await ourTips(database, 8, 3)).toEqual(["a".repeat(40), "b".repeat(40)]);
  });
});

describe("the states of a run", () => {
  const outcome = (kind: RunOutcome["kind"]): RunOutcome => ({ kind, message: kind });
  const move = (id: string, state: RunState): Promise<void> =>
    state === "waiting" || state === "running"
      ? setState(database, id, state)
      : setOutcome(database, id, outcome(state as RunOutcome["kind"]));

  test.each<[string, readonly RunState[]]>([
    ["the straight way", ["running", "delivered"]],
    ["waiting in between", ["waiting", "running", "waiting", "running", "declined"]],
    ["cancelled in the queue", ["cancelled"]],
    ["a repeated step says the same", ["running", "running", "failed", "failed"]],
  ])("allow %s", async (_name, path) => {
    const { id } = await store();
    for (const state of path) await move(id, state);
    expect((await findRun(database, id))?.state).toBe(path.at(-1));
  });

  test.each<[string, readonly RunState[], RunState]>([
    ["work after the end", ["running", "delivered"], "running"],
    ["a second outcome", ["running", "failed"], "delivered"],
    ["delivery without work", [], "delivered"],
  ])("do not allow %s", async (_name, path, wrong) => {
    const { id } = await store();
    for (const state of path) await move(id, state);
    await expect(move(id, wrong)).rejects.toThrow(/cannot become/);
  });

  test("keep the first outcome", async () => {
    const { id } = await store();
    await setOutcome(database, id, { kind: "failed", message: "first" });
    await setOutcome(database, id, { kind: "failed", message: "second" });
    expect((await findRun(database, id))?.outcome).toEqual({ kind: "failed", message: "first" });
  });
});
