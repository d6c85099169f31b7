import { describe, expect, test } from "@jest/globals";
import { type Introduction, keepTheirs, stampReport } from "../../../src/github/drafts/description.ts";

const report = "### What was asked\n\n- R1";
const written = (title: string, words: string, end = report): Introduction => ({
  title,
  body: stampReport({ title, body: `${words}\n\n${end}` }),
});
const first = written("Add a stopwatch", "It counts.\n\nRefs #1.");
const second = written("Add a better stopwatch", "It counts laps.\n\nRefs #1.", `${report}\n- R2`);

describe("a draft that is written anew", () => {
  test.each<[what: string, now: Introduction, expected: Introduction]>([
    ["as we left it: all is new", first, second],
    [
      "with a title of a person: it stays",
      { ...first, title: "feat: stopwatch" },
      { ...second, title: "feat: stopwatch" },
    ],
    [
      "with our reference changed: it stays, what the change does is new",
      { ...first, body: first.body.replace("Refs #1", "Closes #1") },
      { ...second, body: second.body.replace("Refs #1", "Closes #1") },
    ],
    [
      "with our words changed: they stay, the report is new",
      { ...first, body: first.body.replace("It counts.", "It counts seconds.") },
      { ...second, body: second.body.replace("It counts laps.", "It counts seconds.") },
    ],
    [
      "with words above and below ours: ours are new",
      { ...first, body: first.body.replace("Refs #1.", "Refs #1.\n\nFor Ada.").replace(/^/, "A bot:\n") },
      { ...second, body: second.body.replace("Refs #1.", "Refs #1.\n\nFor Ada.").replace(/^/, "A bot:\n") },
    ],
    [
      "with words below the report: they stay",
      { ...first, body: `${first.body}\n\n## Summary by a bot` },
      { ...second, body: `${second.body}\n\n## Summary by a bot` },
    ],
    [
      "with changes in the report: it is ours",
      { ...first, body: first.body.replace("- R1", "- R1, I hope") },
      second,
    ],
    [
      "without our report: it is theirs",
      { title: "Mine", body: "My words" },
      { title: "Mine", body: "My words" },
    ],
    ["of a version that marked nothing: all is new", { title: "Old", body: `Old\n\n${report}` }, second],
  ])("%s", (_what, now, expected) => {
    expect(keepTheirs(now, second)).toEqual(expected);
    // Edited on the site, and written by a run that was interrupted and goes on.
    const edited = { ...now, body: now.body.replaceAll("\n", "\r\n") };
    expect(keepTheirs(edited, second).body.replaceAll("\r\n", "\n")).toBe(expected.body);
    expect(keepTheirs(expected, second)).toEqual(expected);
  });
});
