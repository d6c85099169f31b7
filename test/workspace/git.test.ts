import { execFileSync, spawn } from "node:child_process";
import { hasSubscribers } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { UserError } from "../../src/errors.ts";
import * as verbs from "../../src/workspace/git.ts";
import { gitEnvironment } from "../../src/workspace/git-environment.ts";
import { openObjects } from "../../src/workspace/git-objects.ts";
import { GitError, gitProgram, runGit as runHardened } from "../../src/workspace/git-run.ts";
import * as writingVerbs from "../../src/workspace/git-write.ts";
import { openRemote } from "../../src/workspace/open-remote.ts";
import { startGitServer } from "../helpers/git-server.ts";
import type { Listening } from "../helpers/listen.ts";
import { makeRepository, runGit, type TestFiles } from "../helpers/repository.ts";

let root: string;
let server: Listening | undefined;
let front: Server | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "coderag-git-"));
});

afterEach(async () => {
  await server?.close();
  front?.close();
  [server, front] = [undefined, undefined];
  await rm(root, { recursive: true, force: true });
});

const limits = { fetchMilliseconds: 240_000, repositoryBytes: 2 ** 30, files: 1000 };

const openFrom = (url: string) =>
  openRemote(
    {
      url,
      repositoryKey: "octo/demo",
      want: { branch: "main" },
      cacheDir: join(root, "cache"),
      quotaBytes: 2 ** 30,
      access: async () => ({ token: "the-token" }),
      limits,
    },
    new AbortController().signal,
  );

async function serve(files: TestFiles): Promise<string> {
  await makeRepository(files, { dir: join(root, "octo/demo.git"), bare: true });
  server = await startGitServer({ root });
  return `${server.url}/octo/demo.git`;
}

describe("one door (G02)", () => {
  const sources = readdirSync(resolve("src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const importersOf = (pattern: RegExp) =>
    sources.filter((name) => pattern.test(readFileSync(join("src", name), "utf8"))).sort();

  test("one file imports simple-git, four make verbs of it, one room uses them", () => {
    expect(importersOf(/from "simple-git"/)).toEqual(["workspace/git-run.ts"]);
    expect(importersOf(/from ".*\/git-run\.ts"/)).toEqual([
      "workspace/git-history.ts",
      "workspace/git-objects.ts",
      "workspace/git-write.ts",
      "workspace/git.ts",
    ]);
    expect(importersOf(/from ".*\/git-write\.ts"/)).toEqual(["workspace/commit-local.ts"]);
  });

  test("every verb refuses options where it wants a name", async () => {
    const repository = { directory: root, gitDir: root };
    for (const option of [
      "--output=x",
      "-Ovi",
      "--open-files-in-pager=sh",
      "--ext-diff",
      "--textconv",
      "--no-index",
    ]) {
      const calls: (() => unknown)[] = [
        () => verbs.listTree(repository, option),
        () => openObjects(repository).read([option], () => undefined),
        () => verbs.treeOf(repository, option),
        () => verbs.parentOf(repository, option),
        () => verbs.resolveCommit(repository, { branch: option }),
        () => verbs.resolveCommit(repository, { commit: option }),
        () => writingVerbs.moveBranch(repository, option, { from: undefined, to: "1".repeat(40) }),
        () => writingVerbs.checkedOutIn(repository, option),
        () => writingVerbs.readIntoIndex({ ...repository, indexFile: "x" }, option),
      ];
      for (const call of calls)
        await expect((async () => call())()).rejects.toThrow(/branch named|Not a full SHA/);
    }
    for (const url of ["ext::sh -c x", "--upload-pack=x", "file:///tmp/x/y", "ssh://-oProxyCommand=x/a/b"])
      await expect(
        verbs.fetchCommit(repository, { url, want: "HEAD", token: undefined, milliseconds: 1 }),
      ).rejects.toThrow(/does not fetch from/);
    expect(readdirSync(root)).toEqual([]);
  });
});

test("git sees nothing of our environment", () => {
  const before = process.env["GIT_EXTERNAL_DIFF"];
  process.env["GIT_EXTERNAL_DIFF"] = "/evil";
  const environment = gitEnvironment({
    directory: "/x",
    network: { HTTPS_PROXY: "http://proxy", LD_PRELOAD: "/evil" },
  });
  if (before === undefined) delete process.env["GIT_EXTERNAL_DIFF"];
  expect(JSON.stringify(environment)).not.toContain("evil");
  expect(environment).toMatchObject({
    HTTPS_PROXY: "http://proxy",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
  });
});

/** Each row begins what would make the file `ran`, were its wall taken out. */
test.each<[string, (hostile: string) => Promise<unknown>]>([
  [
    "a hook",
    async (hostile) => {
      await writeFile(join(hostile, ".git/hooks/reference-transaction"), "#!/bin/sh\ntouch ran\n", {
        mode: 0o755,
      });
      const [to] = String(await runGit(hostile, ["rev-parse", "HEAD"])).split("\n");
      const repository = { directory: hostile, gitDir: join(hostile, ".git") };
      await writingVerbs.moveBranch(repository, "coderag/x", { from: undefined, to: to! });
    },
  ],
  [
    "an address that is a command",
    (hostile) => runHardened({ directory: hostile, argv: ["ls-remote", "ext::sh -c touch% ran"] }),
  ],
  [
    "a command as an address that the repository's own configuration allows",
    async (hostile) => {
      await runGit(hostile, ["config", "protocol.ext.allow", "always"]);
      await runGit(hostile, ["config", "remote.origin.url", "ext::sh -c touch% ran"]);
      await runHardened({ directory: hostile, argv: ["ls-remote", "origin"] });
    },
  ],
  [
    "a folder as an address",
    (hostile) => runHardened({ directory: hostile, argv: ["fetch", `file://${hostile}`, "HEAD:ran"] }),
  ],
  [
    "a helper for credentials, and a program that asks for them",
    async (hostile) => {
      front = createServer((_, response) => response.writeHead(401, { "www-authenticate": "Basic" }).end());
      await once(front.listen(0, "127.0.0.1"), "listening");
      const ask = join(root, "ask.sh");
      await writeFile(ask, "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
      await runGit(hostile, ["config", "core.askPass", ask]);
      await runGit(hostile, ["config", "credential.helper", "!touch ran; :"]);
      const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/a/b`;
      await runHardened({ directory: hostile, protocol: "http", argv: ["ls-remote", url] });
    },
  ],
  [
    "a filter of large files (G05)",
    async (hostile) => {
      for (const name of ["clean", "smudge", "process"])
        await runGit(hostile, ["config", `filter.lfs.${name}`, "touch ran; cat"]);
      await writeFile(join(hostile, ".gitattributes"), "* filter=lfs\n");
      await writeFile(join(hostile, "a"), "changed");
      await runHardened({ directory: hostile, argv: ["add", "--all"] });
      await runHardened({ directory: hostile, argv: ["checkout", "--force", "HEAD", "--", "a"] });
    },
  ],
  [
    "a repository within the files",
    async (hostile) => {
      const inner = join(hostile, "inner");
      await runGit(hostile, ["init", "-q", "--bare", "inner"]);
      await runGit(inner, ["config", "core.fsmonitor", "touch ../ran; :"]);
      await runGit(inner, ["config", "core.bare", "false"]);
      await runGit(inner, ["config", "core.worktree", hostile]);
      expect(await runHardened({ directory: inner, argv: ["status"] }).catch(() => "refused")).toBe(
        "refused",
      );
    },
  ],
])("%s starts nothing (G01, G03, G04)", async (_, begin) => {
  const hostile = join(root, "hostile");
  await makeRepository({ a: "a" }, { dir: hostile });
  await begin(hostile).catch((error: unknown) => expect(error).toBeInstanceOf(GitError));
  expect(readdirSync(hostile)).not.toContain("ran");
  expect(String(await runGit(hostile, ["for-each-ref"]))).not.toContain("ran");
});

test("what a repository puts in an object's place is not read for it", async () => {
  const dir = join(root, "replaced");
  await makeRepository({ a: "committed", b: "another" }, { dir });
  await runGit(dir, ["replace", "HEAD:a", "HEAD:b"]);
  const shown = await runHardened({ directory: dir, argv: ["cat-file", "-p", "HEAD:a"] });
  expect(String(shown)).toBe("committed");
});

describe("a hostile server or repository (G04, G05)", () => {
  test("submodules and LFS are left alone, and nothing else is asked for", async () => {
    const url = await serve({
      ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = ../other.git\n',
      ".lfsconfig": "[lfs]\n\turl = http://127.0.0.1:9/evil\n",
      ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
      "a.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n",
    });
    const workspace = await openFrom(url);
    expect(await workspace.read("a.bin")).toContain("git-lfs");
    await workspace.close();
  });

  test.each<[string, string]>([
    ["an option as a path", '[submodule "x"]\n\tpath = -x\n\turl = https://example.com/x.git\n'],
    ["an option as an address", '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=sh\n'],
    ["a name that leads out", '[submodule "../../x"]\n\tpath = x\n\turl = https://example.com/x.git\n'],
  ])("a .gitmodules with %s is refused, with a cure", async (_name, content) => {
    const error = await openFrom(await serve({ ".gitmodules": content })).catch((e) => e as UserError);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(/safety check refuses/);
  });

  test("a server that repeats the token does not bring it into a message (G06)", async () => {
    front = createServer((request, response) => {
      const credential = String(request.headers.authorization).split(" ")[1]!;
      const token = Buffer.from(credential, "base64").toString();
      response.writeHead(403, { "content-type": "text/plain" }).end(`denied ${credential} ${token}\n`);
    }).listen(0, "127.0.0.1");
    await once(front, "listening");
    const { port } = front.address() as AddressInfo;
    const error = await openFrom(`http://127.0.0.1:${port}/octo/demo`).catch((e) => e as Error);
    const told = String((error as Error).cause);
    expect(told).toContain("denied [secret] x-access-token:[secret]");
    expect(told).not.toContain("the-token");
  });

  test("a server that sends us elsewhere gets no token there", async () => {
    const inner = await serve({ a: "a" });
    const seen: unknown[] = [];
    front = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(301, { location: `${inner}${request.url?.slice("/octo/demo".length)}` }).end();
    }).listen(0, "127.0.0.1");
    await once(front, "listening");
    const error = await openFrom(`http://127.0.0.1:${(front.address() as AddressInfo).port}/octo/demo`).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(/has moved/);
    expect(seen).toHaveLength(1);
  });
});

/** `git status` of trees that hold each other filled 22 GB before. */
(existsSync("/usr/bin/prlimit") ? test : test.skip)("git has two gigabytes of memory and no more", () => {
  const [program, ...before] = gitProgram.slice(0, -1);
  const said = execFileSync(program!, [...before, "sh", "-c", "ulimit -d"]).toString();
  expect(Number(said)).toBe(2 ** 21);
});

test("of a long complaint of git the last words are kept", async () => {
  await runGit(root, ["init", "--quiet"]);
  const names = Array.from({ length: 200 }, (_, at) => `${at}-${"x".repeat(100)}`);
  const failing = runHardened({ argv: ["branch", "--delete", ...names], directory: root });
  await expect(failing).rejects.toMatchObject({ complaint: expect.stringMatching(/^.{7000,8000}$/s) });
  await expect(failing).rejects.toThrow(/199-x+' not found/);
});

test("no process is listened for when git has run", async () => {
  await runHardened({ argv: ["--version"], directory: root });
  await expect(runHardened({ argv: ["no-such-verb"], directory: root })).rejects.toThrow(GitError);
  expect(hasSubscribers("child_process")).toBe(false);
});

test("what a run had at hand when it asked git is let go", async () => {
  const script = `
    import { AsyncLocalStorage } from "node:async_hooks";
    import { setImmediate } from "node:timers/promises";
    import { runGit } from ${JSON.stringify(new URL("../../src/workspace/git-run.ts", import.meta.url).href)};
    const step = new AsyncLocalStorage();
    const graphs = [];
    for (let run = 0; run < 3; run += 1) {
      const graph = { nodes: [] };
      graphs.push(new WeakRef(graph));
      await step.run(graph, () => runGit({ argv: ["--version"], directory: "." }));
    }
    for (let turn = 0; turn < 5; turn += 1) { await setImmediate(); gc(); }
    process.exitCode = graphs.slice(0, 2).filter((graph) => graph.deref()).length;`;
  const argv = ["--expose-gc", "--input-type=module", "--eval", script];
  const child = spawn(process.execPath, argv, { stdio: "ignore" });
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a killed run leaves no half repository that a later one would trip over (F04)", async () => {
  const url = await serve({ a: "a" });
  const cache = join(root, "cache");
  const script = `
    import { openRemote } from ${JSON.stringify(new URL("../../src/workspace/open-remote.ts", import.meta.url).href)};
    await openRemote({ url: ${JSON.stringify(url)}, repositoryKey: "octo/demo", want: { branch: "main" },
      cacheDir: ${JSON.stringify(cache)}, quotaBytes: 2 ** 30, limits: ${JSON.stringify(limits)},
      access: () => { process.kill(process.pid, "SIGKILL"); } }, new AbortController().signal);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "ignore" });
  await once(child, "exit");
  const folder = join(cache, readdirSync(cache)[0]!);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^partial-/)]);
  const workspace = await openFrom(url);
  expect(await workspace.read("a")).toBe("a");
  expect(existsSync(join(folder, `${workspace.commit}.git`))).toBe(true);
  await workspace.close();
  await expect(
    runGit(join(folder, `${workspace.commit}.git`), ["--git-dir=.", "fsck"]),
  ).resolves.toBeDefined();
});
