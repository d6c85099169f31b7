import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { buildBm25 } from "../../src/retrieval/bm25.ts";

const field = (text: string, weight = 1) => ({ words: text.split(" ").filter(Boolean), weight });
const query = (text: string) => new Map(text.split(" ").map((word) => [word, 1]));

/** The formula as the header of bm25.ts gives it, without any index. */
function byHand(documents: readonly string[], asked: string): Map<number, number> {
  const [k1, b, k3] = [1.2, 0.6, 1.2];
  const split = documents.map((text) => text.split(" ").filter(Boolean));
  const mean = split.reduce((sum, words) => sum + words.length, 0) / split.length || 1;
  const scores = new Map<number, number>();
  for (const term of new Set(asked.split(" "))) {
    const n = split.filter((words) => words.includes(term)).length;
    const idf = Math.log(1 + (split.length - n + 0.5) / (n + 0.5));
    for (const [document, words] of split.entries()) {
      const tf = words.filter((word) => word === term).length;
      if (tf === 0) continue;
      const norm = k1 * (1 - b + (b * words.length) / mean);
      const part = ((k3 + 1) / (k3 + 1)) * ((idf * tf * (k1 + 1)) / (tf + norm));
      scores.set(document, (scores.get(document) ?? 0) + part);
    }
  }
  return scores;
}

describe("buildBm25", () => {
  test("scores as the formula says", () => {
    const word = fc.constantFrom("a", "b", "c", "d", "e");
    const text = fc.array(word, { maxLength: 12 }).map((list) => list.join(" "));
    const asked = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => [...new Set(list)].join(" "));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), asked, (documents, terms) => {
        const index = buildBm25(documents.map((document) => [field(document)]));
        const hits = index.search(query(terms), 100);
        const expected = byHand(documents, terms);
        expect(new Set(hits.map((hit) => hit.document))).toEqual(new Set(expected.keys()));
        for (const hit of hits) expect(hit.score).toBeCloseTo(expected.get(hit.document)!, 4);
        for (const [at, hit] of hits.slice(1).entries())
          expect(hit.score).toBeLessThanOrEqual(hits[at]!.score);
      }),
    );
  });

  test("answers the same twice, and the first few of many", () => {
    const index = buildBm25(Array.from({ length: 50 }, (_, at) => [field("x ".repeat(at + 1))]));
    const many = index.search(query("x"), 50);
    expect(index.search(query("x"), 3)).toEqual(many.slice(0, 3));
    expect(index.search(query("x"), 50)).toEqual(many);
  });

  test("weighs a field", () => {
    const index = buildBm25([
      [field("parse", 1), field("other", 4)],
      [field("other", 1), field("parse", 4)],
    ]);
    expect(index.search(query("parse"), 2).map((hit) => hit.document)).toEqual([1, 0]);
  });

  test("names the terms that matched, the rarest first", () => {
    const index = buildBm25([[field("common rare")], [field("common")], [field("common")]]);
    expect(index.search(query("common rare unknown"), 1)[0]?.terms).toEqual(["rare", "common"]);
    expect(index.idf("unknown")).toBe(0);
  });

  const bounded: readonly (readonly [string, number, readonly number[], readonly number[]])[] = [
    ["all that is wanted", 100, [0, 1, 2, 3], [1, 3, 2, 0]],
    ["what is wanted alone, before the best are taken", 100, [0, 2], [2, 0]],
    ["postings of the rarest terms alone", 3, [0, 1, 2, 3], [1, 3]],
    ["those of the rarest term in any case", 0, [0, 1, 2, 3], [1]],
  ];
  test.each(bounded)("one search of many: %s", (_, postings, wanted, expected) => {
    const index = buildBm25(["x", "x y z", "x x v", "x y"].map((text) => [field(text)]));
    const bounds = { postings, isWanted: (document: number) => wanted.includes(document) };
    const found = index.search(query("x y z"), 4, bounds).map(({ document }) => document);
    expect(found).toEqual(expected);
  });

  test("finds nothing in nothing", () => {
    expect(buildBm25([]).search(query("a"), 5)).toEqual([]);
    expect(buildBm25([[]]).search(query("a"), 5)).toEqual([]);
    expect(buildBm25([[field("a")]]).search(query("a"), 0)).toEqual([]);
  });
});
