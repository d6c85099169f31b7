import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { UserError } from "../../src/errors.ts";
import type { FileChange } from "../../src/source/file.ts";
import { commitLocally } from "../../src/workspace/commit-local.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

let repository: TestRepository;

beforeEach(async () => {
  repository = await makeRepository({
    "a.txt": "a\n",
    "gone.txt": "gone\n",
    "run.sh": { mode: "100755", content: "#!/bin/sh\n" },
    'odd\n"name"': "odd\n",
    link: { mode: "120000", content: "a.txt" },
  });
});

afterEach(() => repository.remove());

const changes: readonly FileChange[] = [
  { path: "a.txt", before: "a\n", after: "naïve\r\n" },
  { path: "gone.txt", before: "gone\n", after: undefined },
  { path: "run.sh", before: "#!/bin/sh\n", after: "#!/bin/sh\necho\n" },
  { path: "new/deep/file.txt", before: undefined, after: "new\n" },
  { path: 'odd\n"name"', before: "odd\n", after: "odder\n" },
];

const commit = (more: Partial<Parameters<typeof commitLocally>[1]> = {}) =>
  commitLocally(repository.dir, {
    branch: "coderag/issue-1",
    base: repository.commit,
    changes,
    message: "feat: more\n\nA body.",
    ...more,
  });

describe("commitLocally", () => {
  test("keeps the mode of a renamed file", async () => {
    const { commit: made } = await commit({
      changes: [
        { path: "run.sh", before: "#!/bin/sh\n", after: undefined },
        { path: "bin/run.sh", before: undefined, after: "#!/bin/sh\n", movedFrom: "run.sh" },
      ],
    });
    expect(await repository.git("ls-tree", "-r", made, "bin/run.sh")).toMatch(/^100755 /);
  });

  test("does not write into a submodule", async () => {
    await repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
    await repository.git("commit", "-q", "-m", "module");
    const base = await repository.git("rev-parse", "HEAD");
    for (const path of ["sub", "sub/x"])
      await expect(commit({ base, changes: [{ path, before: undefined, after: "x" }] })).rejects.toThrow(
        "the submodule sub",
      );
  });

  test("puts the changes on a branch and keeps modes", async () => {
    const done = await commit();
    expect(done).toEqual({
      branch: "coderag/issue-1",
      commit: await repository.git("rev-parse", "coderag/issue-1"),
    });
    expect(await repository.git("cat-file", "-s", `${done.commit}:a.txt`)).toBe("8"); // CR and LF are there
    const listed = (await repository.git("ls-tree", "-r", "-z", done.commit)).split("\0").filter(Boolean);
    expect(listed.map((line) => [line.slice(0, 6), line.split("\t")[1]])).toEqual([
      ["100644", "a.txt"],
      ["120000", "link"],
      ["100644", "new/deep/file.txt"],
      ["100644", 'odd\n"name"'],
      ["100755", "run.sh"],
    ]);
    expect(await repository.git("log", "-1", "--format=%P%n%B", done.commit)).toBe(
      `${repository.commit}\nfeat: more\n\nA body.`,
    );
  });

  test("leaves work tree, index and HEAD as they are", async () => {
    await writeFile(join(repository.dir, "a.txt"), "staged");
    await repository.git("add", "a.txt");
    await writeFile(join(repository.dir, "a.txt"), "not staged");
    const index = await readFile(join(repository.dir, ".git/index"));
    await commit();
    expect(await readFile(join(repository.dir, "a.txt"), "utf8")).toBe("not staged");
    expect(await readFile(join(repository.dir, ".git/index"))).toEqual(index);
    expect(await repository.git("rev-parse", "HEAD")).toBe(repository.commit);
    expect(await repository.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
  });

  test("works in a bare repository", async () => {
    const bare = await makeRepository({ "a.txt": "a\n" }, { bare: true });
    const done = await commitLocally(bare.dir, {
      branch: "x",
      base: bare.commit,
      changes: [{ path: "a.txt", before: "a\n", after: "b\n" }],
      message: "m",
    });
    expect(await bare.git("show", `${done.commit}:a.txt`)).toBe("b");
    await bare.remove();
  });

  test("is signed with the name that the repository is set to, else with our own", async () => {
    const author = async () => repository.git("log", "-1", "--format=%an <%ae>", (await commit()).commit);
    await repository.git("config", "user.name", "Grace Hopper");
    await repository.git("config", "user.email", "grace@example.com");
    expect(await author()).toBe("Grace Hopper <grace@example.com>");
  });

  test("done twice is done once", async () => expect(await commit()).toEqual(await commit()));

  test("moves a branch on that still stands at the base", async () => {
    await repository.git("branch", "coderag/issue-1");
    expect(await repository.git("rev-parse", "coderag/issue-1")).toBe(repository.commit);
    expect((await commit()).commit).toBe(await repository.git("rev-parse", "coderag/issue-1"));
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      "holds other commits",
      () => repository.add({ x: "x" }, { branch: "coderag/issue-1" }),
      /holds other commits/,
    ],
    ["is checked out", () => repository.git("checkout", "-q", "-b", "coderag/issue-1"), /is checked out in/],
  ])("does not touch a branch that %s", async (_name, prepare, message) => {
    await prepare();
    const before = await repository.git("rev-parse", "coderag/issue-1");
    const error = await commit().catch((e) => e as UserError);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
    expect(await repository.git("rev-parse", "coderag/issue-1")).toBe(before);
  });

  test.each(["../out.txt", "/etc/x", ".git/config", "a/.GIT/hooks/x", "a//b"])(
    "refuses to write %s",
    async (path) => {
      await expect(commit({ changes: [{ path, before: undefined, after: "x" }] })).rejects.toThrow();
      await expect(repository.git("rev-parse", "--verify", "coderag/issue-1")).rejects.toThrow();
    },
  );

  test.each(["--force", "a b", "x..y"])("refuses a branch named %s", async (branch) => {
    await expect(commit({ branch })).rejects.toBeInstanceOf(UserError);
  });
});
