import { expect, test } from "@jest/globals";
import { RateLimitedError } from "../../src/github/failure.ts";
import { showingWaits } from "../../src/jobs/telling/showing-waits.ts";
import { plainStep } from "../agent/scripted-run.ts";

const narrator = () => {
  const waits: string[] = [];
  return {
    waits,
    begin: () => {},
    done: () => {},
    turn: () => {},
    wait: (reason: string) => void waits.push(reason),
  };
};

test("people are told until when a run waits for GitHub; the wait itself is the step's", async () => {
  const told = narrator();
  const limited = new RateLimitedError(new Date("2026-11-21T10:30:59Z"));
  const step = showingWaits(plainStep, told);
  await expect(step("search", () => Promise.reject(limited))).rejects.toBe(limited);
  expect(told.waits).toEqual(["GitHub's search limit; it goes on at 10:30 UTC."]);
});

test("other failures and results pass as they are", async () => {
  const told = narrator();
  const step = showingWaits(plainStep, told);
  await expect(step("a", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  expect(await step("b", async () => 3)).toBe(3);
  expect(told.waits).toEqual([]);
});
