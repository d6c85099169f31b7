import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Draft, ForgeReader, Publisher } from "../../../src/github/forge.ts";
import type { FileChange } from "../../../src/source/file.ts";
import { appOf } from "../../helpers/github/app.ts";
import { must } from "../../helpers/github/git.ts";
import { type EmulatedGitHub, startGitHub } from "../../helpers/github/start.ts";
import type { TestRepository } from "../../helpers/repository.ts";

let github: EmulatedGitHub;
let publisher: Publisher;
let reader: ForgeReader;
let git: TestRepository["git"];
let add: TestRepository["add"];
let issue = 0;

beforeAll(async () => {
  github = await startGitHub({
    repositories: [
      {
        owner: "octo",
        name: "shop",
        files: {
          "a.txt": "one\n",
          "old/gone.txt": "gone\n",
          "bin/run": { mode: "100755", content: "#!/bin/sh\n" },
          "bin/link": { mode: "120000", content: "run" },
        },
      },
    ],
    users: { ada: "write" },
  });
  const repository = github.repository();
  ({ git, add } = repository.repository);
  publisher = appOf(github).publisher(github.installationId, repository);
  reader = appOf(github).reader(github.installationId, repository);
});
afterAll(() => github.close());

const some: readonly FileChange[] = [{ path: "a.txt", before: "one\n", after: "two\n" }];

/** A draft on today's `main`, for an issue of its own unless told otherwise. */
async function draft(more: Partial<Draft> = {}): Promise<Draft> {
  issue += 1;
  return {
    runId: `run-${issue}`,
    issueNumber: issue,
    branchPrefix: `coderag/issue-${issue}-`,
    branchEnding: "make it so",
    base: { branch: "main", commit: await git("rev-parse", "main") },
    ourTips: [],
    title: "Make it so",
    body: "So it is.",
    commitMessage: "feat: make it so",
    changes: some,
    ...more,
  };
}

const parents = async (sha: string) => (await git("log", "-1", "--format=%P", sha)).split(" ");
const files = async (sha: string) => git("ls-tree", "-r", "--format=%(objectmode) %(path)", sha);
const count = async (draft: Draft) =>
  (await git("for-each-ref", `refs/heads/${draft.branchPrefix}*`)).split("\n").filter(Boolean).length;
/** Commits that can be seen on the branch and not on main. */
const commitsOf = async (branch: string) => Number(await git("rev-list", "--count", `main..${branch}`));

describe("a new branch", () => {
  test("keeps the mode of a renamed file", async () => {
    const changes = [
      { path: "bin/run", before: "#!/bin/sh\n", after: undefined },
      { path: "tools/run", before: undefined, after: "#!/bin/sh\n", movedFrom: "bin/run" },
    ];
    const outcome = await publisher.pushBranch(await draft({ changes }));
    expect(await files((outcome as { commit: string }).commit)).toContain("100755 tools/run");
  });

  test("holds one signed commit with the changes, modes kept", async () => {
    const wish = await draft({
      changes: [
        ...some,
        { path: "bin/run", before: "#!/bin/sh\n", after: "#!/bin/bash\r\n" },
        { path: "new/deep/file.ts", before: undefined, after: "\uFEFFexport {};\n" },
        { path: "old/gone.txt", before: "gone\n", after: undefined },
      ],
    });
    const outcome = await publisher.pushBranch(wish);
    expect(outcome).toMatchObject({ kind: "pushed", branch: `coderag/issue-${issue}-make-it-so` });
    const { commit } = outcome as { commit: string };
    expect(await git("rev-parse", `coderag/issue-${issue}-make-it-so`)).toBe(commit);
    expect(await files(commit)).toBe(
      "100644 a.txt\n120000 bin/link\n100755 bin/run\n100644 new/deep/file.ts",
    );
    expect(await git("show", `${commit}:bin/run`)).toBe("#!/bin/bash");
    expect(await git("log", "-1", "--format=%B", commit)).toBe(
      `feat: make it so\n\nCodeRAG-Run: ${wish.runId}`,
    );
    expect(await parents(commit)).toEqual([wish.base.commit]);
    expect(github.repository().signed.has(commit)).toBe(true);
    const [sent] = github.requests.filter(({ path }) => path.endsWith("/git/commits")).slice(-1);
    expect(Object.keys(sent!.body as object).sort()).toEqual(["message", "parents", "tree"]);
  });

  test("more than a hundred files come in several requests", async () => {
    const changes = Array.from({ length: 230 }, (_, index) => ({
      path: `many/${index}.txt`,
      before: undefined,
      after: `${index}\n`,
    }));
    const outcome = (await publisher.pushBranch(await draft({ changes }))) as { commit: string };
    expect((await git("ls-tree", "-r", "--name-only", outcome.commit, "many/")).split("\n")).toHaveLength(
      230,
    );
  });

  test.each([
    ["a link", [{ path: "bin/link", before: undefined, after: "x" }], /bin\/link: it is no plain file/],
    ["below a file", [{ path: "a.txt/b", before: undefined, after: "x" }], /below a.txt/],
    ["below a link", [{ path: "bin/link/b", before: undefined, after: "x" }], /below bin\/link/],
  ])("refuses to write over %s", async (_what, changes, complaint) => {
    await expect(publisher.pushBranch(await draft({ changes }))).rejects.toThrow(complaint);
  });

  test("a folder takes the place of a deleted file", async () => {
    const changes = [
      { path: "a.txt", before: "one\n", after: undefined },
      { path: "a.txt/b", before: undefined, after: "x\n" },
    ];
    const outcome = (await publisher.pushBranch(await draft({ changes }))) as { commit: string };
    expect(await files(outcome.commit)).toContain("a.txt/b");
  });
});

describe("an existing branch", () => {
  test("is adopted when it holds this run's commit already", async () => {
    const wish = await draft();
    const first = (await publisher.pushBranch(wish)) as { commit: string };
    expect(await publisher.pushBranch(wish)).toEqual({ ...first, kind: "adopted" });
    expect(await commitsOf(first.commit)).toBe(1);
  });

  test("gets the next run's commit on top, its old tip as parent", async () => {
    const wish = await draft();
    const first = (await publisher.pushBranch(wish)) as { commit: string; branch: string };
    const next = {
      ...wish,
      runId: "next",
      branchEnding: "other words",
      changes: [{ ...some[0]!, after: "3\n" }],
    };
    const second = (await publisher.pushBranch(next)) as { commit: string; branch: string };
    expect(second).toMatchObject({ kind: "pushed", branch: first.branch });
    expect(await parents(second.commit)).toEqual([first.commit]);
    expect(await git("show", `${second.commit}:a.txt`)).toBe("3");
    expect(await count(wish)).toBe(1);
  });

  test("takes in a base that has moved", async () => {
    const wish = await draft();
    const first = (await publisher.pushBranch(wish)) as { commit: string };
    const moved = await add({ "elsewhere.txt": "new\n" }, { branch: "main" });
    const next = { ...wish, runId: "moved", base: { branch: "main", commit: moved } };
    const second = (await publisher.pushBranch(next)) as { commit: string };
    expect(await parents(second.commit)).toEqual([first.commit, moved]);
    expect(await files(second.commit)).toContain("elsewhere.txt");
  });

  test("is left alone when a human has pushed to it", async () => {
    const wish = await draft();
    const first = (await publisher.pushBranch(wish)) as { branch: string };
    const tip = await add({ "mine.txt": "mine\n" }, { branch: first.branch });
    const outcome = await publisher.pushBranch({ ...wish, runId: "again" });
    expect(outcome).toEqual({ kind: "human-branch", branch: first.branch, tip });
    expect(await git("rev-parse", first.branch)).toBe(tip);
  });

  test("is left alone when a human has amended our commit, the trailer and the author kept", async () => {
    const wish = await draft();
    const { branch, commit } = (await publisher.pushBranch(wish)) as { branch: string; commit: string };
    const raw = await git("cat-file", "commit", commit);
    const forged = raw.replace(
      /^committer .*$/m,
      "committer Ada <ada@users.noreply.github.com> 1700000001 +0000",
    );
    const { dir } = github.repository().repository;
    const tip = await writeObject(dir, `${forged}\n`);
    await git("update-ref", `refs/heads/${branch}`, tip);
    expect(await publisher.pushBranch(wish)).toEqual({ kind: "human-branch", branch, tip });
    expect(await publisher.pushBranch({ ...wish, runId: "n", ourTips: [tip] })).toMatchObject({
      kind: "pushed",
    });
  });

  test("that a human made with our prefix stays theirs", async () => {
    const wish = await draft();
    const tip = await add({ "theirs.txt": "x\n" }, { branch: `${wish.branchPrefix}by-hand` });
    const outcome = await publisher.pushBranch(wish);
    expect(outcome).toEqual({ kind: "human-branch", branch: `${wish.branchPrefix}by-hand`, tip });
    expect(await count(wish)).toBe(1);
  });

  test("of issue 1 is not that of issue 12", async () => {
    await add({ "theirs.txt": "x\n" }, { branch: "coderag/issue-9912-by-hand" });
    const outcome = await publisher.pushBranch(await draft({ branchPrefix: "coderag/issue-99-" }));
    expect(outcome).toMatchObject({ kind: "pushed", branch: "coderag/issue-99-make-it-so" });
  });
});

describe("when something goes wrong", () => {
  afterEach(() => github.faults.clear());

  const refs = /\/git\/refs/;

  test.each([
    ["the answer to the new branch is lost", "POST", refs, "drop-after-write", "adopted"],
    ["the line is cut before the new branch", "POST", refs, "reset", "pushed"],
    ["GitHub is ill once", "POST", refs, { status: 502 }, "pushed"],
    ["the answer to the commit is lost", "POST", /\/git\/commits$/, "drop-after-write", "pushed"],
    ["the answer to the tree is lost", "POST", /\/git\/trees$/, "drop-after-write", "pushed"],
  ] as const)("one branch, one commit: %s", async (_what, method, path, action, kind) => {
    const wish = await draft();
    github.faults.add({ method, path, do: action });
    const outcome = await publisher.pushBranch(wish);
    expect(outcome.kind).toBe(kind);
    expect(await count(wish)).toBe(1);
    expect(await commitsOf((outcome as { branch: string }).branch)).toBe(1);
  });

  test("one commit on top when the answer to the move is lost", async () => {
    const wish = await draft();
    await publisher.pushBranch(wish);
    github.faults.add({ method: "PATCH", path: refs, do: "drop-after-write" });
    const outcome = await publisher.pushBranch({ ...wish, runId: "second" });
    expect(outcome.kind).toBe("adopted");
    expect(await commitsOf((outcome as { branch: string }).branch)).toBe(2);
  });

  test("a human who pushes between our look and our write is not overwritten", async () => {
    const wish = await draft();
    const { branch } = (await publisher.pushBranch(wish)) as { branch: string };
    let tip = "";
    const meanwhile = async () => {
      tip = await add({ "race.txt": "x\n" }, { branch });
    };
    github.faults.add({ method: "PATCH", path: refs, do: { meanwhile } });
    const outcome = await publisher.pushBranch({ ...wish, runId: "late" });
    expect(outcome).toEqual({ kind: "human-branch", branch, tip });
    expect(await git("rev-parse", branch)).toBe(tip);
  });

  test("a branch that a human made meanwhile is not taken over", async () => {
    const wish = await draft();
    const branch = `${wish.branchPrefix}make-it-so`;
    const meanwhile = () => add({ "race.txt": "x\n" }, { branch });
    github.faults.add({ method: "POST", path: refs, do: { meanwhile } });
    expect(await publisher.pushBranch(wish)).toMatchObject({ kind: "human-branch", branch });
  });

  test("a branch that was deleted meanwhile is made again", async () => {
    const wish = await draft();
    const { branch } = (await publisher.pushBranch(wish)) as { branch: string };
    const meanwhile = () => git("update-ref", "-d", `refs/heads/${branch}`);
    github.faults.add({ method: "PATCH", path: refs, do: { meanwhile } });
    const again = await publisher.pushBranch({ ...wish, runId: "again" });
    expect(again).toMatchObject({ kind: "pushed", branch });
    expect(await commitsOf(branch)).toBe(1);
  });

  test("two runs of one issue at once leave one branch", async () => {
    const wish = await draft();
    const [one, two] = await Promise.all([
      publisher.pushBranch(wish),
      publisher.pushBranch({ ...wish, runId: "twin" }),
    ]);
    expect(await count(wish)).toBe(1);
    const { branch } = one as { branch: string };
    expect((two as { branch: string }).branch).toBe(branch);
    expect(await commitsOf(branch)).toBe(2);
  });

  test.each([
    [403, "Resource not accessible by integration", /lacks a permission/],
    [
      422,
      "refusing to allow a GitHub App to create or update workflow `x` without `workflows` permission",
      /workflows/,
    ],
    [
      422,
      "Repository rule violations found\n\nPush cannot contain secrets: secret detected",
      /push protection/,
    ],
    [409, "Repository rule violations found", /rule of this repository/],
    [451, "Repository access blocked", /legal reasons/],
  ])("%s %s is told with its cure", async (status, message, told) => {
    github.faults.add({ method: "POST", path: refs, nth: "every", do: { status, body: { message } } });
    const failed = publisher.pushBranch(await draft());
    await expect(failed).rejects.toThrow(told);
    await expect(failed).rejects.toHaveProperty("cure");
  });

  test("a prefix that is not ours is a bug", async () => {
    for (const branchPrefix of [
      "main",
      "coderag/",
      "refs/heads/coderag/a-",
      "coderag/../main-",
      "Coderag/issue-1-",
    ])
      await expect(publisher.pushBranch(await draft({ branchPrefix }))).rejects.toThrow(
        /Not a branch prefix/,
      );
  });
});

const writeObject = async (dir: string, text: string): Promise<string> =>
  (await must(dir, ["hash-object", "-t", "commit", "-w", "--stdin"], text)).trim();

describe("the draft that there is", () => {
  const earlier = (wish: Draft) => reader.earlierDraft(wish.issueNumber, []);
  const pushed = async (wish: Draft) => (await publisher.pushBranch(wish)) as { branch: string };

  test("tells what it changes, until a commit takes that back", async () => {
    const wish = await draft();
    expect(await earlier(wish)).toEqual({ kind: "none" });
    const { branch } = await pushed(wish);
    const found = await earlier(wish);
    expect(found).toMatchObject({ kind: "ours", branch, files: [{ path: "a.txt" }] });
    expect(found.kind === "ours" && found.files[0]!.patch).toContain("-one\n+two");
    await publisher.undo({
      ...{ runId: "undo", branch: { name: branch }, base: "main", ourTips: [], trailers: [] },
    });
    expect(await earlier(wish)).toEqual({ kind: "none" });
  });

  test("is a person's once a person pushed to it", async () => {
    const wish = await draft();
    const { branch } = await pushed(wish);
    await add({ "mine.txt": "by hand\n" }, { branch });
    expect(await earlier(wish)).toEqual({ kind: "human-branch", branch });
  });

  test.each([
    ["merged", (number: number) => github.mergePull(number, { as: "ada" })],
    ["closed", (number: number) => github.closePull(number, { as: "ada" })],
  ])("is none any more once it is %s", async (_, end) => {
    const wish = await draft();
    const { branch } = await pushed(wish);
    const answer = await fetch(`${github.apiUrl}/repos/octo/shop/pulls`, {
      method: "POST",
      headers: { authorization: `Bearer ${github.tokenOf("ada")}` },
      body: JSON.stringify({ head: branch, base: "main", title: "Make it so" }),
    });
    const { number } = (await answer.json()) as { number: number };
    expect((await earlier(wish)).kind).toBe("ours");
    await end(number);
    expect(await earlier(wish)).toEqual({ kind: "none" });
  });
});
