import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  createVectorTable,
  isPackedVector,
  largest,
  packVector,
} from "../../../src/retrieval/requirements/vectors.ts";

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const vectors = (width: number) =>
  fc
    .array(fc.integer({ min: -1000, max: 1000 }), { minLength: width, maxLength: width })
    .filter((values) => values.some((value) => value !== 0))
    .map(unit);
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

describe("a table of vectors", () => {
  test("says cosines within a hundredth, whatever the width", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }).chain((width) => fc.tuple(vectors(width), vectors(width))),
        ([query, one]) => {
          const [found] = createVectorTable([packVector(one)]).nearest(query, 1);
          expect(found!.row).toBe(0);
          expect(Math.abs(found!.cosine - cosine(query, one))).toBeLessThan(0.01);
        },
      ),
    );
  });

  test("answers the nearest first, ties by row, and no more than asked", () => {
    const table = createVectorTable(
      [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, 0],
      ].map((values) => packVector(unit(values))),
    ); // prettier-ignore
    expect(table.nearest(unit([1, 0]), 3).map(({ row }) => row)).toEqual([1, 3, 2]);
    expect(table.nearest(unit([1, 0]), 9)).toHaveLength(4);
    expect(table.nearest(unit([1, 0]), 0)).toEqual([]);
  });

  test("finds nothing for a query of another width, and nothing in an empty one", () => {
    expect(createVectorTable([packVector(unit([1, 2]))]).nearest(unit([1, 2, 3]), 5)).toEqual([]);
    expect(createVectorTable([]).nearest(unit([1]), 5)).toEqual([]);
  });

  test("finds the largest as sorting does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.nat({ max: 10 }), (values, limit) => {
        const sorted = values
          .map((value, row) => ({ row, cosine: value }))
          .sort((a, b) => b.cosine - a.cosine || a.row - b.row);
        expect(largest(Float32Array.from(values), limit)).toEqual(sorted.slice(0, limit));
      }),
    );
  });
});

describe("a kept vector is believed only if it can be one", () => {
  const good = packVector(unit([1, 2, 3]));
  const changed = (change: (copy: Buffer) => unknown): Buffer => {
    const copy = Buffer.from(good);
    change(copy);
    return copy;
  };
  test.each<[string, Uint8Array, number, boolean]>([
    ["as written", good, 3, true],
    ["another width", good, 4, false],
    ["cut", good.subarray(0, 5), 3, false],
    ["empty", Buffer.alloc(0), 0, false],
    ["all zeros", changed((copy) => copy.fill(0, 4)), 3, false],
    ["no factor", changed((copy) => copy.writeFloatLE(0)), 3, false],
    ["a factor that is no number", changed((copy) => copy.writeFloatLE(Number.NaN)), 3, false],
    ["a negative factor", changed((copy) => copy.writeFloatLE(-1)), 3, false],
  ])("%s", (_, packed, width, expected) => expect(isPackedVector(packed, width)).toBe(expected));
});
