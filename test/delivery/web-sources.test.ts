import { describe, expect, test } from "@jest/globals";
import { webSourceList } from "../../src/delivery/web-sources.ts";

const readAt = "2026-11-21T07:00:00.000Z";

/** The one row that this source becomes. */
function check(title: string, url: string, expected: string): void {
  expect(webSourceList([{ title, url, readAt }]).split("\n").at(-1)).toBe(expected);
}

describe("the list of sources", () => {
  test("nothing read, nothing said", () => expect(webSourceList([])).toBe(""));

  test.each([
    ["zod", "https://zod.dev/api", "- zod: <https://zod.dev/api>, read on 2026-11-21"],
    ["", "https://zod.dev/?a=1", "- <https://zod.dev/?a=1>, read on 2026-11-21"],
    ["a plain address", "http://zod.dev/", "- a plain address: `http://zod.dev/`, read on 2026-11-21"],
    [
      "an issue is not told of us",
      "https://github.com/a/b/issues/3",
      "- an issue is not told of us: `https://github.com/a/b/issues/3`, read on 2026-11-21",
    ],
    [
      "[x](https://evil.example) @team <b>",
      "https://zod.dev/",
      "- x (`https://evil.example`) `@team` &lt;b>: <https://zod.dev/>, read on 2026-11-21",
    ],
    ["ends", "https://zod.dev/>x", "- ends: `https://zod.dev/>x`, read on 2026-11-21"],
  ])("%s %s", check);

  test("a long list is counted", () => {
    const many = Array.from({ length: 50 }, (_, at) => ({
      title: "",
      url: `https://a.example/${at}`,
      readAt,
    }));
    expect(webSourceList(many)).toMatch(/- and 10 more$/);
  });
});
