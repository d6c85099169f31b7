import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { repositoryConfigJsonSchema, schemaFile } from "../../src/repository-config/json-schema.ts";

const root = resolve(import.meta.dirname, "../..");

test("the published schema is the one that is read by; `node scripts/write-config-schema.ts` writes it", () => {
  expect(JSON.parse(readFileSync(join(root, schemaFile), "utf8"))).toEqual(
    JSON.parse(repositoryConfigJsonSchema()),
  );
});

test("every setting is described", () => {
  interface Schema {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Schema>>;
  }
  const { properties } = JSON.parse(repositoryConfigJsonSchema()) as Required<Schema>;
  for (const [name, { description }] of Object.entries(properties))
    expect([name, description]).toEqual([name, expect.any(String)]);
});
