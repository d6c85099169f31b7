import { expect, test } from "@jest/globals";
import { releaseNotes } from "../../../src/retrieval/history/release-notes.ts";

const commits = (count: number, ...paths: string[]) =>
  Array.from({ length: count }, (_, at) => ({ commit: `${at}`, message: "", paths }));
const entries = new Set([
  "CHANGELOG.md",
  "docs/changes.rst",
  "newsfragments/2.fix.md",
  "news/README.md",
  ".changeset/one.md",
]);

test.each([
  [
    "a changelog of one commit in ten",
    [...commits(10, "a.py", "CHANGELOG.md"), ...commits(90, "a.py")],
    { path: "CHANGELOG.md", kind: "log" },
  ],
  ["one of fewer", [...commits(5, "a.py", "CHANGELOG.md"), ...commits(90, "a.py")], undefined],
  ["one of four commits in all", commits(4, "a.py", "CHANGELOG.md"), undefined],
  ["one that releases alone touch", [...commits(9, "CHANGELOG.md"), ...commits(9, "a.py")], undefined],
  ["one that tests alone come with", commits(9, "CHANGELOG.md", "test_a.py"), undefined],
  ["one that is gone", commits(9, "a.py", "HISTORY.md"), undefined],
  [
    "a folder of notes, whose older ones a release collected",
    [...commits(5, "a.py", "newsfragments/3.fix.md"), ...commits(5, "a.py", "newsfragments/2.fix.md")],
    { path: "newsfragments/2.fix.md", kind: "fragment" },
  ],
  ["changesets", commits(9, "a.ts", ".changeset/one.md"), { path: ".changeset/one.md", kind: "fragment" }],
  [
    "a changelog of a language that is not read",
    commits(9, "a.kt", "CHANGELOG.md"),
    { path: "CHANGELOG.md", kind: "log" },
  ],
  ["the text on a folder of notes", commits(9, "a.py", "news/README.md"), undefined],
])("changes of code that are told in %s", (_, past, expected) => {
  expect(releaseNotes({ commits: past }, entries)).toEqual(expected);
});
