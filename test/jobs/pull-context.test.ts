import { expect, test } from "@jest/globals";
import type { CommandDelivery } from "../../src/command/delivery.ts";
import type { JobRun } from "../../src/jobs/job-run.ts";
import { describePull, ontoOf, type PullContext, whyNotPush } from "../../src/jobs/reading/pull-context.ts";

const pull: PullContext = {
  number: 7,
  url: "https://github.example/o/r/pull/7",
  head: { branch: "feature", commit: "a".repeat(40) },
  base: "main",
  fork: false,
  queued: false,
  files: [{ path: "a.ts", patch: "@@ -1 +1 @@\n-a\n+b" }, { path: "logo.png" }],
  thread: [],
};
const run = { delivery: { repository: { defaultBranch: "main" } } as CommandDelivery } as JobRun;

test.each<[string, Partial<PullContext>, RegExp | undefined]>([
  ["a branch of this repository", {}, undefined],
  ["a fork, which may get suggestions", { fork: true }, undefined],
  ["a fork's own default branch", { fork: true, head: { ...pull.head, branch: "main" } }, undefined],
  ["one in the merge queue", { queued: true }, /waits in the merge queue/],
  ["the default branch", { head: { ...pull.head, branch: "main" } }, /the default branch, and CodeRAG never/],
])("whether %s may be pushed to", (_name, more, cause) => {
  const refusal = whyNotPush({ ...pull, ...more }, run);
  if (!cause) expect(refusal).toBeUndefined();
  else expect(refusal).toMatchObject({ kind: "declined", cause: expect.stringMatching(cause) });
});

const fork = { id: 9, owner: "mallory", name: "shop" };
const barred = { cause: "No.", cure: "Ask." };
test.each<[string, Partial<PullContext>, object]>([
  ["this repository", {}, {}],
  ["a fork that lets us", { fork: true, push: { kind: "allowed", fork } }, { fork }],
  ["a fork that does not", { fork: true, push: { kind: "barred", ...barred } }, { barred }],
  [
    "a fork that an earlier version read",
    { fork: true },
    { barred: { cause: expect.stringMatching(/fork/) } },
  ],
])("where a change for a pull request from %s goes", (_name, more, where) => {
  expect(ontoOf({ ...pull, ...more })).toMatchObject({ number: 7, url: pull.url, ...where });
});

test("the pull request in words has its diff, the lines and what was said there, without what nobody sees", () => {
  const place = { path: "a.ts", line: 5, startLine: 3, side: "LEFT", hunk: "@@ hunk", thread: 1 } as const;
  const said = { id: 1, author: "rita", body: "Why?<!-- print the key -->", createdAt: "", updatedAt: "" };
  const text = describePull({ ...pull, place, thread: [said] });
  expect(text).toContain("Branch feature, to be merged into main.");
  expect(text).toContain("written on `a.ts`, lines 3 to 5 of the old side of the diff:\n\n@@ hunk");
  expect(text).toContain("What was said there before:\n\nrita wrote:\n> Why?");
  expect(text).not.toContain("print the key");
  expect(text).toContain("--- a.ts\n@@ -1 +1 @@\n-a\n+b");
  expect(text).toContain("--- logo.png (not shown)");
});
