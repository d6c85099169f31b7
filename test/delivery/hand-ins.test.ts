import { expect, test } from "@jest/globals";
import { type HandInRecord, handInsText } from "../../src/delivery/hand-ins.ts";

const usage = {
  ...{ inputTokens: 1_000, outputTokens: 204, cachedTokens: 0, estimated: false, cost: 0, milliseconds: 5 },
};
const one = (more: Partial<HandInRecord>): HandInRecord => ({
  ...{ verdict: "accepted" as const, complaints: [], moved: 0, whole: 0, turns: 1, usage },
  ...more,
});

const rows: [string, readonly HandInRecord[], string][] = [
  ["nothing handed in", [], ""],
  ["accepted at once", [one({})], ""],
  [
    "cured",
    [one({ verdict: "refused", complaints: ["edit/wrong-tag", "edit/overlap"], turns: 3 }), one({})],
    "1. refused for edit/wrong-tag, edit/overlap (3 turns, 1,204 tokens), 2. accepted (1 turn, 1,204 tokens)",
  ],
  [
    "failing tests",
    [one({ verdict: "tests failed" }), one({ turns: 2 })],
    "1. sent back for failing tests (1 turn, 1,204 tokens), 2. accepted (2 turns, 1,204 tokens)",
  ],
  ["a number put right", [one({ moved: 1 })], "1. accepted (1 turn, 1,204 tokens, 1 line number put right)"],
  [
    "the last resort",
    [one({ verdict: "objected", complaints: ["reuse/not-said"] }), one({ whole: 2, moved: 2 })],
    "1. sent back once for reuse/not-said (1 turn, 1,204 tokens), 2. accepted (1 turn, 1,204 tokens, 2 line numbers put right, 2 files given whole)",
  ],
];

test.each(rows)("%s", (_, handIns, expected) => expect(handInsText(handIns)).toBe(expected));
