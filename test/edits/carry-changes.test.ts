import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { carryChanges } from "../../src/edits/carry-changes.ts";
import type { FileChange } from "../../src/source/file.ts";

const change = (before: string | undefined, after: string | undefined): FileChange => ({
  ...{ path: "a.ts", before, after },
});
const text = "one\ntwo\nthree\nfour\nfive\n";
const edited = text.replace("two", "TWO");

test.each<[string, FileChange, string | undefined, string | undefined | "conflict" | "nothing"]>([
  ["an untouched file", change(text, edited), text, edited],
  ["lines added above", change(text, edited), `zero\n${text}`, `zero\n${edited}`],
  ["a change elsewhere", change(text, edited), text.replace("five", "5"), edited.replace("five", "5")],
  ["the same change", change(text, edited), edited, "nothing"],
  ["another change of the line", change(text, edited), text.replace("two", "2"), "conflict"],
  ["a deleted file", change(text, edited), undefined, "conflict"],
  ["a new file", change(undefined, text), undefined, text],
  ["a new file that somebody made", change(undefined, text), "other\n", "conflict"],
  ["a new file that somebody made alike", change(undefined, text), text, "nothing"],
  ["a deletion", change(text, undefined), text, undefined],
  ["a deletion of what changed", change(text, undefined), edited, "conflict"],
  ["a deletion that somebody did", change(text, undefined), undefined, "nothing"],
])("%s", (_name, wanted, now, expected) => {
  const files = new Map(now === undefined ? [] : [["a.ts", now] as const]) as Map<string, string>;
  const result = carryChanges([wanted], files, (path) => files.has(path));
  if (expected === "conflict") expect(result.kind).toBe("conflict");
  else if (expected === "nothing") expect(result).toEqual({ kind: "changes", changes: [] });
  else expect(result).toEqual({ kind: "changes", changes: [{ path: "a.ts", before: now, after: expected }] });
});

test("what is no text at the path is never written over", () => {
  for (const wanted of [change(undefined, text), change(text, edited), change(text, undefined)])
    expect(carryChanges([wanted], new Map(), () => true).kind).toBe("conflict");
});

test("one conflict keeps all back, and names its place", () => {
  const good = { path: "b.ts", before: "b\n", after: "B\n" };
  const now = new Map([
    ["a.ts", `zero\n${text.replace("two", "2")}`],
    ["b.ts", "b\n"],
  ]);
  expect(carryChanges([good, change(text, edited)], now, (path) => now.has(path))).toEqual({
    kind: "conflict",
    places: [{ path: "a.ts", line: 3 }],
  });
});

test("carrying onto what stands there already, or onto the old text, is the change itself", () => {
  const lines = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 12 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const wanted = change(before, after);
      const on = (now: string) => carryChanges([wanted], new Map([["a.ts", now]]), () => true);
      expect(on(after)).toEqual({ kind: "changes", changes: [] });
      expect(on(before)).toEqual({ kind: "changes", changes: before === after ? [] : [wanted] });
    }),
  );
});
