import { describe, expect, test } from "@jest/globals";
import { questionAsIssue, questionAsMarkdown } from "../../src/cli/ask/question.ts";
import { visibleText } from "../../src/source/visible-text.ts";

describe("a question from the command line", () => {
  test.each([
    ["Where is Map<String, User> built?", "Where is `Map<String, User>` built?"],
    ["Who calls useMap<string, Array<Foo>>() here?", "Who calls `useMap<string, Array<Foo>>`() here?"],
    ['What does <Link :to="x"> render, and </Link>?', 'What does `<Link :to="x">` render, and `</Link>`?'],
    ["Is std::vector<int> copied?", "Is `std::vector<int>` copied?"],
    ["Is `Map<K, V>` sorted?", "Is `Map<K, V>` sorted?"],
    ["Why is a < b and b > c here, and 1 <2?", "Why is a < b and b > c here, and 1 <2?"],
  ])("shows what was typed: %s", (typed, shown) => {
    expect(questionAsMarkdown(typed)).toBe(shown);
    expect(visibleText(shown).text).toBe(shown);
  });

  test.each(["<a".repeat(20_000), "<a<b>".repeat(10_000), `x${"<a".repeat(5_000)}${">".repeat(5_000)}`])(
    "of many brackets takes no time to speak of",
    (typed) => {
      expect(questionAsMarkdown(typed).length).toBeGreaterThanOrEqual(typed.length);
    },
  );
});

const long = `Where is it? ${"And why so ".repeat(60)}?`;
test.each<[string, string, string, string]>([
  ["a short one", " where is Map<K> made? ", "where is `Map<K>` made?", ""],
  ["lines", "Why?\n\n```\nError: x\n```", "Why?", "```\nError: x\n```"],
  ["a long line", long, "Where is it?", long.slice(13)],
  ["a long sentence", "word ".repeat(200), "word ".repeat(100).trim(), "word ".repeat(100).trim()],
])("%s loses nothing as an issue", (_, typed, title, body) =>
  expect(questionAsIssue(typed)).toEqual({ title, body }),
);
