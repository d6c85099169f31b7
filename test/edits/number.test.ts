import { describe, expect, test } from "@jest/globals";
import { fileHeader, numberLines } from "../../src/edits/number.ts";

const twelve = Array.from({ length: 12 }, (_, at) => `line${at + 1}`).join("\n");

describe("numberLines", () => {
  const rows: [string, string, Parameters<typeof numberLines>[1], string][] = [
    ["as the article shows it", "a\n\n  b\n", { tags: "hidden" }, "1: a\n2=:\n3:   b"],
    ["with tags", "a\n}\n}\n", {}, "1hx: a\n2ay: }\n3eu: }"],
    [
      "numbers to one width",
      twelve,
      { tags: "hidden", from: 8, to: 11 },
      " 8: line8\n 9: line9\n10: line10\n11: line11",
    ],
    ["a given width", "a\nb\n", { tags: "hidden", width: 4, to: 1 }, "   1: a"],
    ["a window beyond the file", "a\n", { from: 5, to: 9 }, ""],
    ["a window that starts before the file", "a\n", { tags: "hidden", from: -3, to: 1 }, "1: a"],
    ["a window that ends before it starts", "a\nb\n", { from: 2, to: 1 }, ""],
    ["an empty file", "", {}, ""],
    ["CRLF and a byte order mark are not shown", "\uFEFFa\r\nb\r\n", { tags: "hidden" }, "1: a\n2: b"],
    ["white space alone is marked", "a\n \t\n", { tags: "hidden" }, "1: a\n2=:  \t"],
  ];
  test.each(rows)("%s", (_, text, options, expected) => expect(numberLines(text, options)).toBe(expected));

  test("a header names the path and proves the text", () => {
    const header = fileHeader("src/a b.ts", "a\n");
    expect(header).toMatch(/^=== src\/a b\.ts#[a-km-np-z]{4}$/);
    expect(fileHeader("src/a b.ts", "a\n")).toBe(header);
    expect(fileHeader("src/a b.ts", "a")).not.toBe(header);
  });

  test("a window shows the tags of the whole file", () => {
    const whole = numberLines(twelve, { width: 2 }).split("\n");
    expect(numberLines(twelve, { from: 3, to: 4, width: 2 })).toBe(whole.slice(2, 4).join("\n"));
  });
});
