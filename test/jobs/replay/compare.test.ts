import { describe, expect, test } from "@jest/globals";
import { asRecorded, differingLines, firstDifference } from "../../../src/jobs/replay/compare.ts";

describe("the first difference", () => {
  test.each<[string, unknown, unknown, string | undefined]>([
    ["none", { a: [1, { b: "c" }] }, { a: [1, { b: "c" }] }, undefined],
    ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
    ["a mark of data", { boundary: "aa", text: "t" }, { boundary: "bb", text: "t" }, undefined],
    ["time", { usage: { milliseconds: 1 } }, { usage: { milliseconds: 900 } }, undefined],
    [
      ...[
        "time in words",
        "9 files (2 parsed anew), 4 edges in 0.3 s",
        "9 files (all known before), 4 edges in 1.2 s",
      ],
      undefined,
    ] as [string, string, string, undefined],
    ["a value", { a: [1, { b: "c" }] }, { a: [1, { b: "d" }] }, 'a[1].b: "c" "d"'],
    ["what is missing", { a: 1, b: 2 }, { a: 1 }, "b: 2 undefined"],
    ["what is new", [1], [1, 2], "[1]: undefined 2"],
    ["another kind", { a: [] }, { a: {} }, "a: [] {}"],
    ["null and nothing", { a: null }, {}, "a: null undefined"],
    ["the whole", "one", "two", ': "one" "two"'],
    ["edges in words", "4 edges in 0.3 s", "5 edges in 0.3 s", ': "4 edges in 0.3 s" "5 edges in 0.3 s"'],
    [
      "far inside",
      `${"x".repeat(99)}1`,
      `${"x".repeat(99)}2`,
      `: "…${"x".repeat(40)}1" "…${"x".repeat(40)}2"`,
    ],
  ])("%s", (_what, recorded, now, expected) => {
    const found = firstDifference(recorded, now);
    expect(found && `${found.at}: ${found.recorded} ${found.now}`).toBe(expected);
  });
});

test("what is by nature new each time is taken as it was, and the rest as it is now", () => {
  const recorded = {
    boundary: "aa",
    usage: { milliseconds: 5, inputTokens: 1 },
    list: [{ milliseconds: 7 }],
  };
  const now = {
    boundary: "bb",
    usage: { milliseconds: 6, inputTokens: 2 },
    list: [{ milliseconds: 8 }, { milliseconds: 9 }],
  };
  expect(asRecorded(recorded, now)).toEqual({
    boundary: "aa",
    usage: { milliseconds: 5, inputTokens: 2 },
    list: [{ milliseconds: 7 }, { milliseconds: 9 }],
  });
});

test("lines that differ are shown with a neighbour, and not all of them", () => {
  expect(differingLines("a\nb\nc\nd\n", "a\nb\nX\nd\n")).toEqual([" b", "-c", "+X", " d"]);
  const many = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
  const shown = differingLines(many, many.replaceAll("line", "row"));
  expect(shown).toHaveLength(13);
  expect(shown.at(-1)).toMatch(/^… \d+ more lines$/);
});
