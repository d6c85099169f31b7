import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { clustersOf } from "../../src/decompose/clusters.ts";

const vectors = (rows: readonly (readonly number[])[]): Float32Array[] =>
  rows.map((row) => Float32Array.from(row));

test("of each cluster the member nearest to its centre is found", () => {
  const found = clustersOf(
    vectors([
      [0, 0],
      [9, 9],
      [0, 1],
      [0, 0.4],
      [9, 8],
      [9, 8.4],
      [0, 0.5],
    ]),
    2,
  );
  expect(found).toEqual([
    { members: [0, 2, 3, 6], nearest: 6 },
    { members: [1, 4, 5], nearest: 5 },
  ]);
});

test.each([
  ["nothing", [], 3, 0],
  ["no clusters wanted", [[1, 2]], 0, 0],
  [
    "all alike",
    [
      [1, 2],
      [1, 2],
      [1, 2],
    ],
    3,
    1,
  ],
  [
    "more clusters than vectors",
    [
      [1, 2],
      [3, 4],
    ],
    5,
    2,
  ],
])("%s", (_, rows, k, count) => {
  expect(clustersOf(vectors(rows), k)).toHaveLength(count);
});

const anyVectors = fc.array(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 3 }), {
  maxLength: 25,
});

describe("whatever the vectors are", () => {
  test("each is in one cluster, no cluster is empty, and there are k at most", () => {
    fc.assert(
      fc.property(anyVectors, fc.integer({ min: 1, max: 6 }), (rows, k) => {
        const found = clustersOf(vectors(rows), k);
        expect(found.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(
          rows.map((_, at) => at),
        );
        expect(found.length).toBeLessThanOrEqual(k);
        for (const { members, nearest } of found) expect(members).toContain(nearest);
      }),
    );
  });

  test("each is nearer to the centre of its cluster than to that of any other", () => {
    fc.assert(
      fc.property(anyVectors, fc.integer({ min: 1, max: 6 }), (rows, k) => {
        const found = clustersOf(vectors(rows), k);
        const centres = found.map(({ members }) =>
          [0, 1, 2].map((axis) => members.reduce((sum, at) => sum + rows[at]![axis]!, 0) / members.length),
        );
        const far = (row: readonly number[], centre: readonly number[]): number =>
          row.reduce((sum, value, axis) => sum + (value - centre[axis]!) ** 2, 0);
        for (const [cluster, { members }] of found.entries())
          for (const at of members)
            for (const centre of centres)
              expect(far(rows[at]!, centres[cluster]!)).toBeLessThanOrEqual(far(rows[at]!, centre) + 1e-3);
      }),
    );
  });
});
