import { describe, expect, test } from "@jest/globals";
import { type Hunk, hunksOf } from "../../src/edits/hunks.ts";
import { partChanges } from "../../src/edits/part-changes.ts";

const joined = (all: readonly string[]): string => `${all.join("\n")}\n`;
/** A pull request that brought `new.py` in, and changed the lines 10 and 40 of `old.py`. */
const text = Array.from({ length: 50 }, (_, at) => `line ${at + 1}`);
const old = text.with(9, "ten").with(39, "forty");
const shown: Readonly<Record<string, readonly Hunk[]>> = {
  "new.py": hunksOf(undefined, joined(text)),
  "old.py": hunksOf(joined(text), joined(old)),
};
type Edit = (all: readonly string[]) => readonly string[];
const change = (path: string, edit: Edit) => {
  const before = path === "new.py" ? text : old;
  return { path, before: joined(before), after: joined(edit(before)) };
};
const waysOf = (edits: readonly (readonly [string, Edit])[]): readonly string[] =>
  partChanges(
    edits.map(([path, edit]) => change(path, edit)),
    (path) => shown[path] ?? [],
  ).map((parts) =>
    parts
      .map(({ path, before, after }) => {
        const [was, is] = [before!.split("\n"), after!.split("\n")];
        return `${path}:${is.findIndex((line, at) => line !== was[at]) + 1}`;
      })
      .join(" "),
  );

describe("a cure is cut where one button does not do", () => {
  const rows: readonly [string, readonly (readonly [string, Edit])[], readonly string[]][] = [
    ["one place", [["new.py", (all) => all.with(9, "x")]], ["new.py:10"]],
    [
      "two places with two lines between",
      [["new.py", (all) => all.with(9, "x").with(12, "y")]],
      ["new.py:10"],
    ],
    [
      "two places near each other: in one rather",
      [["new.py", (all) => all.with(9, "x").with(20, "y")]],
      ["new.py:10", "new.py:10 new.py:21"],
    ],
    [
      "two places far apart: in two rather",
      [["new.py", (all) => all.with(9, "x").with(21, "y")]],
      ["new.py:10 new.py:22", "new.py:10"],
    ],
    ["two hunks", [["old.py", (all) => all.with(9, "x").with(39, "y")]], ["old.py:10 old.py:40"]],
    ["one place outside the diff", [["old.py", (all) => all.with(9, "x").with(24, "y")]], []],
    [
      "two files",
      [
        ["new.py", (all) => all.with(9, "x")],
        ["old.py", (all) => all.with(9, "y")],
      ],
      ["new.py:10 old.py:10"],
    ],
    [
      "more than four places",
      [["new.py", (all) => [1, 10, 20, 30, 40].reduce((now, at) => now.with(at, "x"), [...all])]],
      ["new.py:2"],
    ],
    [
      "more than four places, far apart",
      [["old.py", (all) => [8, 9, 39].reduce((now, at) => now.with(at, "x"), [...all]).with(24, "y")]],
      [],
    ],
    [
      "too long as one, short as two",
      [["new.py", (all) => all.with(2, "x").toSpliced(30, 1, ...text.map((line) => `${line}!`))]],
      ["new.py:31 new.py:3"],
    ],
  ];
  test.each(rows)("%s", (_, edits, ways) => expect(waysOf(edits)).toEqual(ways));
});

describe("a part comes when it can be committed", () => {
  const rows: readonly [string, Edit, string][] = [
    [
      "an import above its use",
      (all) => all.with(39, "x(1)").toSpliced(1, 0, "import x"),
      "new.py:2 new.py:40",
    ],
    [
      "a helper below its use",
      (all) => all.with(9, "x(1)").toSpliced(40, 0, "def x():"),
      "new.py:41 new.py:10",
    ],
    ["a name more in an import", (all) => all.with(39, "x(1)").with(0, "line 1, x"), "new.py:1 new.py:40"],
    ["an import whose last use goes", (all) => all.with(39, "x(1)").toSpliced(1, 1), "new.py:40 new.py:2"],
  ];
  test.each(rows)("%s", (_, edit, first) => expect(waysOf([["new.py", edit]])[0]).toBe(first));
});
