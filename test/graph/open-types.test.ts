import { describe, expect, test } from "@jest/globals";
import { subjectsIn } from "../../src/graph/open-types/open-types.ts";

describe("subjectsIn", () => {
  test.each<[string, number[], unknown]>([
    ["no blocks", [], []],
    ["a block for nothing known, without bases", [0, 0], [[[]]]],
    ["a block for two classes", [2, 7, 8, 0], [[[7, 8]]]],
    ["a trait for all types", [0, 1, 1, 9], [[[], [9]]]],
    ["bases of which one is known, and another block", [1, 7, 2, 0, 1, 9, 1, 3, 0], [[[7], [], [9]], [[3]]]],
    ["a list that is longer than the rows", [2, 7], undefined],
    ["a count below zero", [-1, 0], undefined],
    ["no count of bases", [1, 7], undefined],
    ["more bases than there are lists", [0, 2, 1, 9], undefined],
    ["a count of bases below zero", [0, -1], undefined],
  ])("reads %s", (_, rows, expected) => {
    const read = subjectsIn(Int32Array.from(rows));
    expect(read?.map(({ heirs, traits }) => [heirs, ...traits].map((list) => [...list]))).toEqual(expected);
  });
});
