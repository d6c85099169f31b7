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
    ["something like https://github.com/gorilla/websocket/tree/main/x but for SSE", ["SSE", "websocket"]],
  ])("%s", (request, wanted) => {
    expect(keywordsByWeight(request)).toEqual(expect.arrayContaining(wanted));
    expect(keywordsByWeight(request).length).toBeLessThanOrEqual(keywordCount);
  });

  test("an address, a picture and a block of code wish for nothing", () => {
    const request = [
      "Make our table sortable",
      "![like here](https://img.example.org/1/shot.png) see https://www.example.org/docs/intro.html#a and https://github.com/acme/shop/issues/12",
      "```ts\nconst schema = z.object({ TanStack: useTable() });\n```",
    ].join("\n");
    expect(keywordsByWeight(request, undefined, 9)).toEqual(["sortable", "table"]);
    expect(keywordsByWeight("```\nparse RRULE\n```")).toEqual(["RRULE", "parse"]);
  });

  test.each([
    ["php: thumbnails of videos", "PHP", ["thumbnail", "video"]],
    ["Golang SSE server", "Go", ["SSE", "server"]],
    ["a table for Vue", "TypeScript", ["table", "vue"]],
    ["php: thumbnails of videos", "Go", ["php", "thumbnail", "video"]],
  ])("the language in which it is looked for is no keyword: %s in %s", (request, language, wanted) => {
    expect(keywordsByWeight(request, language)).toEqual(wanted);
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
