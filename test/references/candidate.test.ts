import { describe, expect, test } from "@jest/globals";
import type { PublicRepository } from "../../src/github/public-code/public-code.ts";
import { joinHits } from "../../src/references/candidate.ts";

const repository = (fullName: string, language: string | null = "Python"): PublicRepository => ({
  ...{
    fullName,
    description: "",
    topics: [],
    language: language ?? undefined,
    stars: 0,
    pushedAt: "",
    archived: false,
  },
  ...{ licence: "MIT", defaultBranch: "main" },
});
const join = (hits: readonly (readonly PublicRepository[])[], most = 25) =>
  joinHits(
    hits.map((items, at) => ({ keywords: at === 2 ? ["a", "b"] : ["a"], items })),
    { language: "Python", target: "me/mine", most },
  );

describe("the union of the hits", () => {
  test("has each repository once, whatever its case, with all queries that found it", () => {
    const { candidates } = join([[repository("a/x")], [repository("A/X"), repository("b/y")]]);
    expect(candidates.map(({ fullName, queries }) => [fullName, queries])).toEqual([
      ["a/x", [0, 1]],
      ["b/y", [1]],
    ]);
  });

  test("keeps what several queries found, and pairs before single words", () => {
    const { candidates } = join(
      [[repository("a/single")], [repository("b/twice")], [repository("b/twice"), repository("c/pair")]],
      2,
    );
    expect(candidates.map(({ fullName }) => fullName)).toEqual(["b/twice", "c/pair"]);
  });

  test("leaves out the repository itself and other languages, and says so", () => {
    const { candidates, rejected } = join([
      [repository("Me/Mine"), repository("a/go", "Go"), repository("a/none", null)],
    ]);
    expect(candidates).toEqual([]);
    expect(rejected.map(({ why }) => why)).toEqual([
      "the repository itself",
      "written in Go",
      "written in no known language",
    ]);
  });

  test("a repository whose templates outweigh its code stays", () => {
    expect(join([[repository("a/flask-app", "HTML")]]).candidates).toHaveLength(1);
  });
});
