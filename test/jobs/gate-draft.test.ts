import { expect, test } from "@jest/globals";
import { gateDraft, type Judged, syntaxChecked } from "../../src/jobs/change/gate-draft.ts";
import type { JobRun } from "../../src/jobs/job-run.ts";
import type { Knowledge } from "../../src/jobs/reading/knowledge.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { graph, workspace } from "../agent/small-repository.ts";
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
