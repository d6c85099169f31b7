import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { keywordCount, keywordsByWeight, queriesOf, weighWords } from "../../src/references/keywords.ts";

describe("three keywords without a model", () => {
  test.each([
    [
      "Chatbot: a chatbot with the OpenCALM model that keeps its conversation in log.txt",
      ["chatbot", "OpenCALM"],
    ],
    ["parse JSON-LD with node.js", ["JSON-LD", "node.js"]],
    ["Birdwatching: record the species that a user saw, with a map.", ["birdwatching", "species"]],
    ["Read barcodes from a camera picture", ["barcode", "camera"]],
  ])("%s", (request, wanted) => {
    expect(keywordsByWeight(request)).toEqual(expect.arrayContaining(wanted));
    expect(keywordsByWeight(request).length).toBeLessThanOrEqual(keywordCount);
  });

  test("says nothing for a request that says nothing", () => {
    expect(keywordsByWeight("please make it so")).toEqual([]);
  });

  test("takes one word of a family", () => {
    const keywords = keywordsByWeight("Translation: translate text into Klingon");
    expect(keywords.filter((word) => word.startsWith("transl"))).toHaveLength(1);
  });

  test("a pasted log of ten thousand words is read in part", () => {
    const words = Array.from({ length: 10_000 }, (_, at) => `word${at}x`).join(" ");
    expect(weighWords(words).length).toBeLessThanOrEqual(400);
  });

  test("words of the title weigh more, words of every request hardly anything", () => {
    const weights = new Map(
      weighWords("Kite: show an app with a harbour").map((one) => [one.spelling, one.weight]),
    );
    expect(weights.get("kite")!).toBeGreaterThan(weights.get("harbour")!);
    expect(weights.get("app")!).toBeLessThan(weights.get("harbour")! / 3);
  });
});

describe("six queries", () => {
  test("are each keyword and each pair", () => {
    expect(queriesOf(["chatbot", "OpenCALM", "log"])).toEqual([
      ["chatbot"],
      ["OpenCALM"],
      ["log"],
      ["chatbot", "OpenCALM"],
      ["chatbot", "log"],
      ["OpenCALM", "log"],
    ]);
  });

  test("are fewer where a request has fewer words", () => {
    expect(queriesOf(["kite"])).toEqual([["kite"]]);
    expect(queriesOf([])).toEqual([]);
  });
});

test("any text has at most three keywords, none twice, none with an operator's colon", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const keywords = keywordsByWeight(text);
      expect(keywords.length).toBeLessThanOrEqual(keywordCount);
      expect(new Set(keywords).size).toBe(keywords.length);
      for (const word of keywords) expect(word).not.toMatch(/[\s:"]/);
    }),
  );
});
