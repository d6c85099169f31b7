import { describe, expect, test } from "@jest/globals";
import { changedLines } from "../../../src/retrieval/history/changed-lines.ts";
import { requestOfCommit } from "../../../src/retrieval/history/commit-request.ts";
import { goldOf } from "../../../src/retrieval/history/gold.ts";
import { recallAt } from "../../../src/retrieval/history/recall.ts";
import { graphOf } from "../../helpers/graph-of.ts";

const graph = graphOf([
  ["src/a.py#load", 1, 5],
  ["src/a.py#Parser", 7, 30],
  ["src/a.py#Parser.parse", 9, 20],
  ["src/a.py#Parser.parse.inner", 12, 14],
  ["src/a.py#Parser.dump", 22, 30],
  ["tests/test_a.py#test_load", 1, 9],
]);

/** A diff of one file with these hunks: how it begins, then its lines. */
const diff = (path: string, ...hunks: readonly string[]): string =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks, ""].join("\n");

describe("the lines that a diff changed", () => {
  test.each<[string, string, unknown]>([
    ["replaced", "@@ -3 +3 @@ def x\n-a\n+b", [["replaced", 3, 3]]],
    ["several", "@@ -3,2 +3 @@\n-a\n-b\n+c", [["replaced", 3, 4]]],
    ["inserted", "@@ -3,0 +4,2 @@\n+a\n+b", [["inserted", 3, 4]]],
    ["at the top", "@@ -0,0 +1 @@\n+a", [["inserted", 0, 1]]],
    ["of a body that looks like a head", "@@ -3 +3 @@\n--- a/evil.py\n+@@ -9 +9 @@", [["replaced", 3, 3]]],
    ["without a last line end", "@@ -3 +3 @@\n-a\n\\ No newline at end of file\n+b", [["replaced", 3, 3]]],
  ])("%s", (_name, hunks, expected) =>
    expect(changedLines(diff("src/a.py", hunks)).map(({ kind, from, to }) => [kind, from, to])).toEqual(
      expected,
    ),
  );
  test("carry their own file's path", () => {
    const two = diff("a b.py", "@@ -1 +1 @@\n-a\n+b") + diff("c.py", "@@ -2 +2 @@\n-a\n+b");
    const added = "diff --git a/new.py b/new.py\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+a\n";
    const paths = changedLines(two + added + diff("d.py", "@@ -1 +1 @@\n-a\n+b")).map(({ path }) => path);
    expect(paths).toEqual(["a b.py", "c.py", "d.py"]);
  });
});

describe("what a commit touched", () => {
  const check = (path: string, hunk: string) => {
    const { files, functions } = goldOf(changedLines(diff(path, hunk)), graph);
    return [...files, ...functions];
  };
  test.each<[string, string, string, readonly string[]]>([
    ["a line of a function", "src/a.py", "@@ -2 +2 @@", ["src/a.py", "src/a.py#load"]],
    ["the innermost", "src/a.py", "@@ -13 +13 @@", ["src/a.py", "src/a.py#Parser.parse.inner"]],
    [
      "lines of two methods",
      "src/a.py",
      "@@ -20,3 +20,3 @@",
      ["src/a.py", "src/a.py#Parser.parse", "src/a.py#Parser.dump"],
    ],
    ["an insertion inside", "src/a.py", "@@ -3,0 +4 @@", ["src/a.py", "src/a.py#load"]],
    ["an insertion behind the last line", "src/a.py", "@@ -5,0 +6 @@", ["src/a.py"]],
    ["a line of a class alone", "src/a.py", "@@ -8 +8 @@", ["src/a.py"]],
    ["a test", "tests/test_a.py", "@@ -2 +2 @@", []],
    ["an unknown file", "src/b.py", "@@ -2 +2 @@", []],
  ])("%s", (_name, path, hunk, expected) => expect(check(path, hunk)).toEqual(expected));
});

describe("a commit as a request", () => {
  test.each([
    ["Fix the parser (#12)\n\nIt fell over.\n", "Fix the parser", "It fell over."],
    ["Merge pull request #7 from a/b\n\nParse lists\n\nMore.", "Parse lists", "More."],
    ["Merge branch 'x' into main", "", ""],
    ["Merge from develop", "", ""],
    ["Merge lists of names", "Merge lists of names", ""],
    ["Add x\n\nWhy.\n\nCo-authored-by: A <a@b.c>\nSigned-off-by: B", "Add x", "Why."],
    ["", "", ""],
  ])("%j", (message, title, body) => expect(requestOfCommit(message)).toEqual({ title, body, comments: [] }));
});

test.each<[readonly string[], readonly string[], number, number]>([
  [["a", "b", "c"], ["a", "c"], 1, 0.5],
  [["a", "b", "c"], ["a", "c"], 3, 1],
  [["a"], ["x"], 5, 0],
  [[], [], 5, 1],
])("recall of %j for %j at %d", (ranked, wanted, cutoff, expected) =>
  expect(recallAt(ranked, new Set(wanted), cutoff)).toBe(expected),
);
