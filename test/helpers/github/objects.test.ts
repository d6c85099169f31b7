import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeRepository, type TestRepository } from "../repository.ts";
import { listRefs, readCommit, readTree, resolveCommit, writeBlobs, writeCommit, writeTree } from "./git.ts";

/** What is read and written without git is what git reads and writes, packed or not. */
let repository: TestRepository;

beforeAll(async () => {
  const files = {
    "a.txt": "a\n",
    "a-b/c.txt": "c\n",
    "a/b.txt": "b\n",
    "ü/x": { mode: "100755", content: "x" },
  } as const;
  repository = await makeRepository({ ...files, link: { mode: "120000", content: "a.txt" } }, { bare: true });
});
afterAll(() => repository?.remove());

const listing = async (tree: string) =>
  (await repository.git("ls-tree", "-r", "-t", "-l", "-z", tree))
    .split("\0")
    .filter(Boolean)
    .map((line) => line.replace(/ +(?=\S+\t)/, " "));
const ours = async (tree: string) =>
  (await readTree(repository.dir, tree, "all"))?.map(
    ({ mode, type, sha, size = "-", path }) => `${mode} ${type} ${sha} ${size}\t${path}`,
  );

async function checkReading(): Promise<void> {
  const { dir, commit } = repository;
  expect(await ours("main")).toEqual(await listing("main"));
  expect(await readTree(dir, "main:a", "one")).toMatchObject([{ path: "b.txt", type: "blob", size: 2 }]);
  expect(await readTree(dir, "main:nothing", "one")).toBeUndefined();
  expect(await resolveCommit(dir, "main")).toBe(await repository.git("rev-parse", "main"));
  expect(await resolveCommit(dir, "refs/heads/none")).toBeUndefined();
  expect((await readCommit(dir, commit))?.message).toBe("first");
  expect([...(await listRefs(dir, "refs/heads/"))]).toEqual([["refs/heads/main", commit]]);
}

test("reads what git made", checkReading);

test("writes what git takes for whole", async () => {
  const { dir, commit } = repository;
  const [blob] = await writeBlobs(dir, ["new\n"]);
  const tree = await writeTree(dir, `${await repository.git("rev-parse", "main^{tree}")}`, [
    { path: "a/deep/new.txt", mode: "100644", sha: blob! },
    { path: "a/b.txt", mode: "100644", sha: null },
    { path: "a-b/c.txt", mode: "100644", sha: null },
    { path: "ü", mode: "100644", sha: blob! },
  ]);
  expect(await ours(tree)).toEqual(await listing(tree));
  expect((await ours(tree))!.map((line) => line.split("\t")[1])).toEqual([
    ...["a.txt", "a", "a/deep", "a/deep/new.txt", "link", "ü"],
  ]);
  const someone = { name: "Ada", email: "ada@example.com", date: "2026-01-01T00:00:00Z" };
  const parts = { tree, parents: [commit], author: someone, committer: someone, message: "More\n" };
  const made = await writeCommit(dir, parts);
  expect(await repository.git("log", "-1", "--format=%T %P %an %s", made)).toBe(`${tree} ${commit} Ada More`);
  await repository.git("fsck", "--strict", "--no-dangling");
});

test("reads what git has packed", async () => {
  await repository.git("gc", "--quiet");
  await checkReading();
});
