import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type MarkedText, marksOf, takenOver } from "../../src/references/marks.ts";

const theirs = Array.from({ length: 12 }, (_, at) => `    step_${at} = work(${at}, "${"x".repeat(at)}")`);
const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const marked = (over: Partial<MarkedText> = {}): MarkedText => ({
  ...{ fullName: "sky/kitelib", commit: "c0ffee", path: "kite.py", licence: "GPL-3.0", allowed: false },
  marks: marksOf(text(["def fly():", ...theirs])),
  ...over,
});

/** `path from-to <- repository:line`. */
const check = (
  change: { readonly before?: string; readonly after: string | undefined },
  expected: readonly string[],
  texts: readonly MarkedText[] = [marked()],
): void =>
  expect(
    takenOver([{ path: "a.py", before: change.before, after: change.after }], texts).map(
      ({ path, from, to, source, sourceLine }) => `${path} ${from}-${to} <- ${source.fullName}:${sourceLine}`,
    ),
  ).toEqual(expected);

describe("lines of other people's code in a change", () => {
  const rows: readonly (readonly [string, Parameters<typeof check>[0], readonly string[]])[] = [
    ["eight of them", { after: text(theirs.slice(2, 10)) }, ["a.py 1-8 <- sky/kitelib:4"]],
    ["seven are nobody's", { after: text(theirs.slice(2, 9)) }, []],
    ["all of them are one stretch", { after: text(["# mine", ...theirs]) }, ["a.py 2-13 <- sky/kitelib:2"]],
    [
      "laid out in another way",
      { after: text(theirs.slice(0, 8).flatMap((line) => [`\t\t${line.trim()}  ;`, "", "  }"])) },
      ["a.py 1-22 <- sky/kitelib:2"],
    ],
    [
      "with a comment of one's own in between",
      { after: text([...theirs.slice(0, 4), "    # mine", ...theirs.slice(4, 8)]) },
      ["a.py 1-9 <- sky/kitelib:2"],
    ],
    ["with CRLF", { after: theirs.slice(0, 8).join("\r\n") }, ["a.py 1-8 <- sky/kitelib:2"]],
    [
      "with a line of one's own in between",
      { after: text([...theirs.slice(0, 4), "mine = 1", ...theirs.slice(4, 8)]) },
      [],
    ],
    [
      "around a line that stood there",
      { before: "mine = 1\n", after: text([...theirs.slice(0, 4), "mine = 1", ...theirs.slice(4, 8)]) },
      [],
    ],
    ["that stood there before", { before: text(theirs), after: text(["# new", ...theirs]) }, []],
    [
      "twice",
      { after: text([...theirs.slice(0, 8), "mine = 1", ...theirs.slice(2, 10)]) },
      ["a.py 1-8 <- sky/kitelib:2", "a.py 10-17 <- sky/kitelib:4"],
    ],
    ["of a file that is deleted", { before: text(theirs), after: undefined }, []],
  ];
  test.each(rows)("%s", (_, change, expected) => check(change, expected));

  test("a source that allows it is named before one that does not", () =>
    check(
      { after: text(theirs) },
      ["a.py 1-12 <- wind/kite:2"],
      [marked(), marked({ fullName: "wind/kite", licence: "MIT", allowed: true })],
    ));

  test("moved from one file of the change to another is not taken over", () => {
    const changes = [
      { path: "old.py", before: text(theirs), after: undefined },
      { path: "new.py", before: undefined, after: text(theirs) },
    ];
    expect(takenOver(changes, [marked()])).toEqual([]);
  });

  test("any eight lines in a row of any text are found in it", () => {
    const line = fc.stringMatching(/^[ \t]{0,3}[a-z]{1,8}[;,{} ]{0,3}$/);
    fc.assert(
      fc.property(fc.array(line, { minLength: 8, maxLength: 30 }), fc.nat(), (lines, seed) => {
        const from = seed % (lines.length - 7);
        const after = text(lines.slice(from, from + 8));
        expect(
          takenOver([{ path: "a", before: undefined, after }], [marked({ marks: marksOf(text(lines)) })]),
        ).toHaveLength(1);
      }),
    );
  });

  test("marks hold nothing of the text", () => {
    expect(JSON.stringify(marksOf(text(theirs)))).not.toMatch(/step|work|x{4}/);
  });
});
