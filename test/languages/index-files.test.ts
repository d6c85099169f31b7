import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { openOutlineCache } from "../../src/languages/cache/outline-cache.ts";
import { indexFiles } from "../../src/languages/index-files.ts";
import { newPatience } from "../../src/languages/limits.ts";
import type { OutlineInput, OutlineResult } from "../../src/languages/outlines/outline-one.ts";
import { openOutlinePool, type PoolOptions } from "../../src/languages/threads/outline-pool.ts";
import { askThread, startThread } from "../../src/languages/threads/outline-thread.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "coderag-index-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = (): AbortSignal => AbortSignal.timeout(240_000);
/** All at once, in a pool of their own. */
async function outlineInPool(
  inputs: readonly OutlineInput[],
  options: PoolOptions,
): Promise<readonly OutlineResult[]> {
  const pool = openOutlinePool(options, signal());
  const results: OutlineResult[] = [];
  try {
    await pool.outline(inputs, (result, index) => {
      results[index] = result;
    });
  } finally {
    await pool.close();
  }
  return results;
}

const python = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    path: `m${i}.py`,
    hash: `hash${i}`,
    text: `def f${i}(): g()\n`,
  }));

describe("indexFiles", () => {
  test("leaves out what it does not know, and says what it could not read", async () => {
    const files = [
      { path: "a.py", hash: "1", text: "def f(): pass\n" },
      { path: "a.rst", hash: "2", text: "text" },
      // One long line among others: written by hand but for that.
      { path: "list.py", hash: "4", text: `x = "${"a".repeat(30_000)}"\n${"y = 1\n".repeat(6_000)}` },
      // A template within what was minified splits it into lines.
      {
        path: "bundle.js",
        hash: "5",
        text: `x="${"a".repeat(30_000)}"\n${`y="${"b".repeat(5_000)}"\n`.repeat(8)}`,
      },
      { path: "min.js", hash: "3", text: `x="${"a".repeat(30_000)}"` },
    ];
    const { outlines, notes, stats } = await indexFiles(files, { workers: 0 }, signal());
    expect(outlines.map((outline) => outline.path)).toEqual(["a.py", "list.py"]);
    expect(notes).toEqual([
      "bundle.js was not read for the code graph: it has a line of more than 20000 characters.",
      "min.js was not read for the code graph: it has a line of more than 20000 characters.",
    ]);
    expect(stats).toEqual({ parsed: 2, cached: 0, skipped: 2 });
  });

  test("stops when told", async () => {
    await expect(indexFiles(python(3), { workers: 0 }, AbortSignal.abort())).rejects.toThrow();
  });

  test("gives the same outlines in threads as here", async () => {
    const inputs = python(40).map(({ text }) => ({ language: "python", text }));
    const there = await outlineInPool(inputs, { workers: 2 });
    const { outlines } = await indexFiles(python(40), { workers: 0 }, signal());
    expect(there.map((result) => ("json" in result ? JSON.parse(result.json) : result))).toEqual(
      outlines.map(({ path: _, ...outline }) => outline),
    );
  });

  test("keeps what threads found, and leaves out what they could not read", async () => {
    const minified = { language: "python", text: `x="${"a".repeat(30_000)}"` };
    const read = python(40).map(({ text }) => ({ language: "python", text }));
    const inputs = [...read.slice(0, 17), minified, ...read.slice(17)];
    const there = await outlineInPool(inputs, { workers: 2, isPacked: true });
    const cache = openOutlineCache(folder);
    const found = there.map((result, at) => {
      if (!("json" in result)) return result.skipped;
      expect(result.packed).toBeDefined();
      cache.put(`${at}`, "python", result.json, result.packed);
      return JSON.parse(result.json);
    });
    cache.flush();
    const again = openOutlineCache(folder);
    expect(there.map((_, at) => again.get(`${at}`, "python") ?? found[17])).toEqual(found);
    expect(found[17]).toMatch(/20000 characters/);
  });
});

describe("outlineInPool", () => {
  /** A worker that answers as told by the text of each file. */
  const entry = (): URL => {
    const file = join(folder, "worker.mjs");
    writeFileSync(
      file,
      `import { parentPort } from "node:worker_threads";
parentPort.on("message", (inputs) => {
  for (const { text } of inputs) {
    if (text === "exit") process.exit(3);
    if (text === "throw") throw new Error("broken");
    if (text === "hang") for (;;);
    if (text === "eat") { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
  }
  const results = inputs.map(({ text }) => ({ json: JSON.stringify(text === "env" ? Object.keys(process.env) : text) }));
  parentPort.postMessage({ results, memory: inputs.some(({ text }) => text === "grow") ? 1e12 : 0 });
});`,
    );
    return new URL(`file://${file}`);
  };
  const check = async (texts: readonly string[], expected: readonly unknown[]): Promise<void> => {
    const inputs = texts.map((text) => ({ language: "python", text }));
    const results = await outlineInPool(inputs, { workers: 2, entry: entry(), batchDeadline: 2_000 });
    expect(results.map((result) => ("json" in result ? JSON.parse(result.json) : result.skipped))).toEqual(
      expected,
    );
  };
  test.each<[string, readonly string[], readonly unknown[]]>([
    ["answers in the order of the questions", ["a", "bbb", "cc"], ["a", "bbb", "cc"]],
    ["a thread that ends", ["a", "exit", "b"], ["a", "its parser ended unexpectedly", "b"]],
    ["a thread that throws", ["a", "throw", "b"], ["a", "its parser failed: broken", "b"]],
    ["a thread that hangs", ["a", "hang", "b"], ["a", "it took longer than 2000 ms to parse", "b"]],
    ["a thread that has grown", ["a", "grow", "b"], ["a", "grow", "b"]],
    ["no environment", ["env"], [[]]],
    ["nothing to do", [], []],
  ])("%s", (_, texts, expected) => check(texts, expected));
});

test("a thread says that its modules are loaded before it is asked anything", async () => {
  const entry = new URL("../../src/languages/threads/outline-worker.ts", import.meta.url);
  const worker = startThread(entry, {
    language: "python",
    frequent: [],
    isPacked: false,
    patience: newPatience(),
  });
  expect(await once(worker, "message")).toEqual(["ready"]);
  const answer = await askThread(worker, [{ language: "python", text: "x = 1\n" }], 30_000, signal());
  expect(answer).toMatchObject({ results: [{ json: expect.stringContaining("python") }] });
  await worker.terminate();
});

describe("a thread that the parser has made large", () => {
  /** The real worker, which also writes down that it was started. */
  const startsFor = async (texts: readonly string[]): Promise<number> => {
    const [starts, entry] = [join(folder, "starts"), join(folder, "counted.mjs")];
    const worker = new URL("../../src/languages/threads/outline-worker.ts", import.meta.url).href;
    writeFileSync(starts, "");
    writeFileSync(
      entry,
      `import { appendFileSync } from "node:fs";
appendFileSync(${JSON.stringify(starts)}, "started;");
await import(${JSON.stringify(worker)});`,
    );
    const pool = openOutlinePool(
      { workers: 1, entry: new URL(`file://${entry}`), memoryLimit: 80_000_000 },
      signal(),
    );
    const results: OutlineResult[] = [];
    try {
      for (const text of texts)
        await pool.outline([{ language: "python", text }], (result) => results.push(result));
    } finally {
      await pool.close();
    }
    expect(results).toHaveLength(texts.length);
    return readFileSync(starts, "utf8").split(";").length - 1;
  };
  const small = "def f(): pass\n";
  const large = "x = [1, 2, 3, 4]\n".repeat(25_000);

  test.each<[string, readonly string[], number]>([
    ["small files", [small, small, small], 1],
    ["after a large file", [small, large, small], 2],
  ])("is replaced: %s", async (_, texts, expected) => expect(await startsFor(texts)).toBe(expected));
});

describe("openOutlineCache", () => {
  const index = (files = python(5)) => {
    const cache = openOutlineCache(folder);
    return indexFiles(files, { workers: 0, cache }, signal()).then((result) => {
      cache.flush();
      return result;
    });
  };
  const packs = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".pack"));

  test("gives back what was put in, under another path too", async () => {
    const first = await index();
    const second = await index();
    expect(second.stats).toEqual({ parsed: 0, cached: 5, skipped: 0 });
    expect(second.outlines).toEqual(first.outlines);
    const moved = await index([{ ...python(1)[0]!, path: "other.py" }]);
    expect(moved.outlines[0]).toEqual({ ...first.outlines[0]!, path: "other.py" });
    expect(packs()).toHaveLength(1);
  });

  test("does not take a file of another language for it", async () => {
    await index();
    expect((await index([{ ...python(1)[0]!, path: "m0.js" }])).stats.cached).toBe(0);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["cut short", (bytes) => bytes.subarray(0, bytes.length - 20)],
    ["empty", () => Buffer.alloc(0)],
    ["of zeros", (bytes) => Buffer.alloc(bytes.length)],
    [
      "with a table that promises too much",
      (bytes) => Buffer.concat([Buffer.alloc(4, 0xff), bytes.subarray(4)]),
    ],
    [
      "with a wrong byte in every outline",
      (bytes) => bytes.map((byte, i) => (i > 300 ? byte ^ 1 : byte)) as Buffer,
    ],
  ])("rebuilds a pack that is %s", async (_, damage) => {
    const good = await index();
    const file = join(folder, packs()[0]!);
    writeFileSync(file, damage(readFileSync(file)));
    const again = await index();
    expect(again.outlines).toHaveLength(5);
    expect([...again.outlines].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(good.outlines);
    expect(again.stats.parsed).toBeGreaterThan(0);
  });

  test("forgets other versions, and makes one pack of many", async () => {
    writeFileSync(join(folder, "0000000000000000-1-x.pack"), "old");
    for (let i = 0; i < 14; i++) await index([{ path: `${i}.py`, hash: `h${i}`, text: "x = 1\n" }]);
    expect(packs().length).toBeLessThan(5);
    const all = Array.from({ length: 14 }, (_, i) => ({ path: `${i}.py`, hash: `h${i}`, text: "x = 1\n" }));
    expect((await index(all)).stats).toEqual({ parsed: 0, cached: 14, skipped: 0 });
  });
});
