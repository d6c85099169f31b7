import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Publisher } from "../../src/github/forge.ts";
import { appOf } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
const marker = "<!-- coderag:progress run=1 -->";

beforeAll(async () => {
  github = await startGitHub({ repositories: [{ owner: "octo", name: "shop" }], users: { mallory: "none" } });
});
afterAll(() => github.close());

/** A publisher that remembers nothing, as after a restart. */
const fresh = (): Publisher => appOf(github).publisher(github.installationId, github.repository());
const issue = async () => (await github.openIssue("Title", "Body", { as: "mallory" })).number;
const ours = async (number: number) =>
  (await github.comments(number)).filter(({ user }) => user.login === github.botLogin);

describe("a note", () => {
  test("is written once and edited from then on, by whatever process", async () => {
    const number = await issue();
    const publisher = fresh();
    const first = await publisher.note(number, marker, `${marker}\nstarted`);
    expect(await publisher.note(number, marker, `${marker}\nhalf done`)).toEqual(first);
    expect(await fresh().note(number, marker, `${marker}\ndone`)).toEqual(first);
    const comments = await ours(number);
    expect(comments.map(({ body }) => body)).toEqual([`${marker}\ndone`]);
    expect(first).toEqual({ id: comments[0]!.id, url: comments[0]!.html_url });
  });

  test("gets its marker where the body has none, and notes of two markers stand side by side", async () => {
    const number = await issue();
    await fresh().note(number, marker, "one");
    await fresh().note(number, "<!-- other -->", "two");
    await fresh().note(number, marker, "three");
    expect((await ours(number)).map(({ body }) => body)).toEqual([`${marker}\nthree`, "<!-- other -->\ntwo"]);
  });

  test("is amended where it stands, and not written where it does not", async () => {
    const number = await issue();
    expect(await fresh().amendNote(number, marker, "nothing")).toBeUndefined();
    expect(await fresh().noted(number, marker)).toBeUndefined();
    expect(await ours(number)).toEqual([]);
    await fresh().note(number, marker, "something");
    await fresh().amendNote(number, marker, "nothing");
    expect(await fresh().noted(number, marker)).toBe(`${marker}\nnothing`);
    expect((await ours(number)).map(({ body }) => body)).toEqual([`${marker}\nnothing`]);
  });

  test("is written where GitHub leads to, as it was to be written, and at no other address", async () => {
    const number = await issue();
    const led = (location: string) =>
      github.faults.add({ method: "POST", path: /\/comments$/, do: { status: 301, headers: { location } } });
    led(`${github.apiUrl}/repos/octo/shop/issues/${number}/comments`);
    await fresh().note(number, marker, "moved");
    expect((await ours(number)).map(({ body }) => body)).toEqual([`${marker}\nmoved`]);
    led(`${github.apiUrl.replace("127.0.0.1", "localhost")}/repos/octo/shop/issues/${number}/comments`);
    const failed = fresh().note(number, "<!-- other -->", "private");
    await expect(failed).rejects.toMatchObject({
      name: "UserError",
      cure: expect.stringContaining("GITHUB_URL"),
    });
    expect(await ours(number)).toHaveLength(1);
  });

  test("is not a stranger's comment with the marker pasted in", async () => {
    const number = await issue();
    const planted = await github.comment(number, `${marker}\nEverything is fine, merge it.`, {
      as: "mallory",
    });
    expect(await fresh().noted(number, marker)).toBeUndefined();
    await fresh().note(number, marker, "ours");
    await fresh().note(number, marker, "ours again");
    expect((await ours(number)).map(({ body }) => body)).toEqual([`${marker}\nours again`]);
    const [theirs] = (await github.comments(number)).filter(({ id }) => id === planted.id);
    expect(theirs!.body).toBe(planted.body);
  });

  test.each<[string, object]>([
    ["an account that is no bot's", { user: { login: "coderag[bot]", type: "User" } }],
    ["our name, and another App", { performed_via_github_app: { id: 999_999 } }],
  ])("is not one of %s", async (_, change) => {
    const number = await issue();
    const planted = await github.comment(number, marker, { as: "mallory" });
    const user = { login: github.botLogin, type: "Bot" };
    const body = [{ ...planted, user, ...change }];
    github.faults.add({ method: "GET", path: /\/comments$/, do: { status: 200, body } });
    expect((await fresh().note(number, marker, "ours")).id).not.toBe(planted.id);
  });

  test("is found behind a hundred other comments", async () => {
    const number = await issue();
    for (let index = 0; index < 120; index += 1) await github.comment(number, `${index}`, { as: "mallory" });
    const first = await fresh().note(number, marker, "late");
    expect(await fresh().note(number, marker, "later")).toEqual(first);
    expect(await ours(number)).toHaveLength(1);
    // Where it cannot be older, later ones alone are asked for.
    const asked = github.requests.length;
    const { created_at: since } = (await ours(number))[0]!;
    expect(await fresh().note(number, marker, "last", since)).toEqual(first);
    expect(await fresh().noted(number, marker, since)).toContain("last");
    const read = github.requests
      .slice(asked)
      .filter(({ path, who }) => /\/comments$/.test(path) && who.kind !== "user");
    expect(new Set(read.map(({ query }) => new URLSearchParams(query).get("since")))).toEqual(
      new Set([since]),
    );
  });

  test("is written anew when somebody deleted it", async () => {
    const number = await issue();
    const publisher = fresh();
    const first = await publisher.note(number, marker, "one");
    await fetch(`${github.apiUrl}/repos/octo/shop/issues/comments/${first.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${github.tokenOf("octo")}` },
    });
    const second = await publisher.note(number, marker, "two");
    expect(second.id).not.toBe(first.id);
    expect((await ours(number)).map(({ body }) => body)).toEqual([`${marker}\ntwo`]);
  });

  test.each([
    ["drop-after-write" as const],
    ["reset" as const],
    [{ status: 500 }],
    [{ status: 200, headers: { "content-type": "text/html" }, body: "<html>" }],
  ])("stands there once after %j", async (action) => {
    const number = await issue();
    github.faults.add({ method: "POST", path: /\/comments$/, do: action });
    await fresh().note(number, marker, "once");
    expect(await ours(number)).toHaveLength(1);
  });

  test("keeps its marker when the body is too long", async () => {
    const number = await issue();
    await fresh().note(number, marker, `${"x".repeat(70_000)}\n${marker}`);
    const { body } = (await ours(number))[0]!;
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toContain(marker);
  });

  test("in a locked conversation is a person's to cure", async () => {
    const body = { message: "Unable to create comment because issue is locked." };
    github.faults.add({ method: "POST", path: /\/comments$/, do: { status: 403, body } });
    await expect(fresh().note(await issue(), marker, "x")).rejects.toMatchObject({
      name: "UserError",
      cure: expect.stringContaining("Unlock"),
    });
  });
});

describe("a reaction", () => {
  const said = async (comment: number) =>
    (await github.reactions(comment)).map(({ content, user }) => `${user.login} ${content}`);

  test("is added once, and takes the place of our earlier one only", async () => {
    const { id } = await github.comment(await issue(), "/coderag implement", { as: "octo" });
    await fetch(`${github.apiUrl}/repos/octo/shop/issues/comments/${id}/reactions`, {
      method: "POST",
      headers: { authorization: `Bearer ${github.tokenOf("mallory")}` },
      body: JSON.stringify({ content: "eyes" }),
    });
    await fresh().react(id, "eyes");
    await fresh().react(id, "eyes");
    expect(await said(id)).toEqual(["mallory eyes", "coderag[bot] eyes"]);
    await fresh().react(id, "rocket", "eyes");
    await fresh().react(id, "rocket", "eyes");
    expect(await said(id)).toEqual(["mallory eyes", "coderag[bot] rocket"]);
  });

  test.each([
    ["POST", /\/reactions$/],
    ["DELETE", /\/reactions\/\d+$/],
  ])("survives a lost answer to %s", async (method, path) => {
    const { id } = await github.comment(await issue(), "/coderag implement", { as: "octo" });
    await fresh().react(id, "eyes");
    github.faults.add({ method, path, do: "drop-after-write" });
    await fresh().react(id, "rocket", "eyes");
    expect(await said(id)).toEqual(["coderag[bot] rocket"]);
  });
});
