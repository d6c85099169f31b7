import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { carryChanges } from "../../src/edits/carry-changes.ts";
import { splitChange } from "../../src/edits/split-change.ts";

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const text = (all: readonly string[]): string => `${all.join("\n")}\n`;
const before = text(lines(20));
const split = (after: readonly string[]) => splitChange({ path: "a.txt", before, after: text(after) });

describe("a change in parts", () => {
  test.each<[string, readonly string[], number]>([
    ["one place", lines(20).with(4, "x"), 1],
    ["two lines that nearly touch", lines(20).with(4, "x").with(7, "y"), 1],
    ["two places", lines(20).with(4, "x").with(8, "y"), 2],
    ["the first and the last line", lines(20).with(0, "x").with(19, "y"), 2],
    ["lines that go and come", lines(20).toSpliced(10, 2).toSpliced(3, 0, "new"), 2],
  ])("%s", (_name, after, count) => expect(split(after)).toHaveLength(count));

  test.each([
    ["a new file", { path: "a.txt", before: undefined, after: "x\n" }],
    ["a deleted file", { path: "a.txt", before: "x\n", after: undefined }],
    ["nothing", { path: "a.txt", before: "x\n", after: "x\n" }],
  ])("%s has one part", (_name, change) => expect(splitChange(change)).toEqual([change]));

  test("together they are the whole, each only its place, whatever the text and its line ends", () => {
    const someLines = fc.array(fc.constantFrom("a", "b", "", "c\r", "  d"), { maxLength: 40 });
    fc.assert(
      fc.property(someLines, someLines, fc.boolean(), (old, now, ends) => {
        const [from, to] = [old.join("\n"), now.join("\n") + (ends ? "\n" : "")];
        const parts = splitChange({ path: "a.txt", before: from, after: to });
        for (const part of parts) expect(part.before).toBe(from);
        if (parts.length === 1) return expect(parts[0]!.after).toBe(to);
        for (const part of parts) expect(part.after).not.toBe(from);
        // A part that changes nothing of its neighbours adds and removes what it alone does.
        const size = (one: string): number => one.split("\n").length;
        const grown = parts.reduce((sum, { after }) => sum + size(after!) - size(from), 0);
        expect(grown).toBe(size(to) - size(from));
      }),
    );
  });

  test("one after the other they make the new text", () => {
    const after = lines(20).with(2, "x").toSpliced(10, 1).with(16, "z");
    const made = split(after).reduce((now, part) => {
      const carried = carryChanges([part], new Map([["a.txt", now]]), () => true);
      return carried.kind === "changes" ? carried.changes[0]!.after! : now;
    }, before);
    expect(made).toBe(text(after));
  });
});
