import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  addedRanges,
  gitLines,
  hunkHolding,
  hunksFit,
  hunksOf,
  parsePatch,
  removedRows,
} from "../../src/edits/hunks.ts";
import { makeRepository } from "../helpers/repository.ts";

const patch = [
  "@@ -1,3 +1,4 @@ def a():",
  " one",
  "-two",
  "+zwei",
  "+zwei und halb",
  " three",
  "@@ -10 +11,0 @@",
  "-ten",
].join("\n");

describe("a patch", () => {
  const hunks = parsePatch(patch)!;

  test("is read into hunks with both sides", () => {
    expect(hunks.map(({ rows, ...numbers }) => ({ ...numbers, rows: rows.length }))).toEqual([
      { oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, rows: 5 },
      { oldStart: 10, oldLines: 1, newStart: 11, newLines: 0, rows: 1 },
    ]);
  });

  test("says which lines came in and which went", () => {
    expect(addedRanges(hunks)).toEqual([{ from: 2, to: 3 }]);
    expect(removedRows(hunks)).toEqual([
      { above: 2, texts: ["two"] },
      { above: 12, texts: ["ten"] },
    ]);
  });

  const holding: readonly [number, number, boolean][] = [
    [1, 4, true],
    [2, 2, true],
    [4, 5, false],
    [5, 5, false],
    [11, 11, false],
    [3, 2, false],
  ];
  test.each(holding)("lines %d to %d: %s", (from, to, held) => {
    expect(hunkHolding(hunks, { from, to }) !== undefined).toBe(held);
  });

  const broken: readonly [string, string][] = [
    ["cut off in a hunk", patch.split("\n").slice(0, 4).join("\n")],
    ["cut off in a line's sign", patch.replace("-ten", "ten")],
    ["no patch", "Binary files differ"],
    ["empty", ""],
  ];
  test.each(broken)("%s is not relied on", (_, text) => expect(parsePatch(text)).toBeUndefined());

  test("knows whether it is about a text", () => {
    expect(hunksFit([hunks[0]!], "one\nzwei\nzwei und halb\nthree\nfour\n")).toBe(true);
    expect(hunksFit([hunks[0]!], "one\nzwei\nthree\nfour\n")).toBe(false);
  });
});

const line = fc.constantFrom("a", "b", "  c", "", "d\r", "}");
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
  .map(([lines, ended]) => lines.join("\n") + (ended && lines.length > 0 ? "\n" : ""));

test("hunks of two texts turn the one into the other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = hunksOf(before, after);
      expect(hunksFit(hunks, after)).toBe(true);
      const old = [...gitLines(before)];
      for (const { oldStart, oldLines, rows } of [...hunks].reverse()) {
        const now = rows.filter(({ kind }) => kind !== "removed").map((row) => row.text);
        old.splice(oldLines === 0 ? oldStart : oldStart - 1, oldLines, ...now);
      }
      expect(old).toEqual(gitLines(after));
    }),
  );
});

test("what git prints is read, whatever the line ends", async () => {
  const before = Array.from({ length: 60 }, (_, at) => `line ${at}`);
  const after = before.toSpliced(40, 2).toSpliced(5, 1, "five", "and a half\r");
  const repository = await makeRepository({ a: `${before.join("\n")}\n` });
  await repository.add({ a: after.join("\n") });
  const diff = await repository.git("diff", "HEAD~1", "HEAD", "--", "a");
  const hunks = parsePatch(diff.slice(diff.indexOf("\n@@") + 1))!;
  expect(hunks).toHaveLength(3);
  expect(hunksFit(hunks, after.join("\n"))).toBe(true);
  expect(addedRanges(hunks)[0]).toEqual({ from: 6, to: 7 });
  await repository.remove();
});
