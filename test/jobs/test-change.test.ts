import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { testChange } from "../../src/jobs/change/test-change.ts";
import type { Knowledge } from "../../src/jobs/reading/knowledge.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { probeSandbox } from "../../src/sandbox/bubblewrap.ts";
import type { FileChange } from "../../src/source/file.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { inOwnProcess } from "../helpers/own-process.ts";
import { makeRepository } from "../helpers/repository.ts";

const { available } = await probeSandbox();

/** Runs `testCommand` on a small repository after these changes, and gives what the draft would say. */
async function verify(testCommand: string | undefined, changes: readonly FileChange[] = []) {
  const repository = await makeRepository({
    "a.txt": "old\n",
    "check.sh": { mode: "100755", content: "cat a.txt\n" },
  });
  const workspace = await openLocal(repository.dir);
  try {
    const knowledge = { workspace: async () => workspace } as unknown as Knowledge;
    const surroundings = { options: { testCommand } } as unknown as Surroundings;
    const result = { changes } as unknown as Parameters<typeof testChange>[0];
    const base = { branch: "main", commit: workspace.commit };
    return await testChange(result, base, knowledge, surroundings, new AbortController().signal);
  } finally {
    await workspace.close();
    await repository.remove();
  }
}

test("without a test command nothing is run, and the draft says so", async () => {
  expect(await verify(undefined)).toEqual({
    what: "Tests",
    result: "not run",
    detail: "no test command is configured",
  });
});

test("X07: without a sandbox nothing is run, and the draft says so", async () => {
  const program = `
    import { testChange } from ${JSON.stringify(resolve("src/jobs/change/test-change.ts"))};
    const none = { workspace: () => Promise.reject(new Error("It was looked at what to run.")) };
    const said = await testChange({ changes: [] }, {}, none, { options: { testCommand: "true" } });
    console.log(JSON.stringify(said));
  `;
  // Nor is there one where nothing can be written for it (F42).
  const said = await inOwnProcess(program, { env: { TMPDIR: "/nonexistent" } });
  expect(said).toMatchObject({ what: "Tests", result: "not run" });
});

describe(available ? "in the sandbox" : "in the sandbox (left out: bubblewrap is not installed)", () => {
  const rows: readonly [string, string, readonly FileChange[], string, RegExp][] = [
    [
      "sees the changed file",
      "grep -q new a.txt",
      [{ path: "a.txt", before: "old\n", after: "new\n" }],
      "passed",
      /exit code 0/,
    ],
    [
      "sees a new file",
      "cat b.txt",
      [{ path: "b.txt", before: undefined, after: "hello\n" }],
      "passed",
      /: hello$/,
    ],
    [
      "misses a deleted file",
      "test ! -e a.txt",
      [{ path: "a.txt", before: "old\n", after: undefined }],
      "passed",
      /exit code 0/,
    ],
    [
      "keeps modes",
      "./check.sh",
      [{ path: "check.sh", before: "cat a.txt\n", after: "echo mode\n" }],
      "passed",
      /: mode$/,
    ],
    ["the exit code decides, not the output", "echo All tests passed; exit 3", [], "failed", /exit code 3/],
  ];
  if (available)
    test.each(rows)("%s", async (_name, command, changes, result, detail) => {
      const verification = await verify(command, changes);
      expect(verification.result).toBe(result);
      expect(verification.detail).toMatch(detail);
    });
  else test("is not there", () => expect(available).toBe(false));
});
