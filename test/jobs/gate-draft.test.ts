import { expect, test } from "@jest/globals";
import { gateDraft, type Judged } from "../../src/jobs/change/gate-draft.ts";
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
