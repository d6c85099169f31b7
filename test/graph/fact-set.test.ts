import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFactSet } from "../../src/graph/memory/fact-set.ts";

describe("a set of facts", () => {
  test("has each number once, sorted, and nothing of what was taken before or first", () => {
    // Numbers that fall into the same place of the table, and more of them than it has room for at first.
    const number = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 0, max: 2_000 }).map((at) => (at * 2 ** 20) >>> 0),
    );
    const lists = fc.array(fc.array(number, { maxLength: 6_000, size: "max" }), { maxLength: 4 });
    fc.assert(
      fc.property(lists, (all) => {
        const facts = createFactSet();
        const sorted = (some: Iterable<number>): readonly number[] =>
          [...new Set(some)].sort((a, b) => a - b);
        for (const list of all) {
          const first = list.slice(0, list.length / 3);
          for (const fact of first) facts.add(fact);
          if (list.length % 2 === 0) expect([...facts.takeFirst()]).toEqual(sorted(first));
          for (const fact of list) facts.add(fact);
          const left = list.length % 2 === 0 ? new Set(list).difference(new Set(first)) : list;
          expect([...facts.take()]).toEqual(sorted(left));
        }
      }),
      { numRuns: 40 },
    );
  });
});
