import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newPush, refreshOf, shaOf, usedRepository } from "../helpers/pushes.ts";
import { eventually, newDelivery, newRun, runReaches } from "../helpers/runs.ts";
import { endInOrder, everythingDone, openToy, type Toy } from "../helpers/toy.ts";

let toy: Toy;
const lease = { beatMs: 300, deadAfterMs: 4000 };

beforeAll(async () => {
  toy = await openToy();
});
afterAll(() => toy?.close());

const begins = async (commit: string): Promise<readonly string[]> =>
  (
    await toy.postgres.database.query<{ worker: string }>(
      "select worker from refreshed where commit = $1 order by worker",
      [commit],
    )
  ).map(({ worker }) => worker);

/** A worker in whose middle of the refresh of this commit `kill -9` comes. */
async function dieIn(commit: string, name: string): Promise<void> {
  const worker = toy.start(name, { lease }, { pauseMs: 60_000 });
  await eventually(`${name} to refresh`, async () => (await begins(commit)).includes(name));
  worker.process.kill("SIGKILL");
  expect(await worker.ended).toBe("SIGKILL");
}

test("a refresh whose worker is killed is taken up by the next one", async () => {
  const repository = await usedRepository(toy.postgres.database);
  const commit = shaOf(71);
  await toy.enqueuer.enqueueRefresh(newPush(repository, 71), 30);
  await dieIn(commit, "a-victim");
  const heir = toy.start("b-heir", { lease });
  await eventually("the refresh to end", async () => {
    const row = await refreshOf(toy.postgres.database, repository);
    return row?.working === null && row.failures === 0;
  });
  expect(await begins(commit)).toEqual(["a-victim", "b-heir"]);
  await endInOrder(heir);
});

test("one that kills its workers is given up, and runs go on", async () => {
  const repository = await usedRepository(toy.postgres.database);
  const commit = shaOf(72);
  await toy.enqueuer.enqueueRefresh(newPush(repository, 72), 30);
  await dieIn(commit, "a-first");
  await dieIn(commit, "b-second");
  const run = newRun({ repositoryId: repository });
  await toy.enqueuer.storeAndEnqueue(newDelivery(), run);
  const last = toy.start("c-last", { lease });
  expect((await runReaches(toy.postgres.database, run.id, "delivered")).outcome?.message).toBe(
    everythingDone,
  );
  const given = await eventually("the refresh to be given up", async () => {
    const row = await refreshOf(toy.postgres.database, repository);
    return row?.working === null && row;
  });
  expect(given.failures).toBe(1);
  expect(await begins(commit)).toEqual(["a-first", "b-second"]);
  await endInOrder(last);
});
