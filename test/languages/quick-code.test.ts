import { describe, expect, test } from "@jest/globals";
import { frequentLanguages } from "../../src/languages/parsing/quick-code.ts";

describe("languages of which so much is read that better code of their grammar pays", () => {
  test.each<[string, Record<string, number>, string[]]>([
    ["nothing is read", {}, []],
    ["a few files of C beside much Python", { c: 40_000, python: 9_000_000 }, []],
    ["much C", { c: 3_000_000 }, ["c"]],
    ["C and C++, which have one grammar, are much together", { c: 1_400_000, cpp: 1_600_000 }, ["c", "cpp"]],
    ["C and C++ are little together", { c: 1_400_000, cpp: 1_500_000 }, []],
    ["each by its own measure", { csharp: 1_500_000, ruby: 1_499_999, cpp: 2_000_000 }, ["csharp"]],
    ["shell scripts never are", { bash: 50_000_000 }, []],
  ])("%s", (_, sizes, frequent) => {
    expect(frequentLanguages(new Map(Object.entries(sizes)))).toEqual(frequent);
  });
});
