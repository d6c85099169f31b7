import { expect, test } from "@jest/globals";
import { costOf, listPrices, readPrices } from "../../src/llm/prices.ts";

const million = { inputTokens: 1_000_000, cachedTokens: 0, outputTokens: 1_000_000 };

test.each<[string, number | undefined]>([
  ["gpt-5-mini", 2.25],
  ["gpt-5-mini-2025-08-07", 2.25],
  ["openai/gpt-5-mini", 2.25],
  ["gpt-5-pro", undefined],
  ["llama3.1:8b", undefined],
  ["constructor", undefined],
])("a million tokens in and out of %s cost %p dollars", (model, cost) => {
  expect(costOf(model, million, listPrices)).toBe(cost);
});

test("cached input has its own price, and never counts twice", () => {
  expect(costOf("gpt-5-mini", { ...million, cachedTokens: 1_000_000, outputTokens: 0 }, listPrices)).toBe(
    0.025,
  );
  expect(costOf("gpt-5-mini", { ...million, cachedTokens: 9_000_000, outputTokens: 0 }, listPrices)).toBe(
    0.025,
  );
});

test("configuration replaces a row and keeps the others", () => {
  const prices = readPrices('{"gpt-5-mini": {"input": 1, "output": 1}, "house": {"input": 0, "output": 0}}');
  expect(costOf("gpt-5-mini", million, prices)).toBe(2);
  expect(costOf("house", million, prices)).toBe(0);
  expect(costOf("gpt-5", million, prices)).toBe(11.25);
});

test.each([
  "nonsense",
  "[]",
  '{"m": {"input": -1, "output": 1}}',
  '{"m": {"input": 1}}',
  '{"m": {"input": "1", "output": 1}}',
  '{"m": {"input": 1, "output": 1, "cached": -1}}',
  '{"m": {"input": 1, "output": 1, "inptu": 1}}',
  '{"m": [1, 2]}',
  '{"": {"input": 1, "output": 1}}',
  "null",
])("a wrong table is refused: %s", (json) => expect(() => readPrices(json)).toThrow(/price table/));
