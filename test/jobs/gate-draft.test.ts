import { expect, test } from "@jest/globals";
import { gateDraft, type Judged, syntaxChecked } from "../../src/jobs/change/gate-draft.ts";
import { untested } from "../../src/jobs/change/untested.ts";
import type { JobRun } from "../../src/jobs/job-run.ts";
import type { Knowledge } from "../../src/jobs/reading/knowledge.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { graph, workspace } from "../agent/small-repository.ts";
import { graphOf } from "../helpers/graph-of.ts";
import { signal } from "../web/small-internet.ts";

const search = await createSearchIndex(graph, (paths) => workspace.readMany(paths));
const knowledge = { index: async () => ({ workspace, graph, search, indexes: [] }) } as unknown as Knowledge;
const surroundings = { options: { checks: {} } } as unknown as Surroundings;

/** What the loop took is recorded; whatever came between, nothing is made of it before it is judged again. */
test.each([
  ["a path that leads out", "../a.py", "x = 1\n"],
  ["a file that decides what runs", ".github/workflows/ci.yml", "on: push\n"],
  ["a manifest", "package.json", "{}\n"],
  ["a key", "a.py", `KEY = "ghp_${"a1".repeat(20)}"\n`],
])("%s is refused by the gate itself", async (_, path, after) => {
  const result = { changes: [{ path, before: undefined, after }], submission: {} };
  const judged = { brief: {}, index: { notes: [] }, result, verification: [] } as unknown as Judged;
  await expect(gateDraft({} as JobRun, judged, knowledge, surroundings, signal)).rejects.toThrow(
    /is refused by the gate/,
  );
});

test.each([
  [["a.py", "notes.md"], "2 files compared before and after; no new fault"],
  [
    ["a.py", "lib/a.ex", "b.exs"],
    "3 files compared before and after; no new fault; the syntax of 2 files was not checked, for lack of a parser",
  ],
])("what is said of %j is what was done", (paths, detail) => {
  const changes = paths.map((path) => ({ path, before: "", after: "x" }));
  expect(syntaxChecked([...changes, { path: "gone.ex", before: "x", after: undefined }]).detail).toBe(detail);
});

const cart = graphOf(
  [
    ["src/cart.ts#add", 1, 3],
    ["src/lib.rs#add", 1, 3],
    ["src/lib.rs#tests.adds", 5, 7, { test: true }],
    ["src/alone.ts#alone", 1, 3],
    ["test/cart.test.ts", 1, 9],
  ],
  [
    ["test/cart.test.ts", "Call", "src/cart.ts#add", { line: 2 }],
    ["src/lib.rs#tests.adds", "Call", "src/lib.rs#add", { line: 6 }],
  ],
);
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `${at}\n`).join("");

test.each<[string, readonly string[], string | undefined]>([
  ["code that has a test", ["notes.md", "src/cart.ts"], "src/cart.ts: test/cart.test.ts"],
  ["code and a test", ["src/cart.ts", "test/other.test.ts"], undefined],
  ["code and what tests read", ["src/cart.ts", "test/fixtures/a.txt"], undefined],
  ["code with its tests in it", ["src/lib.rs"], undefined],
  ["code that no test is near to", ["src/alone.ts"], undefined],
])("of a change of %s: is said that no test was", (_, paths, expected) => {
  const changes = paths.map((path) => ({ path, before: "", after: lines(9) }));
  const found = untested(changes, cart, cart).map(
    ({ path, message }) => `${path}: ${/the nearest is `(.*)`/.exec(message)?.[1]}`,
  );
  expect(found).toEqual(expected === undefined ? [] : [expected]);
});
