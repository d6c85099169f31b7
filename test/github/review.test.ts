import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Publisher } from "../../src/github/forge.ts";
import type { FilesWanted } from "../../src/github/pull.ts";
import type { ReviewDraft } from "../../src/github/review.ts";
import { appOf } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";
import type { TestFiles } from "../helpers/repository.ts";

let github: EmulatedGitHub;
const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);
const joined = (all: readonly string[]): string => `${all.join("\n")}\n`;
const base = joined(lines);
const head = joined(lines.with(9, "ten").with(29, "thirty"));

beforeAll(async () => {
  github = await startGitHub({
    repositories: [{ owner: "octo", name: "shop", files: { "a.txt": base, "b.txt": "b\n" } }],
    users: { ada: "write", mallory: "none" },
  });
});
afterAll(() => github.close());

const fresh = (): Publisher => appOf(github).publisher(github.installationId, github.repository());
const reader = () => appOf(github).reader(github.installationId, github.repository());
const api = async (method: string, path: string, body: object) =>
  fetch(`${github.apiUrl}/repos/octo/shop${path}`, {
    method,
    headers: { authorization: `Bearer ${github.tokenOf("octo")}` },
    body: JSON.stringify(body),
  });

let opened = 0;
/** A pull request of its own that changes the lines 10 and 30. */
async function pull(
  text = head,
  more: TestFiles = {},
): Promise<{ number: number; branch: string; commit: string }> {
  opened += 1;
  const branch = `topic-${opened}`;
  const { repository } = github.repository();
  await repository.git("update-ref", `refs/heads/${branch}`, "refs/heads/main");
  const commit = await repository.add({ "a.txt": text, ...more }, { branch });
  const answer = await api("POST", "/pulls", { title: "Topic", head: branch, base: "main" });
  const { number } = (await answer.json()) as { number: number };
  return { number, branch, commit };
}

const comment = (from: number, to = from, body = "```suggestion\nTEN\n```") => ({
  ...{ path: "a.txt", from, to, body, folded: `Lines ${from} to ${to}: ${body}` },
});
const draft = (
  of: { number: number; commit: string },
  comments: ReviewDraft["comments"],
  marker = "<!-- coderag:v1 review one -->",
): ReviewDraft => ({
  ...{ pullNumber: of.number, commit: of.commit, marker, comments },
  body: `${marker}\nTwo suggestions.`,
});

describe("a review", () => {
  test("is posted once, a comment without a verdict, on the lines it is about", async () => {
    const of = await pull();
    const outcome = await fresh().review(draft(of, [comment(10), comment(29, 31)]));
    expect(outcome).toMatchObject({ kind: "posted", placed: 2 });
    expect(await fresh().review(draft(of, [comment(10)]))).toMatchObject({ kind: "posted" });
    expect(github.reviews(of.number)).toMatchObject([{ state: "COMMENTED", commit: of.commit }]);
    expect(github.reviewComments(of.number)).toMatchObject([
      { line: 10, startLine: undefined, side: "RIGHT" },
      { line: 31, startLine: 29, side: "RIGHT" },
    ]);
  });

  test("can be committed with the button", async () => {
    const of = await pull();
    await fresh().review(draft(of, [comment(10)]));
    const now = await github.commitSuggestion(github.reviewComments(of.number)[0]!);
    const { repository } = github.repository();
    expect(await repository.git("show", `${now}:a.txt`)).toBe(head.replace("ten\n", "TEN\n").trimEnd());
  });

  test("is not lost where GitHub does not show some lines: they go into its body", async () => {
    const of = await pull();
    const misplaced = comment(20, 20, "misplaced");
    const outcome = await fresh().review(draft(of, [comment(10), misplaced, comment(11, 29)]));
    expect(outcome).toMatchObject({ kind: "posted", placed: 1 });
    expect(github.reviewComments(of.number)).toHaveLength(1);
    expect(github.reviews(of.number)[0]!.body).toContain("Lines 20 to 20: misplaced");
    expect(github.reviews(of.number)[0]!.body).toContain("Lines 11 to 29:");
  });

  test("is not lost where GitHub refuses every comment", async () => {
    const of = await pull();
    const path = /\/pulls\/\d+\/reviews$/;
    for (const nth of [1, 1])
      github.faults.add({ method: "POST", path, nth, do: { status: 422, body: { message: "no" } } });
    await fresh().review(draft(of, [comment(10)]));
    expect(github.reviewComments(of.number)).toHaveLength(0);
    expect(github.reviews(of.number)[0]!.body).toContain("Lines 10 to 10:");
    github.faults.clear();
  });

  test("is not a stranger's with the marker pasted in", async () => {
    const of = await pull();
    const marker = "<!-- coderag:v1 review one -->";
    await fetch(`${github.apiUrl}/repos/octo/shop/pulls/${of.number}/reviews`, {
      method: "POST",
      headers: { authorization: `Bearer ${github.tokenOf("ada")}` },
      body: JSON.stringify({ event: "COMMENT", body: marker }),
    });
    await fresh().review(draft(of, [comment(10)]));
    expect(github.reviews(of.number).map(({ user }) => user)).toEqual(["ada", github.botLogin]);
  });

  test.each(["drop-after-write", "reset"] as const)("is one where the answer is lost: %s", async (fault) => {
    const of = await pull();
    github.faults.add({ method: "POST", path: /\/reviews$/, do: fault });
    expect(await fresh().review(draft(of, [comment(10)]))).toMatchObject({ kind: "posted" });
    expect(github.reviews(of.number)).toHaveLength(1);
    expect(github.reviewComments(of.number)).toHaveLength(1);
  });

  test("is one where GitHub answers with an error after it did the work, and a new process tries again", async () => {
    const of = await pull();
    for (const nth of [1, 2, 3, 4])
      github.faults.add({ method: "POST", path: /\/reviews$/, nth, do: "drop-after-write" });
    await fresh().review(draft(of, [comment(10)]));
    await fresh().review(draft(of, [comment(10)]));
    github.faults.clear();
    expect(github.reviews(of.number)).toHaveLength(1);
  });

  test("never speaks about lines of another head", async () => {
    const of = await pull();
    const { repository } = github.repository();
    const now = await repository.add({ "a.txt": `new\n${head}` }, { branch: of.branch });
    expect(await fresh().review(draft(of, [comment(10)]))).toEqual({ kind: "moved", head: now });
    expect(github.reviews(of.number)).toHaveLength(0);
  });

  test("is not written on a pull request that was closed meanwhile", async () => {
    const of = await pull();
    await github.closePull(of.number, { as: "octo" });
    expect(await fresh().review(draft(of, [comment(10)]))).toEqual({ kind: "ended", why: "closed" });
  });

  test("of many words is cut, and found again all the same", async () => {
    const of = await pull();
    const long = { ...draft(of, []), body: "word ".repeat(20_000) };
    await fresh().review(long);
    await fresh().review(long);
    expect(github.reviews(of.number)).toHaveLength(1);
  });
});

describe("what was said before", () => {
  test("is read back: reviews, conversations, whether their lines changed", async () => {
    const of = await pull();
    await fresh().review(draft(of, [comment(10), comment(30)]));
    const { repository } = github.repository();
    await repository.add({ "a.txt": head.replace("ten", "zehn") }, { branch: of.branch });
    const { reviews, threads } = await reader().ourReviews(of.number);
    expect(reviews).toMatchObject([{ commit: of.commit }]);
    expect(threads).toMatchObject([
      { path: "a.txt", outdated: true, resolved: false, alone: true },
      { outdated: false, resolved: false },
    ]);
    expect(await fresh().resolveThread(threads[0]!.id)).toBe(true);
    expect(await fresh().resolveThread(threads[0]!.id)).toBe(true);
    expect((await reader().ourReviews(of.number)).threads[0]).toMatchObject({ resolved: true });
  });

  test("a conversation that is gone is no error", async () => {
    expect(await fresh().resolveThread("PRRT_none")).toBe(false);
  });

  test("a limit on GraphQL, told in an answer of 200, parks the run", async () => {
    const errors = [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }];
    github.faults.add({
      method: "POST",
      path: /graphql$/,
      do: { status: 200, body: { data: null, errors } },
    });
    await expect(fresh().resolveThread("PRRT_none")).rejects.toMatchObject({ until: expect.any(Date) });
  });
});

test("an answer of 200 that tells of an error is none, whatever data comes with it", async () => {
  const of = await pull();
  await fresh().review(draft(of, [comment(10)]));
  const nodes = {
    repository: { pullRequest: { reviewThreads: { pageInfo: { hasNextPage: false }, nodes: [] } } },
  };
  const errors = [{ type: "SERVICE_UNAVAILABLE", message: "Something went wrong" }];
  const body = { data: nodes, errors };
  github.faults.add({ method: "POST", path: /graphql$/, nth: "every", do: { status: 200, body } });
  await expect(reader().ourReviews(of.number)).rejects.toMatchObject({ name: "GitHubError" });
  github.faults.clear();
});

test("what people say on a diff and in reviews is read without what somebody hid", async () => {
  const { number } = await pull();
  const say = async (path: string, wish: object): Promise<number> => {
    const posted = await api("POST", `/pulls/${number}/${path}`, wish);
    return ((await posted.json()) as { id: number }).id;
  };
  const first = await say("comments", { path: "a.txt", line: 10, body: "Why?" });
  const abuse = await say("comments", { in_reply_to: first, body: "Fool!" });
  const spam = await say("comments", { path: "a.txt", line: 30, body: "Buy this." });
  await say("reviews", { event: "COMMENT", body: "Almost." });
  const outdated = await say("reviews", { event: "COMMENT", body: "Not yet." });
  for (const id of [abuse, spam, outdated]) github.world.hidden.add(id);
  const said = { author: "octo", createdAt: expect.any(String), updatedAt: expect.any(String) };
  const why = { ...said, id: first, body: "Why?" };
  const later = "2100-01-01T00:00:00Z";
  expect(await reader().openTalk(number, later)).toEqual({
    threads: [{ path: "a.txt", line: 10, comments: [why] }],
    reviews: [{ ...said, id: outdated - 1, body: "Almost." }],
    hidden: 3,
  });
  expect(await reader().reviewThread(number, first, later)).toEqual({ comments: [why], hidden: 1 });
});

describe("a pull request", () => {
  test("is read with its files and the hunks that GitHub shows", async () => {
    const of = await pull();
    expect(await reader().pull(of.number)).toMatchObject({
      ...{ number: of.number, title: "Topic", state: "open", draft: false, locked: false },
      head: { branch: of.branch, commit: of.commit, fork: false },
      base: { branch: "main" },
    });
    const [file] = await reader().pullFiles(of.number);
    expect(file).toMatchObject({ path: "a.txt", status: "modified" });
    expect(file!.patch).toContain("+thirty");
    expect(await reader().pullCommits(of.number)).toEqual(["change"]);
    const snapshot = await reader().pull(of.number);
    expect(await reader().mergeBase(snapshot)).toBe(snapshot.base.commit);
  });

  test.each<[string, FilesWanted, number, number]>([
    ["all", {}, 151, 2],
    ["some that stand first", { only: new Set(["a.txt"]) }, 1, 1],
    ["one that is not among them", { only: new Set(["a.txt", "gone.txt"]) }, 1, 2],
    ["none", { only: new Set() }, 0, 0],
    ["the first hundred", { most: 100 }, 100, 1],
  ])(
    "of more than a page of files: %s are read in no more pages than it needs",
    async (_, wanted, files, pages) => {
      const many = Array.from({ length: 150 }, (_, at) => [`more/${at}.txt`, ""]);
      const of = await pull(head, Object.fromEntries(many));
      const before = github.requests.length;
      expect(await reader().pullFiles(of.number, wanted)).toHaveLength(files);
      const asked = github.requests.slice(before).filter(({ path }) => path.endsWith("/files"));
      expect(asked).toHaveLength(pages);
    },
  );

  test("that does not exist is a person's mistake", async () => {
    await expect(reader().pull(4711)).rejects.toThrow("There is no pull request #4711 here.");
  });
});
