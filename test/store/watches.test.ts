import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { forgetInstallation } from "../../src/store/forget.ts";
import {
  beginWatch,
  endSlot,
  findWatch,
  noteWritten,
  runningWatches,
  saveWatch,
  stopWatch,
} from "../../src/store/watches.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const repository = (repositoryId: number, installationId = 7) => ({
  ...{ repositoryId, installationId, owner: "acme", name: `shop-${repositoryId}` },
});
const running = async (): Promise<readonly number[]> =>
  (await runningWatches(postgres.database)).map(({ repositoryId }) => repositoryId);

describe("watches", () => {
  test("begin once, and keep what they hold when they are begun again", async () => {
    const { database } = postgres;
    await beginWatch(database, repository(1), { entries: [] });
    await saveWatch(database, 1, { entries: ["zod\u0000"] });
    await noteWritten(database, 1, 12, "hash");
    await endSlot(database, 1, "2026-11-23");
    await beginWatch(database, { ...repository(1), name: "renamed" }, { entries: [] });
    expect(await findWatch(database, 1)).toEqual({
      ...{ repositoryId: 1, installationId: 7, owner: "acme", name: "renamed" },
      // PostgreSQL takes no NUL.
      watch: { entries: ["zod\uFFFD"] },
      ...{ issueNumber: 12, written: "hash", slot: "2026-11-23", stopped: undefined },
    });
  });
  test("a stopped one is not looked at, and goes on when it is begun again", async () => {
    const { database } = postgres;
    await stopWatch(database, 1, "closed");
    expect(await running()).toEqual([]);
    expect(await findWatch(database, 1)).toMatchObject({
      stopped: "closed",
      // By which it is known when it is opened again.
      issueNumber: 12,
      written: undefined,
    });
    await beginWatch(database, repository(1), {});
    expect(await running()).toEqual([1]);
  });
  test("go with their installation, or with their repository", async () => {
    const { database } = postgres;
    for (const id of [2, 3]) await beginWatch(database, repository(id), {});
    await beginWatch(database, repository(4, 8), {});
    await forgetInstallation(database, 7, [2, 4]);
    expect(await running()).toEqual([1, 3, 4]);
    await forgetInstallation(database, 7);
    expect(await running()).toEqual([4]);
    expect(await findWatch(database, 1)).toBeUndefined();
  });
});
