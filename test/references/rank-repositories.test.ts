import { describe, expect, test } from "@jest/globals";
import type { Candidate } from "../../src/references/candidate.ts";
import { type ReadCandidate, rankRepositories } from "../../src/references/rank-repositories.ts";

interface Said {
  readonly description?: string;
  readonly readme?: string;
  readonly paths?: readonly string[];
  readonly archived?: boolean;
}

function read(fullName: string, { description = "", readme, paths, archived = false }: Said): ReadCandidate {
  const candidate: Candidate = {
    ...{ fullName, description, topics: [], language: "Python", stars: 0, pushedAt: "", archived },
    ...{ licence: undefined, defaultBranch: "main", queries: [0] },
  };
  return { candidate, readme, paths };
}

const request = "Kite diary: record flights with wind, place and photographs.";
const order = (...all: readonly ReadCandidate[]) =>
  rankRepositories(request, all, "Python").map(({ candidate }) => candidate.fullName);

describe("repositories by words", () => {
  test("what covers more of the request stands first", () => {
    const full = read("a/kite-diary", { readme: "Records flights with wind, place and photographs" });
    const half = read("b/kite-diary", { readme: "A kite diary for flights, flights, flights" });
    expect(order(half, full)[0]).toBe("a/kite-diary");
  });

  test("a mention deep in a README of another topic is not the topic", () => {
    const other = read("b/weather", {
      description: "Weather station",
      readme:
        "# Weather\nA station.\n\n\n\n## More\na\nb\nc\nd\nIt records wind, place, flights and photographs, even of a kite or a diary.",
    });
    const about = read("a/kite", { description: "Kite diary", readme: "Records flights with wind" });
    expect(order(other, about)).toEqual(["a/kite", "b/weather"]);
  });

  test("a large repository stands behind a small one that says the same", () => {
    const readme = "A kite diary: records flights with wind, place and photographs";
    const large = read("a/kite", {
      readme,
      paths: Array.from({ length: 2_000 }, (_, at) => `m/file${at}.py`),
    });
    const small = read("b/kite", { readme, paths: ["kite.py", "wind.py"] });
    expect(order(large, small)).toEqual(["b/kite", "a/kite"]);
  });

  test("says which words are missing, and which of them are specific", () => {
    const [one] = rankRepositories(
      request,
      [read("a/kite-diary", { readme: "Records flights at a place" })],
      "Python",
    );
    expect(one).toMatchObject({
      missing: ["photographs", "wind"],
      missingSpecific: ["photographs", "wind"],
      onTopic: true,
    });
    expect(one!.coverage).toBeGreaterThan(0.5);
  });

  test("a repository without source files is nothing", () => {
    const [one] = rankRepositories(request, [read("a/kite", { paths: ["README.md"] })], "Python");
    expect([one!.sources, one!.score]).toEqual([0, 0]);
  });
});
