import { expect, test } from "@jest/globals";
import { narrowRepositories } from "../../src/references/narrow-repositories.ts";
import type { WeighedCandidate } from "../../src/references/read-candidates.ts";

const weighed = (fullName: string, score: number, onTopic: boolean): WeighedCandidate =>
  ({
    ...{ candidate: { fullName, description: "" }, summary: "", score, onTopic, sources: 3, hasReadme: true },
    ...{ coverage: score, missing: [], specific: 0, missingSpecific: [] },
  }) as unknown as WeighedCandidate;

/** Chosen without a model: name, score and topic of each, best first. */
test.each<[string, readonly (readonly [number, boolean])[], number]>([
  [
    "those that are near to the best",
    [
      [0.9, true],
      [0.6, true],
      [0.4, true],
    ],
    2,
  ],
  [
    "none about something else beside it",
    [
      [0.8, true],
      [0.52, false],
      [0.45, false],
    ],
    1,
  ],
  [
    "of two about something else the first",
    [
      [0.4, false],
      [0.3, false],
    ],
    1,
  ],
  [
    "two about something else that are as near",
    [
      [0.6, false],
      [0.58, false],
    ],
    2,
  ],
  [
    "three at most",
    [
      [0.9, true],
      [0.9, true],
      [0.9, true],
      [0.9, true],
    ],
    3,
  ],
  [
    "none where even the best speaks of hardly anything",
    [
      [0.3, true],
      [0.3, true],
    ],
    0,
  ],
])("%s", async (_, all, count) => {
  const candidates = all.map(([score, onTopic], at) => weighed(`a/${at}`, score, onTopic));
  const signal = new AbortController().signal;
  const { chosen } = await narrowRepositories("a kite", candidates, { paid: undefined }, signal);
  expect(chosen.map(({ fullName }) => fullName)).toEqual(
    candidates.slice(0, count).map(({ candidate }) => candidate.fullName),
  );
});
