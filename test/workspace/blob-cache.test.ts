import { describe, expect, test } from "@jest/globals";
import { createBlobCache } from "../../src/workspace/blob-cache.ts";

describe("createBlobCache", () => {
  const rows: readonly [string, readonly string[], readonly string[]][] = [
    ["keeps what fits", ["put a", "put b"], ["a", "b"]],
    ["forgets the oldest first", ["put a", "put b", "put c"], ["b", "c"]],
    ["keeps what was asked for lately", ["put a", "put b", "get a", "put c"], ["a", "c"]],
    ["counts one content once", ["put a", "put a", "put b"], ["a", "b"]],
    ["does not take what is larger than itself", ["put a", "put large"], ["a"]],
  ];
  test.each(rows)("%s", (_, steps, expected) => {
    const cache = createBlobCache(8);
    for (const step of steps) {
      const [verb, hash] = step.split(" ") as [string, string];
      if (verb === "get") cache.get(hash);
      else cache.put(hash, Buffer.from(hash.padEnd(hash === "large" ? 9 : 4, ".")));
    }
    expect(["a", "b", "c", "large"].filter((hash) => cache.get(hash) !== undefined)).toEqual(expected);
    for (const hash of expected) expect(cache.get(hash)!.toString()).toBe(hash.padEnd(4, "."));
  });

  test("does not keep the buffer alive of which a content was a part", () => {
    const cache = createBlobCache(1000);
    cache.put("part", Buffer.alloc(100_000).subarray(0, 10));
    expect(cache.get("part")!.buffer.byteLength).toBeLessThan(100_000);
  });
});
