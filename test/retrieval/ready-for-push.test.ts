import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type GraphThread, openGraphThread } from "../../src/retrieval/graph-thread.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { inOwnProcess } from "../helpers/own-process.ts";
import { makeRepository } from "../helpers/repository.ts";
import { eventually } from "../helpers/runs.ts";

let home = "";
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-push-"));
});
afterAll(() => rm(home, { recursive: true }));

const at = (path: string): string => JSON.stringify(resolve("src", path));

/** Draws a repository of more than threads are started for, and then a push; says what the push had to load. */
const program = (isShort: boolean) => `
  import { registerHooks } from "node:module";
  import { createHash } from "node:crypto";
  import { mkdirSync } from "node:fs";
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url.replace(/.*\\/src\\//, "")); return next(url, context); } });
  const { drawGraph, graphWritten } = await import(${at("retrieval/draw-graph.ts")});
  const { compileForShortRun } = await import(${at("short-run.mjs")});
  if (${isShort}) compileForShortRun();
  const cache = ${JSON.stringify(home)} + "/${isShort}";
  mkdirSync(cache);
  const draw = (texts) => {
    const entries = texts.map((text, at) => ({
      ...{ path: "a" + String(at).padStart(2, "0") + ".py", mode: "100644", size: text.length },
      hash: createHash("sha1").update(text).digest("hex"),
    }));
    const workspace = {
      commit: "1".repeat(40),
      readMany: async (paths) => new Map(paths.map((path) => [path, texts[Number(/[0-9]+/.exec(path)[0])] ?? ""])),
    };
    return drawGraph({ workspace, entries, workers: 2, signal: new AbortController().signal }, cache);
  };
  const filling = ('x = "' + "a".repeat(1000) + '"\\n').repeat(60);
  const texts = Array.from({ length: 20 }, (_, at) => "def f" + at + "():\\n    return g(1)\\n" + filling);
  const first = await draw(texts);
  loaded.length = 0;
  const second = await draw(texts.with(0, "def h():\\n    return f1()\\n"));
  await graphWritten();
  console.log(JSON.stringify({ origins: [first.origin.kind, second.origin.kind], loaded }));
`;

test("the first push to a graph that this process has drawn loads nothing", async () => {
  expect(await inOwnProcess(program(false))).toEqual({ origins: ["cold", "updated"], loaded: [] });
});

test("a program that ends with its answer makes nothing ready for pushes", async () => {
  expect(await inOwnProcess(program(true))).toEqual({
    origins: ["cold", "updated"],
    loaded: expect.arrayContaining(["graph/relink.ts", "languages/outlines/outline-one.ts"]),
  });
});

test("a thread that had its graph from the disk makes ready what a push will want", async () => {
  const log = join(home, "loaded.txt");
  const entry = join(home, "entry.mjs");
  await writeFile(
    entry,
    `import { appendFileSync } from "node:fs";
     import { registerHooks } from "node:module";
     registerHooks({ load: (url, context, next) => {
       appendFileSync(${JSON.stringify(log)}, url.replace(/.*\\/src\\//, "") + "\\n");
       return next(url, context);
     } });
     await import(${at("retrieval/graph-worker.ts")});`,
  );
  const signal = AbortSignal.timeout(240_000);
  const cacheDir = join(home, "thread");
  await using open = new AsyncDisposableStack();
  const repository = await makeRepository({ "a.py": "def f():\n    return g(1)\n" });
  open.defer(() => repository.remove());
  const workspace = await openLocal(repository.dir, signal);
  open.defer(() => workspace.close());
  const originBy = async ({ draw }: GraphThread): Promise<string> =>
    (await indexWorkspace(workspace, { draw, cacheDir }, signal)).stats.origin.kind;
  const first = openGraphThread();
  open.defer(() => first.close());
  expect(await originBy(first)).toBe("cold");
  await first.close();
  const again = openGraphThread({ entry: pathToFileURL(entry) });
  open.defer(() => again.close());
  expect(await originBy(again)).toBe("snapshot");
  // Of all languages: a push may bring a file of any.
  const wanted = [
    "retrieval/draw-files.ts",
    "graph/relink.ts",
    "languages/outlines/outline-one.ts",
    "languages/ruby/modules.ts",
  ];
  await eventually("all to be loaded", async () => {
    const loaded = new Set((await readFile(log, "utf8")).split("\n"));
    return wanted.every((name) => loaded.has(name));
  });
});
