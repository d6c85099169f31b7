import { expect, test } from "@jest/globals";
import { isSameOutput } from "../../src/decompose/same-output.ts";

test.each([
  ["1 2\n3\n", "1 2\n3\n", true],
  ["1 2 3", "1\n2\n3\n\n", true],
  ["  YES \r\n", "YES", true],
  ["yes", "YES", false],
  ["1 2", "1 2 3", false],
  ["1 2 3", "1 2", false],
  ["", "", true],
  ["", "0", false],
  ["0.3333333", "0.33333333333", true],
  ["0.3333", "0.33333333333", false],
  ["1000000.4", "1000000.1", true],
  ["1", "1.0", true],
  ["1e0", "1.0", true],
  // Where a whole number is expected, nothing else will do.
  ["1.0", "1", false],
  ["nan", "1.0", false],
  ["Infinity", "1.0", false],
])("%j for %j: %s", (printed, expected, same) => {
  expect(isSameOutput(printed, expected)).toBe(same);
});
