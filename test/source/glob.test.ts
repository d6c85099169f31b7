import { expect, test } from "@jest/globals";
import { coversPath, fitsGlob } from "../../src/source/glob.ts";

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
  ["[a]", "a", true],
  ["db/[mM]igrations/*", "db/migrations/1.sql", true],
  ["[!a-c]x", "dx", true],
  ["[^a-c]x", "bx", false],
  ["[]x]y", "]y", true],
  ["[a-]y", "-y", true],
  ["[[:digit:]_]*", "9a", true],
  ["[[:digit:]_]*", "a9", false],
  ["[a", "[a", true],
  ["\\*.ts", "*.ts", true],
  ["\\*.ts", "a.ts", false],
  ["\\[a]", "[a]", true],
  ["src", "src/a.ts", false],
];
test.each(rows)("%s and %s: %s", (glob, path, expected) => expect(fitsGlob(glob, path)).toBe(expected));

test.each([
  ["db/migrations", "db/migrations/1.sql", true],
  ["/db", "db/a/b.sql", true],
  ["vendor", "lib/vendor/a/b.js", true],
  ["vendor/", "lib/vendor/a/b.js", true],
  ["db/*", "db/a/b.sql", true],
  ["db/**", "db", false],
  ["migrations", "migrations.md", false],
  ["a/**/gen", "a/b/gen/x/y.go", true],
])("%s in a configuration covers %s: %s", (glob, path, expected) => {
  expect(coversPath(glob, path)).toBe(expected);
});

test("many stars do not backtrack", () => {
  expect(fitsGlob(`${"*a".repeat(100)}b`, "a".repeat(255))).toBe(false);
  expect(fitsGlob(`${"**/".repeat(100)}b`, "a/".repeat(400))).toBe(false);
  expect(fitsGlob("*[!b]".repeat(40), `${"a".repeat(254)}b`)).toBe(false);
  expect(fitsGlob("[".repeat(200), "a".repeat(200))).toBe(false);
});
