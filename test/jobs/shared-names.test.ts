import { expect, test } from "@jest/globals";
import { fileDiff } from "../../src/edits/file-diff.ts";
import { tellNamed } from "../../src/jobs/suggest/named-lines.ts";
import { sharedNames } from "../../src/jobs/suggest/shared-names.ts";
import { uncalledNames } from "../../src/jobs/suggest/uncalled-names.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import { makeRepository, type TestFiles } from "../helpers/repository.ts";

const { signal } = new AbortController();

/** What is told of one change, of which the model sees the first `seen` lines. */
async function toldOf(
  path: string,
  [before, after]: readonly [string, string],
  others: TestFiles,
  seen = 0,
): Promise<string> {
  const repository = await makeRepository({ ...others, [path]: after });
  const workspace = await readCommit(
    { directory: repository.dir },
    repository.commit,
    async () => undefined,
    signal,
  );
  try {
    const { graph } = await indexWorkspace(workspace, { workers: 1 }, signal);
    const files = [fileDiff(path, { before, after })];
    const shown = new Map([[path, [{ from: 1, to: seen }]]]);
    const [told = ""] = await tellNamed([sharedNames({ files, shown }, graph)], workspace, signal);
    return told.split("\n").slice(1).join("\n");
  } finally {
    await workspace.close();
    await repository.remove();
  }
}

const field = ["int idle_threads;\n", "int idle_threads = 1;\n"] as const;
const later = "\nvoid work(void) {\n  idle_threads -= 1;\n}\n";
const withLater = [`${field[0]}${later}`, `${field[1]}${later}`] as const;
const many = (count: number): TestFiles =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`b${at}.c`, "extern int idle_threads;\n"]));

const rows: readonly [string, () => Promise<string>, string][] = [
  [
    "a variable that another function of the file sets, below what is shown",
    () => toldOf("pool.c", withLater, {}, 1),
    "idle_threads\n  pool.c:4: idle_threads -= 1;",
  ],
  ["what is shown", () => toldOf("pool.c", withLater, {}, 5), ""],
  [
    "in other files, where few have it",
    () => toldOf("pool.c", field, many(2), 1),
    "idle_threads\n  b0.c:1: extern int idle_threads;\n  b1.c:1: extern int idle_threads;",
  ],
  ["a word of many files", () => toldOf("pool.c", field, many(7), 1), ""],
  [
    "a word of many files, on few lines of its own",
    () => toldOf("pool.c", withLater, many(7), 1),
    "idle_threads\n  pool.c:4: idle_threads -= 1;",
  ],
  ["a word of the whole repository", () => toldOf("pool.c", withLater, many(25), 1), ""],
  [
    "code of another language, and manuals",
    () => toldOf("pool.c", field, { "a.py": "idle_threads = 1\n", "a.md": "idle_threads\n" }, 1),
    "",
  ],
  [
    "a function: the graph knows who calls it",
    () => toldOf("pool.c", ["", "int work_now(void) { return 1; }\n"], { "b.c": "int x = work_now();\n" }, 1),
    "",
  ],
  [
    "a word of one part",
    () => toldOf("pool.c", ["", "int count;\n"], { "b.c": "extern int count;\n" }, 1),
    "",
  ],
  ["words of a comment", () => toldOf("pool.c", ["", "// see idle_threads\n"], many(1), 1), ""],
  ["a test", () => toldOf("test/pool.c", field, many(1), 1), ""],
  [
    "a function of a library",
    () =>
      toldOf(
        "a.c",
        ["", "int x = ReadFile(1);\n"],
        { "b.c": "// ReadFile waits\nint y = ReadFile (2);\n" },
        1,
      ),
    "",
  ],
  [
    "who uses a macro",
    () =>
      toldOf(
        "a.h",
        ["", "#define EACH_ONE(v) for (;;)\n"],
        { "b.c": "void f(void) {\n  EACH_ONE(v) g();\n}\n" },
        1,
      ),
    "EACH_ONE\n  b.c:2: EACH_ONE(v) g();",
  ],
  [
    "functions of a language that is not read",
    () => toldOf("lib/a.ex", ["", "put_state(1)\n"], { "lib/b.ex": "def put_state(x) do\n" }, 1),
    "put_state\n  lib/b.ex:1: def put_state(x) do",
  ],
  [
    "first what the change takes away",
    () =>
      toldOf(
        "keys.go",
        ["const CtrlHome = 2\nconst CtrlH = 1\n", "const CtrlHome = 3\n"],
        { "a.go": "var x = CtrlHome\n", "b.go": "var y = CtrlH\nvar z = CtrlH\n" },
        9,
      ),
    "CtrlH\n  b.go:1: var y = CtrlH\n  b.go:2: var z = CtrlH\nCtrlHome\n  a.go:1: var x = CtrlHome",
  ],
];

test.each(rows)("names on changed lines: %s", async (_, told, expected) => {
  expect(await told()).toBe(expected);
});

test("of changed definitions that no code calls the lines with their names are told, a class's of other languages alone", async () => {
  const job =
    "class PrefillJob\n  def self.run_all\n    1\n  end\nend\n\ndef warm_up\n  2\nend\n\ndef cool_down\n  3\nend\n";
  const repository = await makeRepository({
    "app/prefill.rb": `${job}cool_down\n`,
    "app/other.rb": "# PrefillJob\n",
    "config/recurring.yml": "class: PrefillJob\nthen: cool_down\n",
    "app/page.erb": "<%= send :warm_up %>\n",
    "app/note.rb": "# see warm_up\n",
    "docs/jobs.md": "warm_up\n",
  });
  const { dir: directory, commit } = repository;
  const workspace = await readCommit({ directory }, commit, async () => undefined, signal);
  try {
    const { graph } = await indexWorkspace(workspace, { workers: 1 }, signal);
    const shown = new Map([["app/prefill.rb", [{ from: 1, to: 20 }]]]);
    const changed = graph.inFile("app/prefill.rb");
    const searches = [uncalledNames(changed, { shown }, graph)];
    const [told = ""] = await tellNamed(searches, workspace, signal);
    expect(told.split("\n").slice(1)).toEqual([
      ...["PrefillJob", "  config/recurring.yml:1: class: PrefillJob"],
      ...["warm_up", "  app/page.erb:1: <%= send :warm_up %>"],
    ]);
  } finally {
    await workspace.close();
    await repository.remove();
  }
});
