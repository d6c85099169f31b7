import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { changedFiles, diffOf, mergedCommits } from "../../src/workspace/git-history.ts";
import { readHistory } from "../../src/workspace/history.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

let repository: TestRepository;
let [first, second, merge] = ["", "", ""];
beforeAll(async () => {
  repository = await makeRepository({ "a.py": "one\n", "b c.py": "x\n", "gone.py": "y\n" });
  first = repository.commit;
  second = await repository.add(
    { "a.py": "one\ntwo\n", "gone.py": undefined, "néw.py": "n\n" },
    { message: "Second\n\nWith a body.\n" },
  );
  await repository.git("branch", "side", first);
  await repository.add({ "b c.py": "z\n" }, { branch: "side", message: "on the side" });
  await repository.git("merge", "--quiet", "--no-ff", "-m", "Merge side", "side");
  merge = await repository.git("rev-parse", "HEAD");
});
afterAll(() => repository?.remove());
const at = () => ({ directory: repository.dir });

test("commits come as they were merged, newest first, without what a merge brought", async () => {
  const all = await mergedCommits(at(), merge, { skip: 0, count: 9 });
  expect(all.map(({ commit, message }) => [commit, message])).toEqual([
    [merge, "Merge side"],
    [second, "Second\n\nWith a body."],
    [first, "first"],
  ]);
  expect(all.map(({ parents }) => parents.length)).toEqual([2, 1, 0]);
  const part = await mergedCommits(at(), merge, { skip: 1, count: 1 });
  expect(part.map(({ commit }) => commit)).toEqual([second]);
});

test("files and lines that a commit changed", async () => {
  expect(await changedFiles(at(), first, second)).toEqual([
    { path: "a.py", change: "modified" },
    { path: "gone.py", change: "deleted" },
    { path: "néw.py", change: "added" },
  ]);
  const diff = await diffOf(at(), first, second, ["a.py", "néw.py"]);
  expect(diff).toContain("--- a/a.py\n+++ b/a.py\n@@ -1,0 +2 @@ one\n+two\n");
  expect(diff).toContain("+++ b/néw.py\n");
  expect(diff).not.toContain("gone.py");
  expect(await diffOf(at(), second, merge, [])).toBe("");
  expect(await diffOf(at(), second, merge, ["b c.py"])).toContain("@@ -1 +1 @@\n-x\n+z\n");
});

test("a path is a path, whatever git would read into it (G09)", async () => {
  for (const path of ["*.py", ":(glob)*.py", ":/", ":(exclude)b c.py", "?.py"])
    expect([path, await diffOf(at(), first, second, [path])]).toEqual([path, ""]);
});

test("programs that the repository names are not run", async () => {
  const evil = "sh -c 'touch ran'";
  for (const key of ["diff.external", "diff.evil.textconv", "diff.evil.command", "gpg.program"])
    await repository.git("config", key, evil);
  await repository.git("config", "log.showSignature", "true");
  await repository.add({ ".gitattributes": "*.py diff=evil\n" });
  await diffOf(at(), first, second, ["a.py"]);
  await mergedCommits(at(), second, { skip: 0, count: 1 });
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("options are not taken for commits", async () => {
  await expect(mergedCommits(at(), "--all", { skip: 0, count: 1 })).rejects.toThrow("Not a full SHA");
  await expect(changedFiles(at(), first, "--output=x")).rejects.toThrow("Not a full SHA");
  await expect(diffOf(at(), "-O x", first, ["a"])).rejects.toThrow("Not a full SHA");
});

test("the history of a commit has no merges, and each commit with the files that it changed", async () => {
  const { commits } = await readHistory(at(), merge);
  const told = commits.map(({ message, paths }) => [message.split("\n")[0], [...paths].sort()] as const);
  expect(new Map(told)).toEqual(
    new Map([
      ["Second", ["a.py", "gone.py", "néw.py"]],
      ["on the side", ["b c.py"]],
      ["first", []],
    ]),
  );
});
