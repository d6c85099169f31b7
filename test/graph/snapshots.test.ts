import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { allLanguages, languageOf } from "../../src/languages/registry.ts";
import { drawn } from "./drawn.ts";
import { graphOf } from "./fixture.ts";

/**
 * Small projects with their graph printed under their source. Read the difference; where it is right:
 *
 *     npm run -s jest -- test/graph/snapshots -u
 */
const projects = resolve(import.meta.dirname, "..", "fixtures", "graph");

describe("the graph under its source", () => {
  test("is there for every language", () => {
    expect(readdirSync(projects).sort()).toEqual([...allLanguages().keys()].sort());
  });

  test.each(readdirSync(projects))("%s", async (language) => {
    const files = readdirSync(join(projects, language), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(join(projects, language).length + 1), readFileSync(file, "utf8")] as const)
      .sort();
    expect(files).not.toEqual([]);
    const graph = await graphOf(files.map(([path, text]) => `//- ${path}\n${text}`).join(""));
    const comment = allLanguages().get(language)!.comments === "before" ? "//" : "#";
    for (const [path, text] of files.filter(([path]) => languageOf(path) !== undefined))
      expect(drawn(graph, path, text, comment)).toMatchSnapshot(path);
  });
});
