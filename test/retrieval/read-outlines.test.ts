import { describe, expect, test } from "@jest/globals";
import { readOutlines } from "../../src/retrieval/read-outlines.ts";

describe("readOutlines", () => {
  test.each<[string, Readonly<Record<string, number>>, readonly string[]]>([
    [
      "neighbours together, whatever their size",
      { "a.py": 10, "b.py": 90_000, "c.py": 20 },
      ["a.py", "b.py", "c.py"],
    ],
    [
      "large files first, the largest before the others",
      { "a.py": 10, "b.py": 100_000, "c.py": 20, "d.py": 150_000 },
      ["d.py", "b.py", "a.py", "c.py"],
    ],
    ["nothing of nothing", {}, []],
  ])("%s", async (_, sizes, expected) => {
    const entries = Object.entries(sizes).map(([path, size]) => ({
      ...{ path, hash: path, mode: "100644", size, language: "python" },
    }));
    const workspace = {
      readMany: async (paths: readonly string[]) =>
        new Map(paths.map((path) => [path, "".padEnd(sizes[path]!, "x = 1\n")])),
    };
    const signal = AbortSignal.timeout(240_000);
    const { outlines, notes } = await readOutlines(workspace, entries, { workers: 0 }, signal);
    expect(notes).toEqual([]);
    expect(outlines.map(({ path }) => path)).toEqual(expected);
  });
});
