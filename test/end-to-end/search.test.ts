import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { kiteRequest, kites } from "../helpers/github/kites.ts";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp({
    repositories: [{ owner: "acme", name: "shop", files: shop }],
    users: { ada: "write", walter: "write" },
    shelf: kites,
  });
});

afterAll(() => app?.close());

/** A model that knows nothing: words and rules answer. */
const silent = () => ({ content: "I do not know." });

test("a search is answered in one comment, edited in place, with pinned links that notify nobody", async () => {
  const { github } = app;
  const issue = await github.openIssue("Kites", "Something about kites.", { as: "ada" });
  app.answerWith(silent);
  const run = await app.command(issue.number, `/coderag search ${kiteRequest}`, "ada");
  if (run.state !== "delivered") console.log(run, app.log.filter((line) => !line.includes("debug")).join(""));
  expect(run).toMatchObject({ state: "delivered", verb: "search" });
  const said = await app.said(issue.number);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("come near to this.");
  // The emulated GitHub's own address stands where github.com would be rewritten.
  expect(said[0]).toMatch(
    /\[`diary\.py`\]\(http:\/\/[^)]+\/wind\/kite-diary\/blob\/[0-9a-f]{40}\/diary\.py\)/,
  );
  expect(said[0]).toContain("may be reused under `MIT`");
  expect(said[0]).toContain("In Python, best match first");
  expect(said[0]).not.toMatch(/(?<!`)(?:@everyone|acme\/shop#1)|evil\.example|def record/);
  expect(await github.reactions(run.commentId!)).toMatchObject([{ content: "rocket" }]);
  expect(app.clones).toEqual([]);
  // A token that can read nothing of the account asked for all of it.
  const asked = github.requests.filter(({ path }) => /^\/search\/|kite/.test(path));
  expect(asked.length).toBeGreaterThan(8);
  for (const { who } of asked)
    expect(who).toMatchObject({ kind: "installation", permissions: { metadata: "read" } });
  for (const { who } of asked) expect(JSON.stringify(who)).not.toMatch(/contents|write/);
});

test("without words the issue is searched for; what was read is not read again; a limit is waited for", async () => {
  const { github } = app;
  const issue = await github.openIssue("Kite diary", kiteRequest, { as: "ada" });
  app.answerWith(silent);
  const reset = String(Math.floor(Date.now() / 1000) + 1);
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  github.faults.add({ method: "GET", path: /^\/search\/repositories$/, do: { status: 403, headers } });
  const before = github.requests.length;
  const run = await app.command(issue.number, "/coderag search", "ada");
  expect(run.state).toBe("delivered");
  expect((await app.said(issue.number))[0]).toContain("wind/kite-diary");
  const read = github.requests.slice(before).filter(({ path }) => path.endsWith("/readme"));
  expect(read).toEqual([]);
});

test("another language than the repository's is searched where the words name it", async () => {
  const issue = await app.github.openIssue("Kites", "Something about kites.", { as: "ada" });
  app.answerWith(silent);
  const run = await app.command(issue.number, "/coderag search a diary of kite flights in Go", "ada");
  expect(run.state).toBe("delivered");
  const [said] = await app.said(issue.number);
  expect(said).toContain("In Go, best match first");
  expect(said).toContain("Only Go was searched: say it in other words, or name another language");
});

test("write access that was taken away meanwhile keeps what was found back", async () => {
  const { github } = app;
  const issue = await github.openIssue("Kites", "Something about kites.", { as: "ada" });
  app.answerWith(() => {
    github.setPermission("walter", "read");
    return silent();
  });
  const run = await app.command(issue.number, "/coderag search A diary of kite flights", "walter");
  expect(run.state).toBe("declined");
  expect((await app.said(issue.number)).join()).not.toContain("kite-diary");
});
