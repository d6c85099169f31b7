import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { folderName } from "../../src/workspace/git-names.ts";
import { openRemote, type RemoteOptions } from "../../src/workspace/open-remote.ts";
import { startGitServer } from "../helpers/git-server.ts";
import type { Listening } from "../helpers/listen.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

const forever = new AbortController().signal;

let root: string;
let server: Listening;
let repository: TestRepository;
/** Requests that were answered. */
let asked: number;
let isOpen: boolean;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "coderag-past-"));
  [asked, isOpen] = [0, true];
  repository = await makeRepository(
    { "src/a.py": "a = 1\n", "src/b.py": "b = 1\n" },
    { dir: join(root, "octo/demo.git"), bare: true },
  );
  await repository.add({ "src/a.py": "a = 2\n" }, { message: "count from two" });
  await repository.add({ "src/deep/c.py": "c = 1\n", "src/b.py": undefined }, { message: "b becomes c" });
  server = await startGitServer({
    root,
    authorise: () => {
      asked += 1;
      return isOpen;
    },
  });
});

afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const open = (more: Partial<RemoteOptions> = {}) =>
  openRemote(
    {
      ...{ url: `${server.url}/octo/demo.git`, repositoryKey: "octo/demo", want: { branch: "main" } },
      ...{ cacheDir: join(root, "cache"), quotaBytes: 2 ** 30, access: async () => ({ token: undefined }) },
      limits: { fetchMilliseconds: 240_000, repositoryBytes: 2 ** 30, files: 1000 },
      ...more,
    },
    forever,
  );

async function told(workspace: Awaited<ReturnType<typeof open>>) {
  const { history } = await workspace.past!(forever);
  return history?.commits.map(({ message, paths }) => [message, ...[...paths].sort()]);
}

const folders = () => readdir(join(root, "cache", folderName("octo/demo")));

test("a fetched commit knows what the commits before it changed", async () => {
  const workspace = await open();
  expect(await told(workspace)).toEqual([
    ["b becomes c", "src/b.py", "src/deep/c.py"],
    ["count from two", "src/a.py"],
    ["first"],
  ]);
  expect(await folders()).toEqual([`${workspace.commit}.git`]);
  await workspace.close();
});

test("the past is fetched once for a commit", async () => {
  const first = await open();
  const before = await told(first);
  const requests = asked;
  expect(await told(first)).toEqual(before);
  await first.close();
  isOpen = false;
  const again = await open({ want: { commit: first.commit } });
  expect(await told(again)).toEqual(before);
  expect(asked).toBe(requests);
  await again.close();
});

test("a commit on top of a snapshot has the whole past, too", async () => {
  await (await open()).close();
  const commit = await repository.add({ "src/a.py": "a = 3\n" }, { message: "and from three" });
  const workspace = await open();
  expect(workspace.commit).toBe(commit);
  expect((await told(workspace))?.map(([message]) => message)).toEqual([
    ...["and from three", "b becomes c", "count from two", "first"],
  ]);
  await workspace.close();
});

test("where it cannot be had a note says so, and nothing half done is left", async () => {
  const workspace = await open();
  isOpen = false;
  expect(await workspace.past!(forever)).toEqual({
    history: undefined,
    note: expect.stringMatching(/^Past commits were not looked at: git said ".*"\.$/s),
  });
  expect(await folders()).toEqual([`${workspace.commit}.git`]);
  expect(await workspace.read("src/a.py")).toBe("a = 2\n");
  isOpen = true;
  expect(await told(workspace)).toHaveLength(3);
  await workspace.close();
});

test.each<[string, RegExp, Partial<RemoteOptions>]>([
  [
    "a forge that gives no token",
    /the forge answered 503/,
    { access: once(Object.assign(new Error("x"), { status: 503 })) },
  ],
  ["no network", /ECONNREFUSED/, { access: once(Object.assign(new Error("x"), { code: "ECONNREFUSED" })) }],
])("%s is told as well", async (_, expected, more) => {
  const workspace = await open(more);
  expect((await workspace.past!(forever)).note).toMatch(expected);
  await workspace.close();
});

test("a bug and a cancelled run are no notes", async () => {
  const workspace = await open({ access: once(new TypeError("a bug")) });
  await expect(workspace.past!(forever)).rejects.toThrow("a bug");
  await expect(workspace.past!(AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
  await workspace.close();
});

/** No token the first time, for the commit; then this error. */
function once(error: Error): RemoteOptions["access"] {
  let times = 0;
  return async () => {
    times += 1;
    if (times > 1) throw error;
    return { token: undefined };
  };
}
