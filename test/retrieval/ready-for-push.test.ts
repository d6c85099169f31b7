import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { inOwnProcess } from "../helpers/own-process.ts";

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
