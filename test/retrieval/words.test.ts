import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { queryWords, spellings, stem, words } from "../../src/retrieval/words.ts";

describe("words", () => {
  const rows: [string, string[]][] = [
    ["parseConfig", ["pars", "config", "parseconfig"]],
    ["parse_config", ["pars", "config", "parseconfig"]],
    ["parse the config", ["pars", "the", "config"]],
    ["HTTPServer2", ["http", "server", "2", "httpserver2"]],
    ["getURLs", ["get", "url", "geturls"]],
    ["MAX_SIZE", ["max", "siz", "maxsize"]],
    ["sha256", ["sha", "256", "sha256"]],
    ["__init__", ["init"]],
    ["$scope", ["scop"]],
    ["kebab-case/path.ts", ["kebab", "cas", "path", "ts"]],
    ["größeÄndern", ["größe", "ändern", "größeändern"]],
    ["設定を読む", ["設定を読む"]],
    ["", []],
    ["a".repeat(81), []],
  ];
  test.each(rows)("of %j", (text, expected) => expect(words(text)).toEqual(expected));

  test("are lower case and never empty", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const word of words(text)) expect([word.length > 0, word]).toEqual([true, word.toLowerCase()]);
      }),
    );
  });
});

describe("stem", () => {
  const alike: string[][] = [
    ["parse", "parses", "parsed", "parsing"],
    ["query", "queries"],
    ["run", "running"],
    ["redirect", "redirects", "redirected", "redirecting"],
    ["cache", "caches", "cached", "caching"],
    ["match", "matches", "matched", "matching"],
    ["cookie", "cookies"],
  ];
  test.each(alike.map((group) => [group]))("joins %j", (group) => {
    expect(new Set(group.map(stem)).size).toBe(1);
  });

  const apart: [string, string][] = [
    ["general", "generate"],
    ["string", "str"],
    ["status", "state"],
    ["class", "clas"],
    ["need", "ne"],
  ];
  test("takes no time for what is no word", () => {
    expect(stem("a".repeat(200_000))).toHaveLength(200_000);
    expect(stem(`${"a".repeat(200_000)}ing`)).toHaveLength(200_000);
  });
  test.each(apart)("keeps %s and %s apart", (a, b) => expect(stem(a)).not.toBe(stem(b)));
});

test("queryWords counts what is worth looking for", () => {
  expect([...queryWords("Please make the parser parse the config. It should parse TOML.")]).toEqual([
    ["parser", 1],
    ["pars", 2],
    ["config", 1],
    ["toml", 1],
  ]);
});

test("queryWords leaves out where a link leads", () =>
  expect([...queryWords("See [OpenAPI](https://spec.org/latest.html#style).").keys()]).toEqual([
    ...queryWords("See OpenAPI").keys(),
  ]));

test("spellings say how a word was written", () => {
  const found = spellings("Cookies of iter_lines and cookies");
  expect(["cooky", "iterlines", "lin"].map((word) => found.get(word))).toEqual([
    "cookies",
    "iter_lines",
    "lines",
  ]);
});
