import { expect, test } from "@jest/globals";
import { type ChangeReviewInput, createChangeReview } from "../../../src/delivery/review/change-review.ts";
import { reviewMarker } from "../../../src/delivery/review/review.ts";
import { suggestionIn } from "../../helpers/github/review-actions.ts";

const suggestion = (from: number, ...lines: readonly string[]) => ({
  path: "shop/cart.py",
  from,
  to: from,
  lines,
});
const review = (more: Partial<ChangeReviewInput> = {}) =>
  createChangeReview({
    ...{ runId: "run-1", pullNumber: 7, commit: "c0ffee".padEnd(40, "0") },
    ...{ title: "Round the total", summary: "Totals are rounded once." },
    barred: {
      cause: "The App is not installed on the fork `mallory/shop`.",
      cure: "Its owner can install it.",
    },
    suggestions: [suggestion(3, "a"), suggestion(9, "b", "```")],
    rest: [{ path: "a&b.py", before: undefined, after: "x = 1\n" }],
    noticed: [],
    ...more,
  });

test("it says what was not pushed and why, and each part is a suggestion", () => {
  const { body, comments, marker } = review();
  expect(marker).toBe(reviewMarker("run-1"));
  expect(body.startsWith(marker)).toBe(true);
  expect(body).toContain(
    "**Round the total**, as 2 suggestions and one change below that no button can commit",
  );
  expect(body).toContain("not installed on the fork `mallory/shop`. Its owner can install it.");
  expect(body).toContain("<code>a&amp;b.py</code>: to be taken over by hand");
  expect(body).toContain("add all of them to one batch");
  expect(comments.map(({ body: text }) => suggestionIn(text))).toEqual([["a"], ["b", "```"]]);
  expect(comments[1]!.body).toContain("part 2 of 2");
  expect(comments[0]!.folded).toContain("lines 3: not shown");
});

test("a new file is shown to its end: it stands nowhere else", () => {
  const after = Array.from({ length: 900 }, (_, at) => `value_${at} = compute(${at})\n`).join("");
  const { body } = review({ rest: [{ path: "a.py", before: undefined, after }] });
  expect(body).toContain("+value_899 = compute(899)\n```\n\n</details>");
  expect(body.indexOf("one batch")).toBeLessThan(body.indexOf("+value_0 "));
});

test("an endless line beside a change does not hide it", () => {
  const before = `data = "${"x".repeat(90_000)}"\nb = 1\n`;
  const { body } = review({ rest: [{ path: "a.py", before, after: before.replace("b = 1", "b = 2") }] });
  expect(body).toContain("xxx…\n-b = 1\n+b = 2\n```");
});

test("words of a model call nobody and close nothing", () => {
  const { body, comments } = review({
    title: "@acme fixes #1",
    summary: "/coderag undo\n\n![x](http://e.example)",
  });
  for (const text of [body, comments[0]!.body]) {
    expect(text).not.toMatch(/(^|\s)@acme/);
    expect(text).not.toMatch(/^\/coderag/m);
    expect(text).not.toContain("![x](http");
  }
});

test.each<[string, Partial<ChangeReviewInput>, RegExp]>([
  ["one suggestion", { suggestions: [suggestion(3, "a")], rest: [] }, /\*\*, as a suggestion, for `c0ffee0`/],
  ["nothing to commit", { suggestions: [] }, /\*\*, one change below that no button can commit, for/],
])("with %s it says so", (_name, more, says) => {
  const { body } = review(more);
  expect(body).toMatch(says);
  expect(body).not.toContain("one batch");
});

test("what the checks noticed of the change is told", () => {
  const noticed = [
    { kind: "weakened/skipped-test", path: "a.py", message: "A test is skipped, says @acme." },
  ];
  expect(review({ noticed }).body).toContain("⚠️ **Look closely.** A test is skipped, says `@acme`.");
});
