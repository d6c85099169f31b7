import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstByScore, firstFew } from "../../src/retrieval/first-few.ts";

const byNumber = (a: number, b: number): number => a - b;

test("gives what sorting all and cutting gives", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.nat(12), (numbers, limit) => {
      expect(firstFew(numbers, limit, byNumber)).toEqual([...numbers].sort(byNumber).slice(0, limit));
    }),
  );
});

test("gives all without a limit", () => {
  expect(firstFew([3, 1, 2], Number.POSITIVE_INFINITY, byNumber)).toEqual([1, 2, 3]);
});

test("gives the same by scores, ties by number", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.nat(12), (values, limit) => {
      const scores = Float32Array.from(values);
      const items = [...values.keys()];
      const sorted = [...items].sort((a, b) => scores[b]! - scores[a]! || a - b);
      expect(firstByScore(Int32Array.from(items), scores, limit)).toEqual(sorted.slice(0, limit));
    }),
  );
});
