import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { FileOutline } from "../../src/graph/outline.ts";
import { type OutlineCache, openOutlineCache } from "../../src/languages/cache/outline-cache.ts";
import { chunksOf } from "../../src/languages/cache/outline-chunks.ts";

const folder = mkdtempSync(join(tmpdir(), "coderag-outlines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outline = (doc: string): FileOutline => ({
  ...{ language: "python", lineCount: 1, opaqueCalls: 0, faulty: false, doc },
  scopes: [{ parent: -1, definition: -1 }],
  ...{ definitions: [], references: [], imports: [], bindings: [], exports: [] },
});

// From nothing to more than one chunk holds, in letters of one to four bytes.
const docs = ["", "a", "é", "語", "🌍"].flatMap((letter) =>
  [1, 300, 20_000, 90_000].map((times) => letter.repeat(times)),
);
const many = Array.from({ length: 60 }, (_, at) => `${at} ${"many words ".repeat(2_000)}`);

/** As they come from a thread that outlined some files and compressed what it found. */
function putAll(cache: OutlineCache, texts: readonly string[], packedBy: number): void {
  for (let first = 0; first < texts.length; first += packedBy) {
    const jsons = texts.slice(first, first + packedBy).map((doc) => JSON.stringify(outline(doc)));
    const chunks = chunksOf(jsons);
    for (const [at, json] of jsons.entries()) cache.put(`${first + at}`, "python", json, { chunks, at });
  }
}

describe.each([
  { what: "a few outlines", docs: ["a few words"] },
  { what: "outlines of every size", docs },
  { what: "many outlines", docs: many },
])("$what", ({ docs: texts }) => {
  test.each([undefined, 1, 7, 100])("are there again, compressed before by so many: %s", (packedBy) => {
    const place = join(folder, `${texts.length} ${packedBy}`);
    const cache = openOutlineCache(place);
    if (packedBy !== undefined) putAll(cache, texts, packedBy);
    else for (const [at, doc] of texts.entries()) cache.put(`${at}`, "python", JSON.stringify(outline(doc)));
    expect(texts.map((_, at) => cache.get(`${at}`, "python")?.doc)).toEqual(texts);
    cache.flush();

    expect(readdirSync(place)).toHaveLength(1);
    const again = openOutlineCache(place);
    expect(texts.map((_, at) => again.get(`${at}`, "python")?.doc)).toEqual(texts);
    expect(again.get(`${texts.length}`, "python")).toBeUndefined();
  });
});

test("of an outline that is put twice the later one counts, compressed or not", () => {
  const place = join(folder, "later");
  const cache = openOutlineCache(place);
  putAll(cache, many, 10);
  const json = (doc: string) => JSON.stringify(outline(doc));
  cache.put("7", "python", json("other words"));
  cache.put("new", "python", json("new words"));
  cache.put("8", "python", json("passing words"));
  cache.put("8", "python", json("last words"), {
    chunks: chunksOf([json("no words"), json("last words")]),
    at: 1,
  });
  cache.flush();

  const again = openOutlineCache(place);
  expect(["6", "7", "8", "9", "new"].map((hash) => again.get(hash, "python")?.doc)).toEqual([
    many[6],
    "other words",
    "last words",
    many[9],
    "new words",
  ]);
});
