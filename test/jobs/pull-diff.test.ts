import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openDiff } from "../../src/jobs/suggest/pull-diff.ts";
import type { PullLook } from "../../src/jobs/suggest/read-look.ts";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import { makeRepository, type TestFiles, type TestRepository } from "../helpers/repository.ts";

const text = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const joined = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const { signal } = new AbortController();
let repository: TestRepository;

beforeEach(async () => {
  repository = await makeRepository({ "a.py": joined(text) });
});
afterEach(() => repository.remove());

const openAt = (commit: string) =>
  readCommit({ directory: repository.dir }, commit, async () => undefined, signal);

/** The diff of these files, looked at for the first time or again after `since`. */
async function diffOf(
  files: TestFiles,
  listed: readonly { readonly path: string; readonly previousPath?: string }[],
  since?: string,
) {
  const commit = await repository.add(files, { branch: "main" });
  const look = {
    ...{ mergeBase: repository.commit, since },
    files: listed.map((file) => ({ previousPath: undefined, status: "modified", ...file })),
  } as unknown as PullLook;
  const surroundings = { openWorkspace: (base) => openAt(base.commit) } as Pick<
    Surroundings,
    "openWorkspace"
  >;
  return openDiff(look, await openAt(commit), surroundings as Surroundings, signal);
}

test("a file that was renamed since the last look is the one that was looked at", async () => {
  const faulty = text.with(9, "ten");
  const since = await repository.add({ "a.py": joined(faulty) });
  const renamed = [{ path: "b.py", previousPath: "a.py" }];
  const moved = { "a.py": undefined, "b.py": joined(faulty) };
  expect((await diffOf(moved, renamed, since)).files).toMatchObject([{ path: "b.py", fresh: [], added: [] }]);
  const changed = await diffOf({ "b.py": joined(faulty.with(24, "new")) }, renamed, since);
  expect(changed.files).toMatchObject([{ added: [{ from: 25, to: 25 }] }]);
});

test("generated files, however many, leave no code unread; what is beyond the first 300 is counted one by one", async () => {
  const many = (folder: string) => Array.from({ length: 301 }, (_, at) => `${folder}/m${at}.py`);
  const paths = [...many("dist"), ...many("docs"), "src/a.py"];
  const files = Object.fromEntries(paths.map((path) => [path, "x = 1\n"]));
  const listed = [{ path: "README.md" }, ...paths.map((path) => ({ path }))];
  const diff = await diffOf({ ...files, "README.md": "Read.\n" }, listed);
  expect(diff.files).toHaveLength(300);
  expect(diff.files.at(-1)!.path).toBe("docs/m299.py");
  expect(diff.leftOut.filter((one) => one.endsWith("(generated)"))).toHaveLength(301);
  expect(diff.leftOut.slice(301)).toEqual(
    ["docs/m300.py", "src/a.py", "README.md"].map((path) => `${path} (beyond the first 300)`),
  );
});
