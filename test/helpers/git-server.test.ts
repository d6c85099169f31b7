import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startGitServer } from "./git-server.ts";
import type { Listening } from "./listen.ts";
import { makeRepository, runGit, type TestRepository } from "./repository.ts";

let root: string;
let server: Listening;
let repository: TestRepository;
const pushed: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "coderag-server-"));
  repository = await makeRepository(
    { "a.txt": "one\n", "run.sh": { mode: "100755", content: "#!/bin/sh\n" }, 'naïve\n"name"': "x" },
    { dir: join(root, "octo/demo.git"), bare: true },
  );
  server = await startGitServer({
    root,
    authorise: (request) => request.headers.authorization === "Bearer let-me-in",
    onPush: (name) => void pushed.push(name),
  });
});

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const withToken = ["-c", "http.extraHeader=Authorization: Bearer let-me-in"];

test("a repository can be cloned and pushed to", async () => {
  const clone = join(root, "clone");
  await runGit(root, [...withToken, "clone", "--quiet", `${server.url}/octo/demo.git`, clone]);
  await runGit(clone, ["commit", "--quiet", "--allow-empty", "-m", "more"]);
  await runGit(clone, [...withToken, "push", "--quiet", "origin", "HEAD:refs/heads/other"]);
  expect(await repository.git("rev-parse", "other")).toBe(
    (await runGit(clone, ["rev-parse", "HEAD"])).trim(),
  );
  expect(pushed).toEqual(["octo/demo"]);
});

test("without the token there is nothing to see", async () => {
  await expect(runGit(root, ["ls-remote", `${server.url}/octo/demo.git`])).rejects.toThrow(
    /could not read Username/,
  );
});

test("names and modes are kept as they are", async () => {
  const listed = await repository.git("ls-tree", "-r", "-z", "main");
  expect(listed.split("\u0000").map((line) => line.replace(/ blob \w+/, ""))).toEqual([
    "100644\ta.txt",
    '100644\tnaïve\n"name"',
    "100755\trun.sh",
    "",
  ]);
});
