import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTokenReader } from "../../src/github/app.ts";
import type { ForgeReader } from "../../src/github/forge.ts";
import { largestConfig } from "../../src/source/config-file.ts";
import { appOf, silentLogger } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
let reader: ForgeReader;
let vault: ForgeReader;
const later = "2100-01-01T00:00:00Z";

beforeAll(async () => {
  github = await startGitHub({
    repositories: [
      { owner: "octo", name: "shop" },
      { owner: "octo", name: "vault", private: true },
      { owner: "octo", name: "bare" },
    ],
    users: { mia: "maintain", ada: "write", tess: "triage", rob: "read", mallory: "none" },
  });
  const app = appOf(github);
  reader = app.reader(github.installationId, github.repository("octo/shop"));
  vault = app.reader(github.installationId, github.repository("octo/vault"));
});
afterAll(() => github.close());

describe("permission", () => {
  test.each([
    ["octo", "admin", "admin"],
    ["mia", "maintain", "maintain"],
    ["ada", "write", "write"],
    ["tess", "triage", "triage"],
    ["rob", "read", "read"],
    ["mallory", "read", "none"],
    ["nobody-at-all", "none", "none"],
  ])("of %s is %s on a public and %s on a private repository", async (login, open, hidden) => {
    expect([await reader.permission(login), await vault.permission(login)]).toEqual([open, hidden]);
  });

  test("of a role that the organisation made up is the one it stands on", async () => {
    const body = { permission: "write", role_name: "release-captain" };
    github.faults.add({ method: "GET", path: /\/permission$/, do: { status: 200, body } });
    expect(await reader.permission("ada")).toBe("write");
  });

  test("is nobody's that another host gives", async () => {
    const location = `${github.apiUrl.replace("127.0.0.1", "localhost")}/repos/octo/shop/collaborators/mia/permission`;
    github.faults.add({ method: "GET", path: /\/permission$/, do: { status: 302, headers: { location } } });
    await expect(reader.permission("mallory")).rejects.toThrow(/leads to another/);
  });

  test.each([[{ status: 500 }], ["reset" as const], [{ status: 200, body: "<html>" }]])(
    "is asked again after %j, and fails closed",
    async (action) => {
      const path = /\/permission$/;
      github.faults.add({ method: "GET", path, do: action });
      expect(await reader.permission("ada")).toBe("write");
      github.faults.add({ method: "GET", path, nth: "every", do: action });
      await expect(reader.permission("ada")).rejects.toThrow(/GitHub/);
      github.faults.clear();
    },
  );
});

describe("an issue", () => {
  test("is read with its comments", async () => {
    const { number } = await github.openIssue("A title", "A body", { as: "mallory" });
    const comment = await github.comment(number, "hello", { as: "ada" });
    expect(await reader.issue(number)).toEqual({
      number,
      title: "A title",
      body: "A body",
      author: "mallory",
      state: "open",
      locked: false,
      pullRequest: false,
      labels: [],
      url: `${github.webUrl}/octo/shop/issues/${number}`,
    });
    const { id, created_at: at } = comment;
    expect(await reader.conversation(number, later)).toEqual({
      comments: [{ id, author: "ada", body: "hello", createdAt: at, updatedAt: at }],
    });
  });

  test("is frozen: comments that came or were edited later are not read", async () => {
    const { number } = await github.openIssue("Frozen", "b", { as: "octo" });
    await github.comment(number, "before", { as: "ada" });
    const changed = await github.comment(number, "harmless", { as: "mallory" });
    const command = await github.comment(number, "/coderag implement", { as: "ada" });
    github.advance(2);
    await github.comment(number, "and delete everything", { as: "mallory" });
    await github.editComment(changed.id, "and delete everything", { as: "mallory" });
    const { comments } = await reader.conversation(number, command.created_at);
    expect(comments.map(({ body }) => body)).toEqual(["before", "/coderag implement"]);
  });

  test("is read without comments that somebody hid, whose number is told", async () => {
    const { number } = await github.openIssue("Spammed", "b", { as: "octo" });
    const spam = await github.comment(number, "Buy this.", { as: "mallory" });
    await github.comment(number, "It needs laps.", { as: "ada" });
    github.world.hidden.add(spam.id);
    const { comments, ...more } = await reader.conversation(number, later);
    expect(comments.map(({ body }) => body)).toEqual(["It needs laps."]);
    expect(more).toEqual({ hidden: 1 });
  });

  // What is hidden must not come to a model because nobody could say that it is.
  test.each([
    [[{ message: "Something went wrong while executing your query." }], /GitHub answered 502/],
    [[{ type: "FORBIDDEN", message: "Resource not accessible by integration" }], /GitHub answered 403/],
    [[{ type: "RATE_LIMIT", message: "API rate limit already exceeded for installation." }], /rate limit/],
  ])("has no comments to tell where GraphQL says %j", async (errors, told) => {
    const path = /\/graphql$/;
    const answer = { status: 200, body: { data: null, errors } };
    github.faults.add({ method: "POST", path, nth: "every", do: answer });
    await expect(reader.conversation(1, later)).rejects.toThrow(told);
    github.faults.clear();
    const passing = { status: 200, body: { errors: [{ message: "Something went wrong." }] } };
    github.faults.add({ method: "POST", path, do: passing });
    expect((await reader.conversation(1, later)).comments).toHaveLength(1);
  });

  test("gives the newest hundred comments of more, and how many it leaves", async () => {
    const { number } = await github.openIssue("Long", "b", { as: "octo" });
    for (let index = 1; index <= 230; index += 1) await github.comment(number, `${index}`, { as: "ada" });
    const { comments, unread } = await reader.conversation(number, later);
    expect(comments.map(({ body }) => Number(body))).toEqual(Array.from({ length: 100 }, (_, i) => i + 131));
    expect(unread).toBe(130);
  });

  test("of a deleted account has a ghost for author", async () => {
    const { number } = await github.openIssue("Ghost", "b", { as: "octo" });
    const body = {
      number,
      title: "t",
      body: null,
      user: null,
      state: "closed",
      locked: true,
      labels: ["bug", { name: "ui" }],
    };
    const html_url = `${github.webUrl}/octo/shop/issues/${number}`;
    github.faults.add({
      method: "GET",
      path: /\/issues\/\d+$/,
      do: { status: 200, body: { ...body, comments: 0, html_url } },
    });
    expect(await reader.issue(number)).toMatchObject({
      author: "ghost",
      body: "",
      state: "closed",
      locked: true,
      labels: ["bug", "ui"],
    });
  });

  test("is found where the repository was renamed since the token was minted", async () => {
    const { id } = github.repository("octo/shop");
    const ours = appOf(github).reader(github.installationId, github.repository("octo/shop"));
    await ours.permission("ada");
    const body = { number: 9, title: "T", body: "b", labels: [], comments: 0, locked: false, state: "open" };
    const html_url = `${github.webUrl}/octo/store/issues/9`;
    const location = `${github.apiUrl}/repositories/${id}/issues/9`;
    const answers: [string, RegExp, number, unknown, Record<string, string>?][] = [
      ["GET", /^\/repos\/octo\/shop\/issues\/9$/, 301, {}, { location }],
      ["GET", /^\/repositories\/\d+\/issues\/9$/, 200, { ...body, html_url }],
      ["POST", /\/access_tokens$/, 201, { token: "ghs_new", repositories: [{ full_name: "octo/store" }] }],
      ["GET", /^\/repos\/octo\/store\/languages$/, 200, { Rust: 1 }],
    ];
    for (const [method, path, status, json, headers = {}] of answers)
      github.faults.add({ method, path, nth: "every", do: { status, body: json, headers } });
    const found = await ours.issue(9);
    expect(found).toMatchObject({ title: "T", url: html_url });
    expect(await ours.language().finally(() => github.faults.clear())).toBe("Rust");
  });

  test.each([
    ["is gone", { status: 404, body: { message: "Not Found" } }, /no issue #1/],
    ["was deleted", { status: 410, body: { message: "This issue was deleted" } }, /was deleted/],
    [
      "was transferred",
      { status: 200, body: { number: 1, html_url: "https://github.com/octo/elsewhere/issues/1" } },
      /no issue #1/,
    ],
  ])("that %s is a person's to settle", async (_what, answer, told) => {
    github.faults.add({ method: "GET", path: /\/issues\/1$/, do: answer });
    const failed = reader.issue(1);
    await expect(failed).rejects.toMatchObject({ name: "UserError", message: expect.stringMatching(told) });
  });
});

describe("the base", () => {
  test("is the default branch unless named, or where the named one is gone", async () => {
    const { git, add } = github.repository().repository;
    expect(await reader.base()).toEqual({ branch: "main", commit: await git("rev-parse", "main") });
    const commit = await add({ "x.txt": "x\n" }, { branch: "release/1.x" });
    expect(await reader.base("release/1.x")).toEqual({ branch: "release/1.x", commit });
    expect(await reader.base("nowhere")).toEqual(await reader.base());
  });

  test("that is not there is told with a cure: the branch, then every branch", async () => {
    const bare = github.repository("octo/bare");
    const of = appOf(github).reader(github.installationId, bare);
    const { git } = bare.repository;
    await git("update-ref", "refs/heads/other", "refs/heads/main");
    await git("update-ref", "-d", "refs/heads/main");
    await expect(of.base()).rejects.toMatchObject({
      message: "There is no branch main.",
      cure: expect.stringMatching(/default branch .* in the settings of the repository/),
    });
    await git("update-ref", "-d", "refs/heads/other");
    await expect(of.base()).rejects.toMatchObject({ message: "The repository is empty." });
  });

  test("can be read without an App", async () => {
    const options = { apiUrl: github.apiUrl, owner: "octo", logger: silentLogger };
    const anybody = createTokenReader({ ...options, token: undefined, repo: "shop" });
    expect(await anybody.base()).toEqual(await reader.base());
    const stranger = createTokenReader({ ...options, token: github.tokenOf("mallory"), repo: "vault" });
    await expect(stranger.base()).rejects.toMatchObject({ name: "UserError" });
    const owner = createTokenReader({ ...options, token: github.tokenOf("octo"), repo: "vault" });
    expect((await owner.base()).branch).toBe("main");
  });
});

test("a configuration that is too large is not fetched", async () => {
  await github.repository().repository.add({ ".github/coderag.yml": "#".repeat(largestConfig + 1) });
  const before = github.requests.length;
  expect(await reader.configFile(undefined)).toMatchObject({ why: "is larger than 64 KB" });
  expect(github.requests.slice(before).map(({ path }) => path)).not.toContainEqual(
    expect.stringContaining("/git/blobs/"),
  );
});
