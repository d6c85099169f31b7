import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Draft, Publisher } from "../../src/github/forge.ts";
import type { UndoOutcome, UndoWish } from "../../src/github/undo.ts";
import { appOf } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";
import type { TestRepository } from "../helpers/repository.ts";

let github: EmulatedGitHub;
let publisher: Publisher;
let git: TestRepository["git"];
let add: TestRepository["add"];
let issue = 0;
let run = 0;

beforeAll(async () => {
  github = await startGitHub({
    repositories: [{ owner: "octo", name: "shop", files: { "a.txt": "one\n", "b.txt": "b\n" } }],
    users: { ada: "write" },
  });
  const repository = github.repository();
  ({ git, add } = repository.repository);
  publisher = appOf(github).publisher(github.installationId, repository);
});
afterAll(() => github.close());

/** Pushes one commit of ours for the issue of this test, on today's `main`. */
async function push(changes: Draft["changes"], title = "Change it"): Promise<string> {
  const outcome = await publisher.pushBranch({
    ...{
      runId: `run-${++run}`,
      issueNumber: issue,
      branchPrefix: `coderag/issue-${issue}-`,
      branchEnding: "x",
    },
    base: { branch: "main", commit: await git("rev-parse", "main") },
    ...{ ourTips: [], title, body: "", commitMessage: title, changes },
  });
  if (outcome.kind !== "pushed") throw new Error(outcome.kind);
  return outcome.commit;
}

const branch = () => `coderag/issue-${issue}-x`;
const undo = (more: Partial<UndoWish> = {}): Promise<UndoOutcome> =>
  publisher.undo({
    ...{ runId: `run-${++run}`, branch: { prefix: `coderag/issue-${issue}-` }, base: "main", ourTips: [] },
    trailers: ["Co-authored-by: ada <1+ada@users.noreply.github.com>"],
    ...more,
  });
const text = (path: string) => git("show", `${branch()}:${path}`).catch(() => undefined);
const change = (after: string, before = "one\n") => [{ path: "a.txt", before, after }];
const fresh = (path: string) => ({ path, before: undefined, after: `${path}\n` });
const inBetween = (work: () => Promise<unknown>) =>
  github.faults.add({ method: "PATCH", path: /\/git\/refs\//, do: { meanwhile: work } });

describe("undo", () => {
  test("reverts the newest commit of ours, the next one the one before, then says that nothing is left", async () => {
    issue += 1;
    const first = await push([...change("two\n"), fresh("new.txt")], "First");
    const second = await push(change("three\n"), "Second");
    const one = await undo();
    expect(one).toMatchObject({
      kind: "undone",
      branch: branch(),
      reverted: { commit: second, title: "Second" },
    });
    expect([await text("a.txt"), await text("new.txt")]).toEqual(["two", "new.txt"]);
    const message = await git("log", "-1", "--format=%B", branch());
    expect(message).toBe(
      `Revert "Second"\n\nThis reverts commit ${second}.\n\nCodeRAG-Reverts: ${second}\nCo-authored-by: ada <1+ada@users.noreply.github.com>\nCodeRAG-Run: run-${run}`,
    );
    expect(github.repository().signed.has((one as { commit: string }).commit)).toBe(true);
    expect(await undo()).toMatchObject({ kind: "undone", reverted: { commit: first } });
    expect([await text("a.txt"), await text("new.txt")]).toEqual(["one", undefined]);
    expect(await undo()).toEqual({ kind: "nothing", branch: branch() });
    // What was pushed since is the newest again.
    const third = await push(change("four\n"), "Third");
    expect(await undo()).toMatchObject({ kind: "undone", reverted: { commit: third } });
    expect(await text("a.txt")).toBe("one");
  });

  test("leaves alone what a person built on it, and what is only a person's", async () => {
    issue += 1;
    const ours = await push(change("two\n"));
    const theirs = await add({ "b.txt": "by hand\n" }, { branch: branch() });
    expect(await undo()).toEqual({
      kind: "built-upon",
      branch: branch(),
      commit: ours,
      by: expect.any(String),
    });
    expect(await git("rev-parse", branch())).toBe(theirs);
    await git("branch", "people", "main");
    await add({ "b.txt": "x\n" }, { branch: "people" });
    expect(await undo({ branch: { name: "people" } })).toEqual({ kind: "nothing", branch: "people" });
    expect(await undo({ branch: { name: "peop" } })).toEqual({ kind: "nothing", branch: undefined });
  });

  test("passes a person's branch of a like name by", async () => {
    issue += 1;
    await push(change("two\n"));
    await git("branch", `coderag/issue-${issue}-a-mine`, "main");
    await add({ "b.txt": "x\n" }, { branch: `coderag/issue-${issue}-a-mine` });
    expect(await undo()).toMatchObject({ kind: "undone", branch: branch() });
  });

  test.each(["drop-after-write", "reset"] as const)(
    "reverts once where the answer is lost: %s",
    async (fault) => {
      issue += 1;
      await push(change("two\n"));
      github.faults.add({ method: "PATCH", path: /\/git\/refs\//, do: fault });
      expect((await undo()).kind).toBe("undone");
      expect(await git("rev-list", "--count", `main..${branch()}`)).toBe("2");
      expect(await text("a.txt")).toBe("one");
    },
  );

  test("done again by the same run finds its own revert", async () => {
    issue += 1;
    const ours = await push(change("two\n"));
    const first = await undo({ runId: "same" });
    expect(await undo({ runId: "same" })).toEqual(first);
    expect(first).toMatchObject({ reverted: { commit: ours } });
    expect(await git("rev-list", "--count", `main..${branch()}`)).toBe("2");
  });

  test("never goes over a push that comes in between", async () => {
    issue += 1;
    await push(change("two\n"));
    inBetween(() => add({ "b.txt": "quick\n" }, { branch: branch() }));
    expect((await undo()).kind).toBe("built-upon");
    expect([await text("a.txt"), await text("b.txt")]).toEqual(["two", "quick"]);
  });

  test("keeps the base that a commit of ours brought in", async () => {
    issue += 1;
    const first = await push([...change("two\n"), fresh("new.txt")]);
    await add({ "b.txt": `moved ${issue}\n` });
    const second = await push([...change("three\n"), fresh("newer.txt")]);
    expect((await git("log", "-1", "--format=%P", second)).split(" ")[0]).toBe(first);
    expect(await undo()).toMatchObject({ kind: "undone", reverted: { commit: second } });
    expect(await Promise.all(["a.txt", "b.txt", "new.txt", "newer.txt"].map(text))).toEqual([
      "two",
      `moved ${issue}`,
      "new.txt",
      undefined,
    ]);
    expect(await undo()).toMatchObject({ kind: "undone", reverted: { commit: first } });
    expect(await git("diff", "main", branch())).toBe("");
  });

  test("says so where that base changed the same file", async () => {
    issue += 1;
    await push([fresh("both.txt")]);
    await add({ "both.txt": "theirs\n" });
    const second = await push([{ path: "both.txt", before: "theirs\n", after: "mine\n" }]);
    expect(await undo()).toEqual({ kind: "conflict", branch: branch(), commit: second, paths: ["both.txt"] });
    expect(await text("both.txt")).toBe("mine");
  });
});
