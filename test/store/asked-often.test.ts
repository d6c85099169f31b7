import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Queryable } from "../../src/store/database.ts";
import { alsoAsked } from "../../src/store/recent.ts";
import { activeStates } from "../../src/store/run.ts";
import { recordedSteps } from "../../src/store/run-steps.ts";
import { listRuns } from "../../src/store/runs.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";

let postgres: TestPostgres;
const count = 5000;

beforeAll(async () => {
  postgres = await startPostgres();
  const { database } = postgres;
  await database.query(
    `insert into coderag.runs (id, delivery, app_slug, installation_id, repository_id, owner, name, issue_number,
       comment_id, verb, request, actor_login, actor_id, frozen_at, snapshot, state, outcome, finished_at)
     select gen_random_uuid(), i, 'coderag', 1, i % 100, 'acme', 'shop' || i % 100, 1, i, 'ask', '', 'ada', 1, now(),
       jsonb_build_object('text', repeat('x', 500)), case i when ${count} then 'running' else 'delivered' end,
       '{"details": {}}', case i when ${count} then null else now() end
     from generate_series(1, ${count}) as i`,
  );
  await database.query(
    `insert into coderag.executions (workflow_id, run_id, executor_id, instance)
     select id, id, 'worker', id from coderag.runs`,
  );
  await database.query("analyze coderag.runs, coderag.executions");
});
afterAll(() => postgres?.stop());

const one = async (database: Queryable): Promise<string> => (await listRuns(database, 1))[0]!.id;

test.each<[string, (database: Queryable) => Promise<unknown>]>([
  ["the newest runs", (database) => listRuns(database, 51)],
  ["older ones", (database) => listRuns(database, 51, { before: count / 2 })],
  ["those at work", (database) => listRuns(database, 51, { states: activeStates })],
  [
    "those that failed, of which there are none",
    (database) => listRuns(database, 51, { states: ["failed"] }),
  ],
  ["those of a repository", (database) => listRuns(database, 51, { repository: "Acme/Shop7" })],
  ["those of an unknown one", (database) => listRuns(database, 51, { repository: "acme/none" })],
  ["the steps of a run", async (database) => recordedSteps(database, await one(database))],
  ["who gave its command, too", async (database) => alsoAsked(database, await one(database))],
])("%s are found without reading all that there ever were", async (_what, ask) => {
  await postgres.database.transaction(async (transaction) => {
    // What this session did before may not have been counted yet.
    const before = await wholeReads(transaction);
    await ask(transaction);
    expect(await wholeReads(transaction)).toEqual(before);
  });
});

/** How often each table was read from its beginning to its end. */
const wholeReads = (transaction: Queryable) =>
  transaction.query<{ relname: string; seq_scan: number }>(
    `select relname, seq_scan from pg_stat_xact_user_tables
     where schemaname = 'coderag' and relname in ('runs', 'executions') order by relname`,
  );
