import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { compiledQuery, compileQuery, loadGrammar } from "../../src/languages/parser.ts";
import { imageOf } from "../../src/languages/query-image.ts";
import { imageFolder, imageName, readQueryImage } from "../../src/languages/query-images.ts";
import { allLanguages, queryText } from "../../src/languages/registry.ts";

describe("images of compiled queries", () => {
  test.each([...allLanguages().keys()])(
    "%s: the image is what compiling gives; after a change run scripts/compile-queries.mjs",
    async (name) => {
      const grammar = await loadGrammar(name);
      const { language } = grammar;
      const image = readQueryImage(language.grammar, queryText(language));
      expect(image).toBeDefined();
      compileQuery(grammar, (memory, address) => expect(imageOf(memory, address).equals(image!)).toBe(true));
    },
  );

  test("a query from its image says the same of itself as the image", async () => {
    const grammar = await loadGrammar("python");
    const query = compiledQuery(grammar);
    expect(query.captureNames).toContain("callee");
    expect(query.predicates.length).toBeGreaterThan(20);
  });

  test("every image is one of a language", () => {
    const names = [...allLanguages().values()].map((one) => imageName(one.grammar, queryText(one)));
    expect(readdirSync(imageFolder).sort()).toEqual([...new Set(names)].sort());
  });
});
