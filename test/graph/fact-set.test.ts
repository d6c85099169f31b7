import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFactSet } from "../../src/graph/fact-set.ts";

describe("a set of facts", () => {
  test("has each number once, sorted, and nothing of what was taken before", () => {
    // Numbers that fall into the same place of the table, and more of them than it has room for at first.
    const number = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 0, max: 2_000 }).map((at) => (at * 2 ** 20) >>> 0),
    );
    const lists = fc.array(fc.array(number, { maxLength: 6_000, size: "max" }), { maxLength: 4 });
    fc.assert(
      fc.property(lists, (all) => {
        const facts = createFactSet();
        for (const list of all) {
          for (const fact of list) facts.add(fact);
          expect([...facts.take()]).toEqual([...new Set(list)].sort((a, b) => a - b));
        }
      }),
      { numRuns: 40 },
    );
  });
});
