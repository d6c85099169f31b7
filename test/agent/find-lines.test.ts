import { describe, expect, test } from "@jest/globals";
import { createFindLines } from "../../src/agent/tools/find-lines.ts";
import type { TreeEntry } from "../../src/workspace/workspace.ts";

const { signal } = new AbortController();

function finder(
  files: Readonly<Record<string, string>>,
  more: Readonly<Record<string, Partial<TreeEntry>>> = {},
  likely: readonly string[] = [],
) {
  const entries = new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      { path, mode: "100644", hash: path, size: text.length, ...more[path] },
    ]),
  );
  const readMany = async (paths: readonly string[]) =>
    new Map(paths.map((path) => [path, files[path]!] as const));
  return createFindLines({ entries, readMany }, likely);
}

async function found(find: ReturnType<typeof finder>, query: string): Promise<readonly string[]> {
  return (await find(query, signal)).lines.map(({ path, line, text }) => `${path}:${line}: ${text}`);
}

describe("createFindLines", () => {
  test("finds lines in any case of letters, code before tests before prose", async () => {
    const find = finder({
      "README.md": "# Use\n\nCall Semver.parse.\r\n",
      "src/z.ts": "export const semver: RegExp = /x/;\n",
      "test/a.test.ts": "expect(semver);\n",
    });
    expect(await found(find, "SEMVER")).toEqual([
      "src/z.ts:1: export const semver: RegExp = /x/;",
      "test/a.test.ts:1: expect(semver);",
      "README.md:3: Call Semver.parse.",
    ]);
  });

  test("lines with the word itself come before those that only hold its letters, also in one file", async () => {
    const find = finder({
      "a.rb": `${"headers\n".repeat(8)}when "HEAD"\n`,
      "b.rb": `${"def header(x)\n".repeat(40)}`,
      "c.rb": "HEAD = 1\n",
    });
    const lines = await found(find, "HEAD");
    expect(lines).toHaveLength(13);
    expect(lines.slice(0, 3)).toEqual(['a.rb:9: when "HEAD"', "c.rb:1: HEAD = 1", "a.rb:1: headers"]);
    expect(await found(find, "header(")).toEqual(
      [1, 2, 3, 4, 5, 6].map((line) => `b.rb:${line}: def header(x)`),
    );
  });

  test("code and tests that the request is about come before all others", async () => {
    const files = { "a.ts": "needle", "b.ts": "needle", "b.test.ts": "needle", "a.md": "needle" };
    const likely = ["b.test.ts", "a.md", "b.ts"];
    expect(await found(finder(files, {}, likely), "needle")).toEqual(
      ["b.ts", "b.test.ts", "a.ts", "a.md"].map((path) => `${path}:1: needle`),
    );
  });

  test.each<[string, string, Partial<TreeEntry>]>([
    ["a generated file", "dist/a.js", {}],
    ["a lock file", "package-lock.json", {}],
    ["an image", "logo.svg", {}],
    ["a symbolic link", "link", { mode: "120000" }],
    ["a large file", "big.txt", { size: 400_001 }],
    ["a file that was not fetched", "huge.txt", { size: undefined }],
  ])("passes %s over", async (_, path, more) => {
    expect(await found(finder({ [path]: "needle\n" }, { [path]: more }), "needle")).toEqual([]);
  });

  test("takes a query for a string, never for a pattern", async () => {
    expect(await found(finder({ "a.ts": "aaa\nf(.*)+\n" }), "(.*)+")).toEqual(["a.ts:2: f(.*)+"]);
  });

  test.each([
    ["in one folder", (at: number) => `locales/${String.fromCharCode(97 + at)}.json`, 4],
    ["of one name", (at: number) => `lang/${at}/messages.po`, 4],
    ["that are code", (at: number) => `src/${at}.ts`, 12],
  ])("shows a few of many files %s, and names the others", async (_, pathOf, shown) => {
    const paths = Array.from({ length: 12 }, (__, at) => pathOf(at));
    const { lines, also, complete } = await finder(
      Object.fromEntries(paths.map((path) => [path, '"save": "needle"\n'])),
    )("needle", signal);
    expect([lines.length, also.length, complete]).toEqual([shown, 12 - shown, "all"]);
    expect(new Set([...lines.map(({ path }) => path), ...also])).toEqual(new Set(paths));
  });

  test("shows the English of many translations, and what stands behind them", async () => {
    const translations = ["ar", "cs", "de", "el", "en-GB", "fr"].map((name) => [
      `i18n/${name}.json`,
      "needle\n",
    ]);
    const all = await finder({ ...Object.fromEntries(translations), "z.md": "needle\n" })("needle", signal);
    expect(all.lines.map(({ path }) => path)).toEqual([
      ...["i18n/en-GB.json", "i18n/ar.json", "i18n/cs.json", "i18n/de.json", "z.md"],
    ]);
    expect(all.also).toEqual(["i18n/el.json", "i18n/fr.json"]);
  });

  test("gives at most six lines of one file and thirty in all, and says so", async () => {
    const text = "needle\n".repeat(10);
    const one = await finder({ "a.ts": text })("needle", signal);
    expect([one.lines.length, one.complete]).toEqual([6, "some"]);
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`src/${at}.ts`, text]));
    const all = await finder(files)("needle", signal);
    expect([all.lines.length, all.complete]).toEqual([30, "some"]);
    expect((await finder({ "a.ts": "needle\n" })("needle", signal)).complete).toBe("all");
  });
});
