import { describe, expect, test } from "@jest/globals";
import { tellingParts } from "../../src/context/telling-parts.ts";

/** A function of 400 lines, which stands at line 11, with some of its lines given. */
const lines = (given: Readonly<Record<number, string>>) =>
  Array.from({ length: 500 }, (_, index) => given[index + 1] ?? `  work(${index});`);
const within = { from: 11, to: 410 };
const parts = (given: Readonly<Record<number, string>>, asked: readonly string[]) =>
  tellingParts(lines(given), within, new Set(asked));
describe("the telling parts of a long function", () => {
  test("hold a line with two of the words before many lines with one", () => {
    const often = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [20 + at, "  retry();"]));
    const found = parts({ ...often, 300: "  wait = this.retryInterval;" }, ["retry", "interval"]);
    expect(found).toEqual([{ from: 288, to: 312 }]);
  });

  test("do not overlap, are two at most, and stay within the function", () => {
    const all = Object.fromEntries(Array.from({ length: 480 }, (_, at) => [at + 1, "  retryInterval();"]));
    const found = parts(all, ["retry", "interval"]);
    expect(found).toHaveLength(2);
    for (const [at, one] of found.entries()) {
      expect(one.from).toBeGreaterThanOrEqual(within.from);
      expect(one.to).toBeLessThanOrEqual(within.to);
      for (const other of found.slice(at + 1)) expect(one.to < other.from || other.to < one.from).toBe(true);
    }
  });

  test.each([
    ["no line holds two of the words", { 100: "  retry();", 101: "  interval();" }],
    ["the words stand outside of it", { 450: "  retryInterval();" }],
    ["nothing is asked", {}],
  ])("are none where %s", (_, given) => {
    expect(parts(given, ["retry", "interval"])).toEqual([]);
  });

  test("of a hundred thousand lines take no time to speak of", () => {
    const long = Array.from({ length: 100_000 }, () => "retryInterval of a heartbeat");
    const asked = new Set(["retry", "interval", "heartbeat"]);
    expect(tellingParts(long, { from: 1, to: long.length }, asked)).toHaveLength(2);
  });
});
