import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { FileOutline } from "../../src/graph/outline.ts";
import { openOutlineCache } from "../../src/languages/outline-cache.ts";

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

describe.each([
  { what: "a few outlines, which are compressed at once", docs: ["a few words"] },
  { what: "outlines of every size", docs },
  { what: "many outlines, which take a thread of their own", docs: many },
])("$what", ({ docs: texts }) => {
  test.each([true, false])("are there again, compressed before they are written: %s", async (isBefore) => {
    const place = join(folder, `${texts.length} ${isBefore}`);
    const cache = openOutlineCache(place);
    for (const [at, doc] of texts.entries()) cache.put(`${at}`, "python", JSON.stringify(outline(doc)));
    if (isBefore) await cache.compress();
    cache.flush();

    expect(readdirSync(place)).toHaveLength(1);
    const again = openOutlineCache(place);
    expect(texts.map((_, at) => again.get(`${at}`, "python")?.doc)).toEqual(texts);
    expect(again.get(`${texts.length}`, "python")).toBeUndefined();
  });
});

test("what is put after the others were compressed is written with them, and the later one counts", async () => {
  const place = join(folder, "later");
  const cache = openOutlineCache(place);
  for (const [at, doc] of many.entries()) cache.put(`${at}`, "python", JSON.stringify(outline(doc)));
  await cache.compress();
  cache.put("7", "python", JSON.stringify(outline("other words")));
  cache.put("new", "python", JSON.stringify(outline("new words")));
  cache.flush();

  const again = openOutlineCache(place);
  expect(["6", "7", "new"].map((hash) => again.get(hash, "python")?.doc)).toEqual([
    many[6],
    "other words",
    "new words",
  ]);
});
