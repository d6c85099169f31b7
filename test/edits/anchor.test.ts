import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Anchoring, anchorChange, commitSuggestion, type WhyOutside } from "../../src/edits/anchor.ts";
import { carryLine } from "../../src/edits/carry-line.ts";
import { hunkHolding, hunksOf } from "../../src/edits/hunks.ts";

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const joined = (all: readonly string[]): string => `${all.join("\n")}\n`;
/** A pull request that changed the lines 10 and 40 of 50. */
const base = joined(lines(50));
const head = joined(lines(50).with(9, "ten").with(39, "forty"));
const hunks = hunksOf(base, head);

const anchor = (edit: (all: string[]) => readonly string[]): Anchoring =>
  anchorChange({ path: "a", before: head, after: joined(edit(head.trimEnd().split("\n"))) }, hunks);

describe("a change within one hunk is a suggestion", () => {
  const rows: readonly [string, (all: string[]) => readonly string[], object][] = [
    ["one line", (all) => all.with(9, "TEN"), { from: 10, to: 10, lines: ["TEN"] }],
    ["a context line", (all) => all.with(6, "seven"), { from: 7, to: 7, lines: ["seven"] }],
    ["two places", (all) => all.with(7, "x").with(9, "y"), { from: 8, to: 10, lines: ["x", "line 9", "y"] }],
    ["an insertion", (all) => all.toSpliced(9, 0, "new"), { from: 9, to: 9, lines: ["line 9", "new"] }],
    [
      "an insertion on top",
      (all) => all.toSpliced(6, 0, "new"),
      { from: 7, to: 7, lines: ["new", "line 7"] },
    ],
    ["a deletion", (all) => all.toSpliced(8, 2), { from: 9, to: 10, lines: [] }],
    ["a blank line", (all) => all.with(9, ""), { from: 10, to: 10, lines: [""] }],
  ];
  test.each(rows)("%s", (_, edit, suggestion) => {
    const anchoring = anchor(edit);
    expect(anchoring).toEqual({ kind: "suggestion", suggestion: { path: "a", ...suggestion } });
    const after = joined(edit(head.trimEnd().split("\n")));
    if (anchoring.kind === "suggestion") expect(commitSuggestion(head, anchoring.suggestion)).toBe(after);
  });
});

test.each(["/usr/bin", "@dependabot.skip", "@claude(", "@codex", "@Override public", "bors", "borstal r"])(
  "%s is no command of a bot",
  (line) => expect(anchor((all) => all.with(9, line))).toMatchObject({ kind: "suggestion" }),
);

describe("what GitHub's button cannot write is none", () => {
  const outside: readonly [WhyOutside, (all: string[]) => readonly string[]][] = [
    ["outside the diff", (all) => all.with(24, "x")],
    ["outside the diff", (all) => all.with(5, "x").with(6, "y")],
    ["more than one hunk", (all) => all.with(9, "x").with(39, "y")],
    ["too long", (all) => all.toSpliced(9, 1, ...lines(80).map((one) => `new ${one}`))],
    ["too long", (all) => all.with(9, "x".repeat(20_001))],
    ...["/merge now", "@dependabot merge", "  @mergifyio queue", "bors r+", "bors: try", "@Claude do it"].map(
      (line): [WhyOutside, (all: string[]) => readonly string[]] => [
        "a command at the beginning of a line",
        (all) => all.with(9, line),
      ],
    ),
  ];
  test.each(outside)("%s", (why, edit) => expect(anchor(edit)).toMatchObject({ kind: "outside", why }));

  const ends: readonly [string, string, string][] = [
    ["carriage returns", "a\r\nb\r\n", "a\r\nc\r\n"],
    ["a last line end that goes", "a\nb\n", "a\nb"],
    ["a last line end that comes", "a\nb", "a\nc\n"],
    ["a byte order mark", "\uFEFFa\nb\n", "\uFEFFx\nb\n"],
    ["a byte order mark of the only line", "\uFEFFa\n", "\uFEFFa\nb\n"],
  ];
  test.each(ends)("%s", (_, before, after) => {
    const change = { path: "a", before, after };
    expect(anchorChange(change, hunksOf("", before))).toMatchObject({ kind: "outside", why: "line ends" });
  });

  test("a byte order mark on the line above stays out of what is inserted below it", () => {
    const before = "\uFEFFa\nb\n";
    expect(anchorChange({ path: "a", before, after: "\uFEFFa\nx\nb\n" }, hunksOf("", before))).toEqual({
      kind: "suggestion",
      suggestion: { path: "a", from: 2, to: 2, lines: ["x", "b"] },
    });
  });

  test("a new or deleted file", () => {
    for (const change of [
      { path: "a", before: undefined, after: "x" },
      { path: "a", before: "x", after: undefined },
    ])
      expect(anchorChange(change, [])).toMatchObject({ why: "adds or deletes a file" });
  });
});

const few = fc.array(fc.constantFrom("a", "b", "c", "", "}"), { maxLength: 25 });
const text = fc
  .tuple(few, fc.boolean())
  .map(([all, ended]) => all.join("\n") + (ended && all[0] ? "\n" : ""));

test("a suggestion, committed, is the change itself, and lies in one hunk", () => {
  let suggested = 0;
  fc.assert(
    fc.property(text, text, text, (before, now, after) => {
      const shown = hunksOf(before, now);
      const anchoring = anchorChange({ path: "a", before: now, after }, shown);
      if (anchoring.kind !== "suggestion") return;
      suggested += 1;
      expect(commitSuggestion(now, anchoring.suggestion)).toBe(after);
      expect(hunkHolding(shown, anchoring.suggestion)).toBeDefined();
    }),
    { numRuns: 500 },
  );
  expect(suggested).toBeGreaterThan(30);
});

describe("a line is found again in a text that moved on", () => {
  const rows: readonly [string, string, number | undefined][] = [
    ["unchanged", head, 10],
    ["moved down", `new\n${head}`, 11],
    ["changed below", head.replace("line 45", "x"), 10],
    ["changed there", head.replace("ten", "zehn"), undefined],
    ["gone with its file", "", undefined],
  ];
  test.each(rows)("%s", (_, now, expected) => expect(carryLine(head, now, 10)).toBe(expected));
});
