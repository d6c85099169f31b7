import { describe, expect, test } from "@jest/globals";
import type { FileOutline } from "../../src/graph/outline.ts";
import type { OutlineCache } from "../../src/languages/cache/outline-cache.ts";
import { remembering } from "../../src/retrieval/outline-memory.ts";
import { bareOutline } from "../../src/retrieval/outlines-of.ts";

const empty: OutlineCache = {
  get: () => undefined,
  has: () => false,
  put: () => undefined,
  skipped: () => undefined,
  putSkip: () => undefined,
  flush: () => undefined,
};

/** An outline with so many facts. */
const outlineOf = (name: string, facts: number): FileOutline => ({
  ...bareOutline(`${name}.py`, "python"),
  scopes: new Array(facts).fill({ parent: -1, definition: -1 }),
});

describe("outlines that a process has in hand", () => {
  const kept = (folder: string, sizes: readonly number[]): string => {
    const cache = remembering(empty, folder);
    for (const [at, size] of sizes.entries()) cache.keep(`${at}`, outlineOf(`f${at}`, size));
    return sizes.flatMap((_, at) => (cache.get(`${at}`, "python") ? [at] : [])).join(" ");
  };

  test.each<[string, readonly number[], string]>([
    ["none", [], ""],
    ["all that there is room for", [10, 20, 30], "0 1 2"],
    ["of too many the last", [200_000, 150_000, 150_000, 90_000], "1 2 3"],
    ["none that is too large by itself", [10, 500_000, 20], "0 2"],
  ])("%s", (name, sizes, expected) => expect(kept(`/folder/${name}`, sizes)).toBe(expected));

  test("are those of their own folder and language", () => {
    remembering(empty, "/one").keep("h", outlineOf("a", 1));
    expect(remembering(empty, "/one").get("h", "python")?.scopes).toHaveLength(1);
    expect(remembering(empty, "/one").get("h", "ruby")).toBeUndefined();
    expect(remembering(empty, "/two").get("h", "python")).toBeUndefined();
  });
});
