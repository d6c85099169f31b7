import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens } from "../../src/llm/tokens.ts";

test.each<[string, number]>([
  ["", 0],
  ["hello world", 2],
  ["def f(a, b):\n    return a + b\n", 12],
  ["<|endoftext|>", 7],
])("%j has %i tokens", (text, tokens) => expect(countTokens(text)).toBe(tokens));

// Without cutting long runs these take from 4 to 23 seconds each (D04): jest's timeout would end the test.
test.each([
  ["one letter", "a".repeat(100_000)],
  ["spaces", " ".repeat(100_000)],
  ["line ends", "\n".repeat(100_000)],
  ["text without spaces", "漢字".repeat(50_000)],
  ["both in turns", `${"a".repeat(500)}${" ".repeat(500)}`.repeat(100)],
])("D04 %s is counted in reasonable time", (_, text) => {
  expect(countTokens(text)).toBeGreaterThan(500);
  expect(countTokens(text)).toBeLessThanOrEqual(text.length);
});

test("a text is counted as the encoding's own library counts it, when asked for the first time and again", () => {
  const usual = fc.constantFrom(
    "12bk: ",
    "    return ",
    "parseConfig",
    "it's",
    "MAX_SIZE",
    "漢字",
    "é",
    "=:\n",
    "<|",
    "\r\n\n",
    " ",
  );
  const unit = fc.oneof(usual, fc.string({ unit: "binary" }), fc.string());
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = units.join("");
      const expected = encode(text, { disallowedSpecial: new Set() }).length;
      expect([countTokens(text), countTokens(text)]).toEqual([expected, expected]);
    }),
  );
});
