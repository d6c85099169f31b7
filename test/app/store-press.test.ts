import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createStoreAndEnqueue, type StoreDeliveryOptions } from "../../src/app/store-delivery.ts";
import type { PressDelivery } from "../../src/command/delivery.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import type { NewRun } from "../../src/store/run.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

test("a button acts on runs of its own repository alone, whatever run its check names", async () => {
  const { database } = postgres;
  const about = newRun({ repositoryId: 5, issueNumber: 7 });
  await database.transaction((transaction) => storeDelivery(transaction, newDelivery(), about));
  const stored: NewRun[] = [];
  const storeAndEnqueue = async (_: unknown, run: NewRun) => {
    stored.push(run);
    return { kind: "stored" as const, runId: run.id };
  };
  const options = { database, enqueuer: { storeAndEnqueue }, appSlug: "coderag" };
  const store = createStoreAndEnqueue(options as unknown as StoreDeliveryOptions);
  const press = (repositoryId: number, runId: string) =>
    store({
      ...{ kind: "press", guid: randomUUID(), button: "cancel", runId, installationId: 7 },
      repository: { id: repositoryId, owner: "acme", name: "shop" },
      actor: { login: "ada", id: 1, type: "User" },
    } as unknown as PressDelivery);
  expect(await press(6, about.id)).toBe("not-needed");
  expect(await press(5, randomUUID())).toBe("not-needed");
  expect(await press(5, about.id)).toBe("stored");
  expect(stored).toMatchObject([{ repositoryId: 5, issueNumber: 7, verb: "cancel" }]);
});
