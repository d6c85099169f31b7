import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { countTokens } from "../../src/llm/tokens.ts";
import { cutToTokens, fitTexts } from "../../src/references/ask-kept.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.lorem({ maxCount: 80 }),
  fc.string({ unit: fc.constantFrom("書", "類", "🎏", " ", "a"), maxLength: 300 }),
);

describe("texts that must fit", () => {
  test("have at most so many tokens together, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), fc.nat(600), (texts, tokens) => {
        const fitted = fitTexts(texts, tokens);
        expect(fitted.texts).toHaveLength(texts.length);
        const sum = fitted.texts.reduce((all, one) => all + countTokens(one), 0);
        expect(sum).toBeLessThanOrEqual(tokens);
      }),
      { numRuns: 60 },
    );
  });

  test("stay whole where there is room; the long ones give way", () => {
    const long = "word ".repeat(500);
    const { texts, cut } = fitTexts(["short", long, "also short"], 120);
    expect([texts[0], texts[2], cut]).toEqual(["short", "also short", 1]);
    expect(texts[1]).toMatch(/^word word .* …$/);
    expect(countTokens(texts[1]!)).toBeGreaterThan(90);
  });

  test("are cut from the end", () => {
    expect(cutToTokens(`beginning ${"middle ".repeat(300)} end`, 50)).toMatch(/^beginning middle .*…$/);
  });
});
