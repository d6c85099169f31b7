import { expect, test } from "@jest/globals";
import { jsonText } from "../../src/cli/print.ts";

test("JSON steers no terminal and hides nothing, and is the same value", () => {
  const value = { "a\u009b31m": ["\u001b[31m", "x\u202ey", "\u{e0041}", "\u007f", "é", "👍", "a\nb\tc"] };
  const text = jsonText(value);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(text).toContain("é");
  expect(JSON.parse(text)).toEqual(value);
  expect(jsonText([1, 2], 0)).toBe("[1,2]");
});
