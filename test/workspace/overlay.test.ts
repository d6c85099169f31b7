import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { overlay } from "../../src/workspace/overlay.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";

const texts = new Map([
  ["a.js", "a\n"],
  ["b.sh", "b\n"],
  ["d.js", "d\n"],
]);
const below: Workspace = {
  commit: "0".repeat(40),
  entries: new Map(
    [...texts.keys()].map((path) => [
      path,
      { path, mode: path.endsWith(".sh") ? "100755" : "100644", hash: `of ${path}`, size: 2 },
    ]),
  ),
  submodules: new Set(["module"]),
  read: async (path) => texts.get(path),
  readMany: async (paths) =>
    new Map(paths.flatMap((path) => (texts.has(path) ? [[path, texts.get(path)!]] : []))),
  readBytes: async (path, most) => Buffer.from(texts.get(path) ?? "").subarray(0, most),
  close: () => Promise.reject(new Error("It is not the overlay's to close.")),
};
const changed = overlay(below, [
  { path: "b.sh", before: "b\n", after: "ü\r\n" },
  { path: "c/new.js", before: undefined, after: "" },
  { path: "d.js", before: "d\n", after: undefined },
]);

test("an overlay reads changed files from the changes and all others from below", async () => {
  expect(await changed.readMany(["a.js", "b.sh", "c/new.js", "d.js", "e.js"])).toEqual(
    new Map([
      ["a.js", "a\n"],
      ["b.sh", "ü\r\n"],
      ["c/new.js", ""],
    ]),
  );
  const read = await Promise.all(["a.js", "b.sh", "c/new.js", "d.js"].map((path) => changed.read(path)));
  expect(read).toEqual(["a\n", "ü\r\n", "", undefined]);
  expect([...changed.submodules]).toEqual(["module"]);
  await changed.close();
});

test("a renamed file keeps its mode", () => {
  const renamed = overlay(below, [
    { path: "b.sh", before: "b\n", after: undefined },
    { path: "bin/b.sh", before: undefined, after: "b\n", movedFrom: "b.sh" },
  ]);
  expect([...renamed.entries].map(([path, { mode }]) => `${mode} ${path}`)).toEqual([
    "100644 a.js",
    "100755 bin/b.sh",
    "100644 d.js",
  ]);
});

test("its entries are those of the new tree, sorted, with git's own hashes", () => {
  const hashOf = (text: string): string =>
    execFileSync("git", ["hash-object", "--stdin", "--no-filters"], { input: text, encoding: "utf8" }).trim();
  expect([...changed.entries.values()]).toEqual([
    { path: "a.js", mode: "100644", hash: "of a.js", size: 2 },
    { path: "b.sh", mode: "100755", hash: hashOf("ü\r\n"), size: 4 },
    { path: "c/new.js", mode: "100644", hash: hashOf(""), size: 0 },
  ]);
});

test("an overlay gives the bytes of changed files from the changes, within the limit", async () => {
  const bytes = async (path: string, most: number) => (await changed.readBytes(path, most))?.toString();
  expect(await Promise.all([bytes("b.sh", 4), bytes("b.sh", 3), bytes("d.js", 9)])).toEqual([
    Buffer.from("ü\r\n").toString(),
    undefined,
    undefined,
  ]);
  expect(await bytes([...texts.keys()].find((path) => path !== "b.sh" && path !== "d.js")!, 1)).toHaveLength(
    1,
  );
});
