import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { changesBetween, entriesThatMatter, speaksOf } from "../../src/examples/changelog.ts";

/** `version line text`, with `!` for what breaks and the names in brackets. */
function check(
  log: string,
  [before, now]: readonly [string, string],
  apis: readonly string[],
  expected: readonly string[],
): void {
  const said = changesBetween(log, before, now, apis).map(
    ({ version, line, text, breaking, apis }) =>
      `${version} ${line}${breaking ? "!" : ""} ${text}${apis.length > 0 ? ` [${apis.join(", ")}]` : ""}`,
  );
  expect(said).toEqual(expected);
}

describe("the forms of change logs", () => {
  test("keep a changelog", () =>
    check(
      "# Changelog\n\n## [Unreleased]\n- later\n\n## [2.0.0] - 2026-01-01\n### Removed\n- `Client.fetch`\n### Added\n- `Client.get`\n  is faster\n\n## [1.9.0]\n- old\n\n## [1.8.0]\n- older\n",
      ["1.8.0", "2.0.0"],
      ["Client.get", "Client.fetch"],
      [
        "2.0.0 8! `Client.fetch` [Client.fetch]",
        "2.0.0 10 `Client.get` is faster [Client.get]",
        "1.9.0 14 old",
      ],
    ));
  test("reStructuredText with underlines, links as titles, and the day left out", () =>
    check(
      "Changes\n=======\n\n`v2.1.0 <https://example.org>`__\n--------------------------------\n\nReleased 2026-01-01\n\n-   No longer takes ``x``.\n    More of it.\n\n.. _old:\n\nVersion 2.0.1\n-------------\n\n-   a\n",
      ["2.0.1", "2.1.0"],
      [],
      ["2.1.0 9! No longer takes ``x``. More of it."],
    ));
  test("plain titles with nested lists: what stands below `remove:` breaks", () =>
    check(
      "5.0.0 / 2024-09-10\n==================\n  * remove:\n    - `app.del`\n  * deps: x\n\n4.0.0\n=====\n  * y\n",
      ["4.0.0", "5.0.0"],
      ["app.del"],
      ["5.0.0 4! `app.del` [app.del]", "5.0.0 5 deps: x"],
    ));
  test("packages of a monorepo and words before the number", () =>
    check(
      "## @shop/cart@3.0.0\n\nBREAKING: x\n\n## Version 2.5\n\ny\n",
      ["2.5", "3.0.0"],
      [],
      ["3.0.0 3! BREAKING: x"],
    ));
  test.each([
    ["no versions at all", "just words\n"],
    ["empty", ""],
    ["only others", "## 0.1.0\n- a\n"],
  ])("%s: nothing", (_, log) => check(log, ["1.0.0", "2.0.0"], [], []));
  test("any text is read in one go, and every entry tells a line of it", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("## 2.0.0", "- `a.run` x", "  y", "", "===", "* remove:", "text", "1.5.0"), {
          maxLength: 40,
        }),
        (lines) => {
          for (const { line, text } of changesBetween(lines.join("\n"), "1.0.0", "2.0.0", ["a.run"])) {
            expect(line).toBeLessThanOrEqual(lines.length);
            expect(text).not.toBe("");
          }
        },
      ),
    ));
});

describe("whether a text names an API", () => {
  test.each([
    ["`requests.get` is slower", "requests.get", true],
    ["`Session.get` is slower", "requests.get", false],
    ["`.safe_load()` is gone", "yaml.safe_load", true],
    ["the safe load of boats", "yaml.safe_load", false],
    ["we run tests", "app.run", false],
    ["`parse_args` warns", "parser.parse_args", true],
    ["call parse_args() twice", "parser.parse_args", true],
    ["requests.getter", "requests.get", false],
    ["a ``sqlite`` drop-in for ``sqlite``", "Table.drop", false],
    ["``drop=`` resolves names", "Table.drop", false],
    ["``table.drop(ignore=True)`` warns", "Table.drop", true],
    ['``rename={"name": "title"}`` is kept', "Column.name", false],
    [":ref:`Database migrations <migrations>`", "sqlite.Database", false],
    ["Remove `express.static.mime` export", "express", false],
    ["express now needs Node 18", "express", false],
    ["`express()` takes options", "express", true],
    ["open() is slower", "open", true],
    ["`res.redirect(url, status)` signature", "Response.status", false],
    ["use `res.status(code).send(body)`", "Response.status", true],
    ["use `app.use(express.json())`", "express.json", true],
  ])("%s: %s %s", (text, api, expected) => expect(speaksOf(text, api)).toBe(expected));
});

test("what names our calls comes before what merely breaks; the rest is left out", () => {
  const log = "## 2.0.0\n- breaking: a\n- b\n- `x.make` is new\n- removed c\n";
  const told = entriesThatMatter(changesBetween(log, "1.0.0", "2.0.0", ["x.make"]), 2);
  expect(told.map(({ text }) => text)).toEqual(["`x.make` is new", "breaking: a"]);
});
