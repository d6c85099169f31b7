import { expect, test } from "@jest/globals";
import { fitsGlob } from "../../src/source/glob.ts";

const rows: [string, string, boolean][] = [
  ["*.ts", "a.ts", true],
  ["*.ts", "src/deep/a.TS", true],
  ["*.ts", "a.tsx", false],
  ["/a.ts", "a.ts", true],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/b/a.ts", false],
  ["src/*.ts", "lib/src/a.ts", false],
  ["src/**", "src/b/a.ts", true],
  ["src/**", "src", false],
  ["src/", "src/b/a.ts", true],
  ["**/gen/*.go", "gen/a.go", true],
  ["**/gen/*.go", "a/b/gen/a.go", true],
  ["a/**/b", "a/b", true],
  ["a/**/b", "a/x/y/b", true],
  ["a/**/b", "a/x/y/c", false],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["a.c", "abc", false],
  ["*a*b*", "xxaxxbxx", true],
  ["[a]", "a", false],
];
test.each(rows)("%s and %s: %s", (glob, path, expected) => expect(fitsGlob(glob, path)).toBe(expected));

test("many stars do not backtrack", () => {
  expect(fitsGlob(`${"*a".repeat(100)}b`, "a".repeat(255))).toBe(false);
  expect(fitsGlob(`${"**/".repeat(100)}b`, "a/".repeat(400))).toBe(false);
});
