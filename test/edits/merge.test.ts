import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { carry } from "../../src/edits/merge.ts";

const rows = (text: string): string => [...text].map((letter) => `${letter}\n`).join("");

describe("carry", () => {
  const cases: [string, string, string, string, string | undefined][] = [
    ["changes apart", "abcdefg", "aXcdefg", "abcdeYg", "aXcdeYg"],
    ["an insertion above", "abcdefg", "abcdXfg", "Yabcdefg", "YabcdXfg"],
    ["a deletion below", "abcdefg", "Xabcdefg", "abcdeg", "Xabcdeg"],
    ["the same change", "abcdefg", "abXdefg", "abXdefg", "abXdefg"],
    ["one of two is there already", "abcdefg", "aXcdeYg", "aXcdefg", "aXcdeYg"],
    ["the same line in two ways", "abcdefg", "abXdefg", "abYdefg", undefined],
    ["neighbouring lines", "abcdefg", "abXdefg", "abcYefg", undefined],
    ["two insertions at one place", "abcdefg", "abcXdefg", "abcYdefg", undefined],
    ["a change in what was deleted", "abcdefg", "abcXefg", "abfg", undefined],
    ["nothing of ours", "abc", "abc", "abX", "abX"],
  ];
  const touching: typeof cases = [
    ["a line above that changed", "abcdefg", "abcXefg", "abYdefg", "abYXefg"],
    ["a line below that changed", "abcdefg", "abcXefg", "abcdYfg", "abcXYfg"],
    ["lines on both sides", "abcdefg", "abcXefg", "abYdZfg", "abYXZfg"],
    ["a line that was put above", "abcdefg", "abcXefg", "abcYdefg", "abcYXefg"],
    ["a line that was put below", "abcdefg", "abcXefg", "abcdYefg", "abcXYefg"],
    ["a line above that is gone", "abcdefg", "abcefg", "abdefg", "abefg"],
    ["the same change", "abcdefg", "abXdefg", "abXdefg", "abXdefg"],
    ["the same line in two ways", "abcdefg", "abXdefg", "abYdefg", undefined],
    ["one line of two", "abcdefg", "abXYefg", "abcZefg", undefined],
    ["an insertion, beside which a line changed", "abcdefg", "abcXdefg", "abYdefg", undefined],
    ["two insertions at one place", "abcdefg", "abcXdefg", "abcYdefg", undefined],
  ];
  test.each([
    ...cases.map((one) => [...one, "conflict"] as const),
    ...touching.map((one) => [...one, "kept"] as const),
  ])("%s", (_, base, after, current, expected, touching) => {
    const carried = carry(rows(base), rows(after), rows(current), touching);
    expect(carried.kind === "text" ? carried.text : undefined).toBe(
      expected === undefined ? undefined : rows(expected),
    );
  });

  test("line ends are part of the lines", () => {
    expect(carry("a\nb\nc\nd", "A\nb\nc\nd", "a\nb\nc\nd\n")).toEqual({ kind: "text", text: "A\nb\nc\nd\n" });
    expect(carry("a\nb\n", "A\nb\n", "a\r\nb\r\n")).toEqual({ kind: "conflict", line: 1 });
  });
});

describe("against git merge-file", () => {
  const folder = mkdtempSync(join(tmpdir(), "coderag-merge-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const merged = (base: string, ours: string, theirs: string): string | undefined => {
    const names = ["ours", "base", "theirs"].map((name) => join(folder, name));
    for (const [index, text] of [ours, base, theirs].entries()) writeFileSync(names[index]!, text);
    try {
      return execFileSync("git", ["merge-file", "-p", "-q", ...names], { stdio: "pipe" }).toString();
    } catch {
      return undefined;
    }
  };

  test("what we carry, git merges to the same text", () => {
    // All letters differ, so that no line can be taken for another one.
    const base = "abcdefghijkl";
    const side = fc
      .array(fc.tuple(fc.nat(11), fc.nat(2), fc.constantFrom("", "X", "YZ")), { maxLength: 2 })
      .map((cuts) => {
        let text = base;
        for (const [at, count, put] of cuts) text = text.slice(0, at) + put + text.slice(at + count);
        return text;
      });
    fc.assert(
      fc.property(side, side, (ours, theirs) => {
        const carried = carry(rows(base), rows(ours), rows(theirs));
        if (carried.kind === "text") expect(merged(rows(base), rows(ours), rows(theirs))).toBe(carried.text);
      }),
      { numRuns: 60 },
    );
  });
});
