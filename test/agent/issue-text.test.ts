import { describe, expect, test } from "@jest/globals";
import { issueText, untoldOf } from "../../src/agent/issue-text.ts";

const comment = (length: number) => ({ author: "mona", body: "c".repeat(length) });
const issue = (body: number, ...comments: readonly number[]) => ({
  ...{ number: 1, title: "A title", body: "b".repeat(body), comments: comments.map(comment) },
});

describe("what people are told of an issue that is too long for a model", () => {
  const long = "The issue is longer than 24,000 characters; the rest was not given to the model.";
  const newest = (told: number) => `Of the comments the newest ${told} were given to the model.`;
  test.each<[what: string, body: number, comments: readonly number[], said: readonly string[]]>([
    ["nothing where it fits", 24_000, [10, 6_000], []],
    ["a long body", 24_001, [], [long]],
    ["more comments than fit", 10, [9_000, 5_900, 5_900, 5_900, 5_900], [newest(4)]],
    ["a long comment", 10, [6_001, 3], ["Of 1 comment the first 6,000 characters were given to the model."]],
    [
      "all of it",
      30_000,
      Array(9).fill(7_000),
      [long, newest(3), "Of 3 comments the first 6,000 characters were given to the model."],
    ],
  ])("%s", (_what, body, comments, said) => {
    expect(untoldOf(issue(body, ...comments))).toEqual(said);
    // The model is told the same.
    expect(issueText(issue(body, ...comments)).includes("left out")).toBe(said.length > 0);
  });

  test("comments that are hidden on GitHub, also those on a diff", () => {
    const spammed = { ...issue(10, 20), hidden: 2, pull: { hidden: 1 } };
    expect(untoldOf(spammed)).toEqual(["3 hidden comments were not given to the model."]);
    expect(issueText(spammed)).toContain("(2 hidden comments left out)");
    expect(untoldOf({ ...issue(10), hidden: 1 })).toEqual(["1 hidden comment was not given to the model."]);
  });

  test("older comments that were not even read", () => {
    const many = { ...issue(10, 20, 30), unread: 7 };
    expect(untoldOf(many)).toEqual([newest(2)]);
    expect(issueText(many)).toContain("(7 older comments left out)");
  });
});
