import { expect, test } from "@jest/globals";
import { judgeChange } from "../../src/jobs/judge-change.ts";
import { type MarkedText, marksOf } from "../../src/references/marks.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import type { CommitWorkspace } from "../../src/workspace/read-commit.ts";
import { graph, workspace } from "../agent/small-repository.ts";

const search = await createSearchIndex(graph, (paths) => workspace.readMany(paths));
const theirs = Array.from({ length: 9 }, (_, at) => `step_${at} = work(${at})\n`).join("");
const marked = (licence: string, allowed: boolean): MarkedText => ({
  ...{ fullName: "sky/kitelib", commit: "c0ffee", path: "kite.py", licence, allowed },
  marks: marksOf(theirs),
});

test.each<[what: string, files: Readonly<Record<string, string>>, expected: readonly string[]]>([
  ["an ordinary change", { "a.py": "import os\n\n\ndef a():\n    return os.sep\n" }, []],
  ["a package of Python that nobody knows", { "a.py": "import left_padder\n" }, ["- import/undeclared:1"]],
  [
    "one of npm, where the change itself brings the manifest",
    { "package.json": "{}", "a.js": 'import "left-padder";\n' },
    ["! manifest/changed", "! import/undeclared:1"],
  ],
  ["lines of a licence that forbids it", { "a.py": `\n${theirs}` }, ["! licence/copied:2"]],
  ["what may not be written is not looked into", { "/a.py": theirs }, ["! path/refused"]],
])("%s", async (_, files, expected) => {
  const changes = Object.entries(files).map(([path, after]) => ({ path, before: undefined, after }));
  const { complaints, findings } = await judgeChange(
    changes,
    { workspace: workspace as CommitWorkspace, search },
    { checks: {}, marked: [marked("GPL-3.0", false)] },
  );
  const said = (mark: string, { kind, line }: { readonly kind: string; readonly line?: number }): string =>
    `${mark} ${kind}${line === undefined ? "" : `:${line}`}`;
  expect([...complaints.map((one) => said("!", one)), ...findings.map((one) => said("-", one))]).toEqual(
    expected,
  );
});

test("lines under a licence that asks for attribution pass", async () => {
  const { complaints } = await judgeChange(
    [{ path: "a.py", before: undefined, after: theirs }],
    { workspace: workspace as CommitWorkspace, search },
    { checks: {}, marked: [marked("MIT", true)] },
  );
  expect(complaints).toEqual([]);
});
