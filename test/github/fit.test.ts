import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { branchName } from "../../src/github/drafts/branch-name.ts";
import { fitBody, fitTitle } from "../../src/github/fit.ts";
import type { Draft } from "../../src/github/forge.ts";
import { anyText } from "../helpers/any-text.ts";

const notice = "\n\n_Cut here: GitHub takes no longer text._";

describe("a body", () => {
  test.each([
    ["short stays", "short stays"],
    ["no\0 NUL", "no NUL"],
    ["half \ud83d a smile", "half \ufffd a smile"],
  ])("%j becomes %j", (body, expected) => expect(fitBody(body)).toBe(expected));

  test.each([
    ["a fence", `text\n\`\`\`ts\n${"line\n".repeat(40)}`, "\n```"],
    ["a long fence", `text\n~~~~\n\`\`\`\n${"line\n".repeat(40)}`, "\n~~~~"],
    ["details", `<details><summary>s</summary>\n\n${"line\n".repeat(40)}`, "\n\n</details>"],
    ["both", `<details>\n\n\`\`\`\n${"line\n".repeat(40)}`, "\n```\n\n</details>"],
    ["a comment", `<!-- ${"word ".repeat(40)}`, " -->"],
    ["nothing that was closed", `\`\`\`\ncode\n\`\`\`\n${"line\n".repeat(40)}`, "line"],
  ])("is cut with %s closed", (_what, body, end) => {
    const fitted = fitBody(body, 150);
    expect(fitted.length).toBeLessThanOrEqual(150);
    expect(fitted.slice(0, -notice.length).endsWith(end)).toBe(true);
  });

  const long = "x".repeat(50);
  test.each<[string, string[], string]>([
    [
      "a fold that nobody opened is closed",
      ["</details>", "</details>", "<details>", long, long],
      "\n</details>",
    ],
    ["a fence is longer than usual", ["`".repeat(20), long, long], "`".repeat(20)],
    ["one line opens two folds", ["<details><details>", long, long], "\n</details>\n\n</details>"],
    ["a fence is open in a fold", ["<details>", "```", "</details>", long, long], "```\n\n</details>"],
  ])("closes what is open and stays within the limit, where %s", (_, lines, end) => {
    const text = lines.join("\n");
    for (let limit = 100; limit < text.length; limit++) {
      const cut = fitBody(text, limit);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(cut.endsWith(notice)).toBe(true);
    }
    expect(fitBody(text, text.length - 1)).toContain(`${end}${notice}`);
  });

  test("always fits, is whole characters, and is itself when cut again", () => {
    const piece = fc.constantFrom(
      "```\n",
      "````\n",
      "~~~\n",
      "<details>",
      "</details>\n",
      "<!--",
      "-->",
      "\n",
      "word ",
      "😀",
      "\ud83d",
      "\0",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 120 }),
        fc.integer({ min: 100, max: 300 }),
        (pieces, limit) => {
          const text = pieces.join("");
          const fitted = fitBody(text, limit);
          if (text.length <= limit) expect(fitted).toBe(text.replaceAll("\0", "").toWellFormed());
          expect(fitted.length).toBeLessThanOrEqual(limit);
          expect(fitted.isWellFormed()).toBe(true);
          expect(fitBody(fitted, limit)).toBe(fitted);
        },
      ),
    );
  });
});

test.each([
  ["one\nline \t of\0 words ", "one line of words"],
  ["x".repeat(300), `${"x".repeat(255)}…`],
  ["😀".repeat(200), `${"😀".repeat(127)}…`],
])("the title %j becomes %j", (title, expected) => expect(fitTitle(title)).toBe(expected));

describe("a branch name", () => {
  const name = (branchEnding: string, branchPrefix = "coderag/issue-12-", runId = "8f3a9c21-77aa"): string =>
    branchName({ branchEnding, branchPrefix, runId } as Draft);

  test.each([
    ["Add a --verbose flag!", "coderag/issue-12-add-a-verbose-flag"],
    ["Größe prüfen", "coderag/issue-12-gro-e-prufen"],
    ["🎉🎉", "coderag/issue-12-8f3a9c21"],
    ["", "coderag/issue-12-8f3a9c21"],
    ["../../main", "coderag/issue-12-main"],
    ["a very long title that goes on and on and on", "coderag/issue-12-a-very-long-title-that-goes-on-an"],
  ])("%j gives %s", (ending, expected) => expect(name(ending)).toBe(expected));

  test("is at most 50 plain characters and ends with none of the dashes", () => {
    fc.assert(
      fc.property(anyText(), fc.string(), (ending, runId) =>
        expect(name(ending, "coderag/issue-12-", runId)).toMatch(
          /^(?=.{1,50}$)coderag\/issue-12-[a-z0-9-]*[a-z0-9]$/,
        ),
      ),
    );
  });
});
