import { describe, expect, test } from "@jest/globals";
import {
  addUsage,
  limitReached,
  nearlySpent,
  noUsage,
  outputAllowance,
  type RunLimits,
} from "../../src/llm/budget.ts";
import type { Usage } from "../../src/llm/model.ts";

const limits: RunLimits = {
  maxTurns: 10,
  maxTokens: 1000,
  maxCost: 1,
  maxMilliseconds: 60_000,
  maxOutputTokens: 300,
};
const usage = (fields: Partial<Usage>): Usage => ({ ...noUsage, ...fields });

describe("D08, F35 the caps of a run", () => {
  const cases: [string, number, Partial<Usage>, string | undefined][] = [
    ["room is left", 9, { inputTokens: 900, outputTokens: 99, cost: 0.99, milliseconds: 59_999 }, undefined],
    ["nothing is spent", 0, {}, undefined],
    ["turns", 10, {}, "turns"],
    ["tokens", 1, { inputTokens: 900, outputTokens: 100 }, "tokens"],
    ["money", 1, { cost: 1 }, "money"],
    ["a cap on money, and no price", 1, { cost: undefined }, "money"],
    ["time", 1, { milliseconds: 60_000 }, "time"],
  ];
  test.each(cases)("%s", (_, turns, spent, reason) => {
    const reached = limitReached(limits, turns, usage(spent));
    expect(reached?.reason).toBe(reason);
  });

  test("no cap on money: an unknown price stops nothing", () => {
    expect(limitReached({ ...limits, maxCost: undefined }, 1, usage({ cost: undefined }))).toBeUndefined();
  });
});

test("usage adds up, and one unknown cost makes the sum unknown", () => {
  const one = usage({ inputTokens: 1, outputTokens: 2, cachedTokens: 1, cost: 0.5, milliseconds: 7 });
  expect(addUsage(one, one)).toEqual(
    usage({ inputTokens: 2, outputTokens: 4, cachedTokens: 2, cost: 1, milliseconds: 14 }),
  );
  expect(addUsage(one, usage({ cost: undefined })).cost).toBeUndefined();
  expect(addUsage(one, usage({ estimated: true })).estimated).toBe(true);
});

test.each<[number, Partial<Usage>, boolean]>([
  [0, {}, false],
  [5, {}, false],
  [9, {}, true],
  [4, { inputTokens: 700 }, false],
  [4, { inputTokens: 800 }, true],
  [4, { cost: 0.8 }, true],
  [4, { milliseconds: 50_000 }, true],
])("the last turns are announced: %j %j %j", (turns, spent, expected) => {
  expect(nearlySpent(limits, turns, usage(spent))).toBe(expected);
});

test("a turn may not write more than the run has left", () => {
  const all = (left: number) => ({ maxOutputTokens: left, mostWithThoughts: left });
  expect(outputAllowance(limits, usage({}))).toEqual({ maxOutputTokens: 300, mostWithThoughts: 1000 });
  expect(outputAllowance(limits, usage({ inputTokens: 900 }))).toEqual(all(100));
  expect(outputAllowance(limits, usage({ inputTokens: 5000 }))).toEqual(all(1));
});
