import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { diffStat, unifiedDiff } from "../../src/edits/diff.ts";
import type { FileChange } from "../../src/source/file.ts";

const abc = "a\nb\nc\n";

describe("unifiedDiff", () => {
  test("changed", () => {
    expect(unifiedDiff({ path: "src/f", before: abc, after: "a\nB\nc\n" })).toBe(
      "--- a/src/f\n+++ b/src/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",
    );
  });
  test("new, deleted, unchanged", () => {
    expect(unifiedDiff({ path: "f", before: undefined, after: "a\n" })).toBe(
      "--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n",
    );
    expect(unifiedDiff({ path: "f", before: "a\n", after: undefined })).toBe(
      "--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n",
    );
    expect(unifiedDiff({ path: "f", before: abc, after: abc })).toBe("");
  });
  test("context", () => {
    expect(unifiedDiff({ path: "f", before: abc, after: "a\nb\nC\n" }, { context: 1 })).toContain(
      "@@ -2,2 +2,2 @@",
    );
  });
});

describe("git applies the diff to the exact bytes", () => {
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "coderag-diff-"));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const many = (count: number, word: string): string =>
    Array.from({ length: count }, (_, at) => `${word}${at}\n`).join("");
  const rows: [string, FileChange][] = [
    ["a change", { path: "f", before: abc, after: "a\nB\nc\n" }],
    ["no last line end", { path: "f", before: "a\nb", after: "a\nb\nc" }],
    ["a last line end added", { path: "f", before: "a\nb", after: "a\nb\n" }],
    ["CRLF", { path: "f", before: "a\r\nb\r\n", after: "a\r\nB\r\n" }],
    ["a name with blanks", { path: "a dir/b c.txt", before: abc, after: "B\n" }],
    ["a name beyond ASCII", { path: "é/漢.txt", before: abc, after: "B\n" }],
    ["a new file", { path: "new/f", before: undefined, after: "x\ny" }],
    ["a new file with nothing in it", { path: "new/__init__.py", before: undefined, after: "" }],
    ["a file with nothing in it that goes", { path: "old", before: "", after: undefined }],
    [
      "too different for a smallest diff",
      { path: "f", before: many(1600, "a"), after: `${many(1600, "b")}x` },
    ],
  ];
  test.each(rows)("%s", (name, change) => {
    const work = join(directory, name.replaceAll(" ", "-"));
    const file = join(work, change.path);
    mkdirSync(dirname(file), { recursive: true });
    if (change.before !== undefined) writeFileSync(file, change.before);
    execFileSync("git", ["apply", "--unsafe-paths", "-p1", "-"], {
      cwd: work,
      input: unifiedDiff(change),
      env: {
        PATH: "/usr/bin:/bin",
        GIT_CEILING_DIRECTORIES: directory,
        GIT_CONFIG_NOSYSTEM: "1",
        HOME: directory,
      },
    });
    expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(change.after);
  });
});

test("diffStat counts lines", () => {
  const changes: FileChange[] = [
    { path: "a", before: abc, after: "a\nB\nc\nd\n" },
    { path: "b", before: undefined, after: "x\ny" },
    { path: "c", before: "x\n", after: undefined },
    { path: "d", before: abc, after: abc },
    { path: "e", before: undefined, after: "" },
  ];
  expect(diffStat(changes)).toEqual({
    files: [
      { path: "a", kind: "changed", added: 2, removed: 1 },
      { path: "b", kind: "added", added: 2, removed: 0 },
      { path: "c", kind: "deleted", added: 0, removed: 1 },
      { path: "e", kind: "added", added: 0, removed: 0 },
    ],
    added: 4,
    removed: 2,
  });
});
