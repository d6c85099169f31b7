import { expect, test } from "@jest/globals";
import { takeFlags } from "../../src/command/flags.ts";

test.each([
  ["--refs keep it small", { refs: true, attempts: undefined, rest: "keep it small" }],
  ["keep --refs it", { refs: true, attempts: undefined, rest: "keep it" }],
  ["keep --refsheet it", { refs: false, attempts: undefined, rest: "keep --refsheet it" }],
  ["", { refs: false, attempts: undefined, rest: "" }],
  ["--attempts 3 keep it small", { refs: false, attempts: 3, rest: "keep it small" }],
  ["--attempts=2", { refs: false, attempts: 2, rest: "" }],
  ["--refs --attempts 4 mind the tests", { refs: true, attempts: 4, rest: "mind the tests" }],
  ["--attempts 9", { refs: false, attempts: 9, rest: "" }],
  // A retry's words stand below those of the command that it repeats.
  [
    "keep it small\n\n--attempts 3 and tested",
    { refs: false, attempts: 3, rest: "keep it small\n\nand tested" },
  ],
  ["--attempts 4 small\n\n--attempts 1", { refs: false, attempts: 1, rest: "small" }],
  // The wish is about it.
  [
    "give it an option --attempts 3",
    { refs: false, attempts: undefined, rest: "give it an option --attempts 3" },
  ],
  ["--attempts three", { refs: false, attempts: undefined, rest: "--attempts three" }],
])("flags are taken out of the words: %j", (words, taken) => expect(takeFlags(words)).toEqual(taken));
