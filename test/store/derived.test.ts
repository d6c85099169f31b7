import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Database } from "../../src/store/database.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import { contentKey, type DerivedStore, derivedInDatabase, trimDerived } from "../../src/store/derived.ts";
import { derivedInFiles } from "../../src/store/derived-files.ts";
import { forgetInstallation } from "../../src/store/forget.ts";
import { findConfig, keepConfig } from "../../src/store/repository-configs.ts";
import { startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
let database: Database;
let folder: string;

beforeAll(async () => {
  postgres = await startPostgres();
  database = postgres.database;
  folder = await mkdtemp(join(tmpdir(), "coderag-derived-"));
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const [a, b, c] = ["a", "b", "c"].map((text) => contentKey(text)) as [string, string, string];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = (found: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries([...found].map(([key, value]) => [key, value.toString()]));

let places = 0;
const newPlace = (): { inFiles: string; inDatabase: number } => {
  places += 1;
  return { inFiles: join(folder, `place-${places}`), inDatabase: 9_000 + places };
};

describe.each<[string, (place: ReturnType<typeof newPlace>) => DerivedStore]>([
  ["PostgreSQL", ({ inDatabase }) => derivedInDatabase(database, inDatabase)],
  ["files", ({ inFiles }) => derivedInFiles(inFiles)],
])("kept in %s", (_, open) => {
  test("values come back to whoever asks next, and only those", async () => {
    const place = newPlace();
    const store = open(place);
    expect(texts(await store.get("vector", [a, b]))).toEqual({});
    await store.put(
      "vector",
      new Map([
        [a, bytes("one")],
        [b, Uint8Array.of(0, 255)],
      ]),
    ); // prettier-ignore
    for (const each of [store, open(place)]) {
      expect(texts(await each.get("vector", [c, a]))).toEqual({ [a]: "one" });
      expect((await each.get("vector", [b])).get(b)).toEqual(Buffer.from([0, 255]));
      expect(texts(await each.get("label", [a]))).toEqual({});
    }
    expect(texts(await open(newPlace()).get("vector", [a]))).toEqual({});
  });

  test("what is put again replaces what was there", async () => {
    const place = newPlace();
    await open(place).put(
      "vector",
      new Map([
        [a, bytes("one")],
        [b, bytes("two")],
      ]),
    ); // prettier-ignore
    await open(place).put(
      "vector",
      new Map([
        [a, bytes("uno")],
        [b, bytes("two")],
      ]),
    ); // prettier-ignore
    expect(texts(await open(place).get("vector", [a, b]))).toEqual({ [a]: "uno", [b]: "two" });
  });

  test("nothing is lost when two write at once", async () => {
    const place = newPlace();
    const [one, two] = [open(place), open(place)];
    const keys = Array.from({ length: 50 }, (_, at) => contentKey(String(at)));
    const put = (store: DerivedStore, order: readonly string[]) =>
      store.put("requirement", new Map(order.map((key) => [key, bytes(key)])));
    await Promise.all([put(one, keys), put(two, keys.toReversed())]);
    await put(open(place), keys);
    expect(texts(await open(place).get("requirement", keys))).toEqual(
      Object.fromEntries(keys.map((key) => [key, key])),
    );
  });

  test("thousands of keys are asked and kept", async () => {
    const store = open(newPlace());
    const entries = new Map(Array.from({ length: 4_500 }, (_, at) => [contentKey(`many ${at}`), bytes("x")]));
    await store.put("vector", entries);
    expect((await store.get("vector", [...entries.keys()])).size).toBe(entries.size);
    await store.put("vector", new Map());
  });
});

describe("in PostgreSQL", () => {
  test("the longest unused goes first when it is too much, and what is read is used", async () => {
    const store = derivedInDatabase(database, 1);
    const value = new Uint8Array(1000);
    await store.put(
      "vector",
      new Map([
        [a, value],
        [b, value],
        [c, value],
      ]),
    ); // prettier-ignore
    await database.query(
      "update coderag.derived set used_at = now() - interval '2 days' where repository_id = 1",
    );
    await database.query(
      "update coderag.derived set used_at = now() - interval '1 year' where repository_id <> 1",
    );
    await store.get("vector", [b]);
    expect(await trimDerived(database, 1_500)).toBeGreaterThanOrEqual(2);
    expect([...(await store.get("vector", [a, b, c])).keys()]).toEqual([b]);
    expect(await trimDerived(database, 1_500)).toBe(0);
  });

  test("goes with the installation, or with the repositories that it left, as their configuration does", async () => {
    const runs = [
      newRun({ repositoryId: 71, installationId: 7 }),
      newRun({ repositoryId: 72, installationId: 7 }),
      newRun({ repositoryId: 81, installationId: 8 }),
    ]; // prettier-ignore
    for (const [at, run] of runs.entries())
      await database.transaction((transaction) =>
        storeDelivery(transaction, newDelivery(), { ...run, issueNumber: 100 + at }),
      );
    const repositories = [71, 72, 81];
    const left = async () => {
      const [values, configs]: [number[], number[]] = [[], []];
      for (const id of repositories) {
        if ((await derivedInDatabase(database, id).get("label", [a])).size > 0) values.push(id);
        if (await findConfig(database, id)) configs.push(id);
      }
      return [values, configs];
    };
    for (const id of repositories) {
      await derivedInDatabase(database, id).put("label", new Map([[a, bytes("x")]]));
      await keepConfig(database, id, "blob", {});
    }
    await forgetInstallation(database, 7, [71]);
    expect(await left()).toEqual([
      [72, 81],
      [72, 81],
    ]);
    await forgetInstallation(database, 7);
    expect(await left()).toEqual([[81], [81]]);
  });
});

describe("in files", () => {
  const damages: readonly [string, (file: string) => Promise<void>, readonly string[]][] = [
    ["cut off at the end", async (file) => truncate(file, (await stat(file)).size - 2), [a, b]],
    [
      "changed in the middle",
      (file) => change(file, (text) => text.write("?", text.indexOf("second"))),
      [a, c],
    ],
    [
      "begun with something else",
      async (file) => writeFile(file, Buffer.concat([Buffer.from("rubbish"), await readFile(file)])),
      [a, b, c],
    ],
    [
      "written into in the middle of a crash",
      (file) => change(file, (text) => text.fill(0, text.length - 20)),
      [a, b],
    ],
    ["a length that lies", (file) => change(file, (text) => text.writeUInt32LE(0xffffffff, 4)), [b, c]],
    ["emptied", (file) => writeFile(file, ""), []],
  ]; // prettier-ignore
  test.each(damages)("a file that was %s costs its records only", async (_, damage, left) => {
    const { inFiles } = newPlace();
    const entries = new Map([
      [a, bytes("first")],
      [b, bytes("second")],
      [c, bytes("third")],
    ]); // prettier-ignore
    await derivedInFiles(inFiles).put("label", entries);
    await damage(join(inFiles, "label.log"));
    const store = derivedInFiles(inFiles);
    expect([...(await store.get("label", [a, b, c])).keys()]).toEqual(left);
    await store.put("label", entries);
    expect((await derivedInFiles(inFiles).get("label", [a, b, c])).size).toBe(3);
  });

  test("any bytes that are put in come out, whatever stands before them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.uint8Array({ maxLength: 40 }),
        async (value, noise) => {
          const { inFiles } = newPlace();
          await derivedInFiles(inFiles).put("label", new Map([[a, value]]));
          await appendFile(join(inFiles, "label.log"), noise);
          await derivedInFiles(inFiles).put("label", new Map([[b, value]]));
          const found = await derivedInFiles(inFiles).get("label", [a, b]);
          expect([...found.values()]).toEqual([Buffer.from(value), Buffer.from(value)]);
        },
      ),
      { numRuns: 30 },
    ); // prettier-ignore
  });

  test("the older half goes when it is too much", async () => {
    const { inFiles } = newPlace();
    const store = derivedInFiles(inFiles, { maxBytes: 4_000 });
    for (const key of [a, b, c]) await store.put("vector", new Map([[key, new Uint8Array(1_500)]]));
    expect([...(await derivedInFiles(inFiles).get("vector", [a, b, c])).keys()]).toEqual([c]);
    expect((await stat(join(inFiles, "vector.log"))).size).toBeLessThan(2_000);
  });

  test("a folder that cannot be made is said once, and what was made is still known", async () => {
    const { inFiles } = newPlace();
    await writeFile(inFiles, "a file, not a folder");
    const faults: string[] = [];
    const store = derivedInFiles(inFiles, { onFault: (message) => faults.push(message) });
    await store.put("vector", new Map([[a, bytes("one")]]));
    await store.put("vector", new Map([[b, bytes("two")]]));
    expect(faults).toHaveLength(1);
    expect(texts(await store.get("vector", [a, b]))).toEqual({ [a]: "one", [b]: "two" });
  });

  async function change(file: string, edit: (text: Buffer) => unknown): Promise<void> {
    const text = await readFile(file);
    edit(text);
    await writeFile(file, text);
  }
});

test("a key tells its parts apart", () => {
  expect(contentKey("ab", "c")).not.toBe(contentKey("a", "bc"));
  expect(contentKey("a", "b")).toBe(contentKey("a", "b"));
  expect(contentKey("a")).toMatch(/^[0-9a-f]{64}$/);
});
