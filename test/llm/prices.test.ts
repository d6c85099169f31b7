import { describe, expect, test } from "@jest/globals";
import type { CountedUsage } from "../../src/llm/answer.ts";
import { costOf, noTokens, readPrices } from "../../src/llm/prices.ts";
import { turnOf } from "../../src/llm/turn-of.ts";

const million = { ...noTokens, inputTokens: 1_000_000, outputTokens: 1_000_000 };
const gateway = { own: {}, baseUrl: "http://localhost:4000/v1" };

describe("list prices", () => {
  test.each<[string, number | undefined]>([
    ["gpt-5-mini", 2.25],
    ["gpt-5-mini-2025-08-07", 2.25],
    ["openai/gpt-5-mini", 2.25],
    ["claude-opus-4-5-20251101", 30],
    ["gpt-5-pro", 135],
    ["gpt-6-luna", 0.95],
    ["gpt-5-mini-of-ours", undefined],
    ["gpt-9", undefined],
    // Weights that anybody may serve cost what the host of these asks for them.
    ["gpt-oss-120b", undefined],
    ["deepseek-chat", undefined],
    ["llama3.1:8b", undefined],
    ["constructor", undefined],
  ])("behind a gateway a million tokens in and out of %s cost %p dollars", (model, cost) => {
    expect(costOf(model, million, gateway)).toBe(cost);
  });

  test.each<[string, string, number | undefined]>([
    ["https://api.openai.com/v1", "gpt-5", 11.25],
    ["https://house.openai.azure.com/openai/v1", "gpt-5", 11.25],
    ["https://house.openai.azure.com/openai/v1", "our-deployment", undefined],
    ["https://api.groq.com/openai/v1", "openai/gpt-oss-120b", 0.75],
    ["https://api.deepseek.com", "gpt-5", undefined],
  ])("at %s those of %s cost %p dollars", (baseUrl, model, cost) => {
    expect(costOf(model, million, { own: {}, baseUrl })).toBe(cost);
  });

  test.each<[string, Partial<typeof million>, number]>([
    ["gpt-5-mini", { cachedTokens: 1_000_000, outputTokens: 0 }, 0.025],
    ["gpt-5-mini", { cachedTokens: 9_000_000, outputTokens: 0 }, 0.025],
    ["gpt-6-sol", { inputTokens: 200_000, writtenTokens: 200_000, outputTokens: 0 }, 0.5],
    [
      "gpt-6-sol",
      { inputTokens: 200_000, writtenTokens: 900_000, cachedTokens: 200_000, outputTokens: 0 },
      0.04,
    ],
    ["gpt-6-sol", { inputTokens: 300_000, outputTokens: 0 }, 1.2],
    // Newer than the package.
    ["gpt-6.1-terra", { inputTokens: 272_000, outputTokens: 0 }, 0.272],
    ["gpt-6.1-terra-2026-10-26", { inputTokens: 300_000, outputTokens: 100_000 }, 1.35],
    ["anthropic/claude-haiku-5-5", { inputTokens: 100_000, cachedTokens: 100_000, outputTokens: 0 }, 0.001],
    ["claude-sonnet-5-5", { cachedTokens: 1_000_000, outputTokens: 0 }, 0.1],
  ])("caches, and long requests, have their own prices: %s, %j", (model, tokens, cost) => {
    expect(costOf(model, { ...million, ...tokens }, gateway)).toBe(cost);
  });
});

test("the host's row comes first, and what it has not keeps its list price", () => {
  const own = readPrices(
    '{"gpt-5-mini": {"input": 1, "output": 1, "cached": 0.5}, "house": {"input": 0, "output": 0}}',
  );
  const source = { ...gateway, own };
  expect(costOf("gpt-5-mini", million, source)).toBe(2);
  expect(costOf("gpt-5-mini", { ...million, cachedTokens: 1_000_000 }, source)).toBe(1.5);
  expect(costOf("house", million, source)).toBe(0);
  expect(costOf("gpt-5", million, source)).toBe(11.25);
});

describe("what an endpoint says that it charged", () => {
  const usage: CountedUsage = { ...million, thoughtTokens: 0, charged: 0.42 };
  const answer = {
    content: "Yes.",
    refusal: "",
    toolCalls: [],
    echo: undefined,
    finish: "stop",
    model: "",
    usage,
  };
  test.each([
    ["https://openrouter.ai/api/v1", 0.42],
    ["https://gateway.example/openrouter.ai/api/v1", 11.25],
    ["http://localhost:4000/v1", 11.25],
  ])("counts at OpenRouter alone: %s, %p", (baseUrl, cost) => {
    const context = {
      request: { messages: [], tools: [], maxOutputTokens: 1 },
      ...{ prices: { own: {}, baseUrl }, asked: "gpt-5", started: 0 },
    };
    expect(turnOf(answer, context).usage.cost).toBe(cost);
  });
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
