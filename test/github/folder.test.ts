import { describe, expect, test } from "@jest/globals";
import { createFolderForge, parseIssue } from "../../src/github/folder.ts";
import type { Draft } from "../../src/github/forge.ts";

const base = { branch: "main", commit: "c".repeat(40) };
const draft = { branchPrefix: "coderag/issue-1-", base } as Draft;

test.each([
  ["# Title\n\nBody\nmore\n", "Title", "Body\nmore"],
  ["Just a line\nand the rest", "Just a line", "and the rest"],
  ["intro\n\n## Title ##\nBody", "Title", "intro\n\nBody"],
  ["\uFEFF\r\n\r\nTitle\r\n\r\nBody\r\n", "Title", "Body"],
  ["```\n# a comment\n```\n# Title\nBody", "Title", "```\n# a comment\n```\nBody"],
  ["#hashtag\nBody", "#hashtag", "Body"],
  ["", "", ""],
  ["\n \n", "", ""],
])("%j is an issue", (markdown, title, body) => expect(parseIssue(markdown)).toEqual({ title, body }));

test.each([
  ["# #12: Totals are wrong\nB", { title: "Totals are wrong", body: "B", number: 12 }],
  ["#12 Totals\nB", { title: "Totals", body: "B", number: 12 }],
  ["# Since #12 totals are wrong", { title: "Since #12 totals are wrong", body: "" }],
  ["# #12", { title: "#12", body: "" }],
])("%j says its number where it begins with it", (markdown, issue) =>
  expect(parseIssue(markdown)).toEqual(issue),
);

describe("a forge made of files", () => {
  test("reads the issue and the base, and lets its owner command", async () => {
    const forge = createFolderForge({ issue: { title: "T", body: "B" }, base });
    expect(await forge.issue(1)).toMatchObject({ title: "T", body: "B", number: 0 });
    expect(await forge.conversation(1, "")).toEqual({ comments: [] });
    expect(await forge.base()).toEqual(base);
    expect(await forge.permission("you")).toBe("admin");
  });

  test("keeps what would have been published", async () => {
    const forge = createFolderForge({ issue: { title: "T", body: "B" }, base });
    await forge.react(1, "eyes");
    await forge.react(1, "rocket", "eyes");
    const first = await forge.note(1, "<!-- m -->", "one");
    expect(await forge.note(1, "<!-- m -->", "two")).toEqual(first);
    expect([...forge.reactions]).toEqual(["rocket"]);
    expect([...forge.notes]).toEqual([["<!-- m -->", "two"]]);
    expect(await forge.pushBranch(draft)).toMatchObject({ kind: "pushed", commit: base.commit });
    expect(await forge.openPullRequest(draft, "b")).toMatchObject({ draft: true, created: true });
    expect([forge.drafts, forge.pullRequests]).toEqual([[draft], [draft]]);
  });

  test("commits where it is told how", async () => {
    const commit = async (given: Draft) => ({ branch: `${given.branchPrefix}x`, commit: "d".repeat(40) });
    const forge = createFolderForge({ issue: { title: "T", body: "B" }, base, commit });
    const outcome = { kind: "pushed", branch: "coderag/issue-1-x", commit: "d".repeat(40) };
    expect(await forge.pushBranch(draft)).toEqual(outcome);
  });
});
