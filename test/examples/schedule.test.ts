import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { slotOf } from "../../src/examples/schedule.ts";

const at = (text: string): Date => new Date(text);

describe("slots", () => {
  test.each([
    ["daily", "2026-11-21T23:59:59Z", "2026-11-21"],
    ["weekly", "2026-11-21T12:00:00Z", "2026-11-16"],
    ["weekly", "2026-11-16T00:00:00Z", "2026-11-16"],
    ["weekly", "2026-11-15T23:59:59Z", "2026-11-09"],
    ["monthly", "2026-11-30T12:00:00Z", "2026-11"],
  ] as const)("%s at %s: %s", (schedule, moment, expected) =>
    expect(slotOf(schedule, at(moment), 0)).toBe(expected),
  );
  test("repositories begin at different hours", () => {
    const midnight = at("2026-11-16T00:00:00Z");
    const slots = new Set(Array.from({ length: 50 }, (_, id) => slotOf("weekly", midnight, id)));
    expect([...slots].sort()).toEqual(["2026-11-09", "2026-11-16"]);
  });
  test("time never leads back to an earlier slot", () =>
    fc.assert(
      fc.property(
        fc.constantFrom("daily", "weekly", "monthly"),
        fc.nat(),
        fc.nat(4e12),
        fc.nat(1e10),
        (schedule, id, from, more) => {
          const [a, b] = [slotOf(schedule, new Date(from), id), slotOf(schedule, new Date(from + more), id)];
          expect(a <= b).toBe(true);
        },
      ),
    ));
});
