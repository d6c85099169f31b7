import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dominantEnd, joinLines, lineTexts, splitByteOrderMark, splitLines } from "../../src/source/lines.ts";

const text = fc.string({
  unit: fc.constantFrom("a", "\n", "\r", "\r\n", "\u2028", "\f", "é", "\uFEFF", " "),
});

describe("splitLines", () => {
  const rows: [string, string[]][] = [
    ["", []],
    ["a", ["a|"]],
    ["a\n", ["a|\\n"]],
    ["\n\n", ["|\\n", "|\\n"]],
    ["a\r\nb\nc", ["a|\\r\\n", "b|\\n", "c|"]],
    ["a\rb\r", ["a|\\r", "b|\\r"]],
    ["a\rb\nc", ["a\rb|\\n", "c|"]],
    ["a\r\r\nb", ["a\r|\\r\\n", "b|"]],
    ["a\u2028b\u0085c\fd\n", ["a\u2028b\u0085c\fd|\\n"]],
  ];
  test.each(rows)("%j", (input, expected) => {
    const shown = splitLines(input).map(
      (line) => `${line.text}|${line.end.replaceAll("\r", "\\r").replaceAll("\n", "\\n")}`,
    );
    expect(shown).toEqual(expected);
  });

  test("keeps every byte", () => {
    fc.assert(fc.property(text, (value) => joinLines(splitLines(value)) === value));
  });

  test("and lineTexts cut the same lines", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(lineTexts(value)).toEqual(splitLines(value).map((line) => line.text));
      }),
    );
  });

  test("counts lines as git does wherever there is a line feed", () => {
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(value.includes("\n"));
        const feeds = value.split("\n").length - 1;
        expect(splitLines(value)).toHaveLength(feeds + (value.endsWith("\n") ? 0 : 1));
      }),
    );
  });
});

describe("dominantEnd", () => {
  const rows: [string, string][] = [
    ["", "\n"],
    ["a", "\n"],
    ["a\r\nb\r\nc\n", "\r\n"],
    ["a\nb\r\n", "\n"],
    ["a\r\nb\n", "\r\n"],
    ["a\rb", "\r"],
  ];
  test.each(rows)("%j", (input, expected) => expect(dominantEnd(splitLines(input))).toBe(expected));
});

test("splitByteOrderMark takes off one mark only", () => {
  expect(splitByteOrderMark("\uFEFF\uFEFFa")).toEqual({ mark: "\uFEFF", body: "\uFEFFa" });
  expect(splitByteOrderMark("a\uFEFF")).toEqual({ mark: "", body: "a\uFEFF" });
});
