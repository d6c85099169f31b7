import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { refreshOf } from "../helpers/pushes.ts";
import { eventually } from "../helpers/runs.ts";
import { createHold } from "./hold.ts";
import { builder, handIn, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** Pushes as GitHub delivers them, into the caches that the next run reads. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [
        { owner: "acme", name: "shop", files: shop, private: true },
        { owner: "acme", name: "idle", files: shop },
      ],
      users: { ada: "write" },
    },
    {},
  );
  app.answerWith(builder);
});
afterAll(() => app?.close());

const issue = async (): Promise<number> =>
  (await app.github.openIssue(wish.title, wish.body, { as: "ada" })).number;
/** What the log says of the refresh of this commit. */
const refreshed = (commit: string) =>
  eventually(`the refresh of ${commit}`, async () => {
    const lines = app.log.map((line) => JSON.parse(line));
    return lines.find((line) => line.commit === commit && line.parsed !== undefined);
  });
/** Commits whose files are on the disk. */
async function snapshots(): Promise<readonly string[]> {
  const names = await readdir(join(app.config.home, "repositories"), { recursive: true });
  return names.filter((name) => /\/[0-9a-f]{40}\.git$/.test(name)).map((name) => name.slice(-44, -4));
}
const answered = () => app.github.deliveries.log.at(-1)!.status;

test("before anybody uses a repository its pushes are ignored", async () => {
  await app.github.push({ "shop/first.py": "FIRST = 1\n" });
  expect(answered()).toBe(200);
  expect(await refreshOf(app.postgres.database, app.github.repository().id)).toBeUndefined();
});

test("after a push the next run finds everything in the caches", async () => {
  const first = await issue();
  expect((await app.command(first, "/coderag implement", "ada")).state).toBe("delivered");
  expect((await app.said(first))[0]).toMatch(/\d+ files \(\d+ parsed anew\)/);
  const commit = await app.github.push({ "shop/tax.py": "def tax(amount):\n    return amount / 5\n" });
  expect(answered()).toBe(202);
  // Only the file that changed is read again.
  expect(await refreshed(commit)).toMatchObject({ level: "info", parsed: 1 });
  expect(await snapshots()).toContain(commit);
  const second = await issue();
  expect((await app.command(second, "/coderag implement", "ada")).state).toBe("delivered");
  expect((await app.said(second))[0]).toMatch(/\d+ files \(all known before\)/);
});

test("a push in the middle of a run changes nothing that it sees; its change is carried onto the push", async () => {
  const { repository } = app.github.repository();
  const hold = createHold();
  app.answerWith(async ({ body }) => {
    await hold.wait();
    if (body.messages.some(({ role }) => role === "tool")) return handIn;
    const read = (path: string) => ({ name: "read-file", arguments: { path } });
    return { toolCalls: [read("shop/money.py"), read("shop/later.py")] };
  });
  const number = await issue();
  const comment = await app.github.comment(number, "/coderag implement", { as: "ada" });
  await hold.reached;
  const pushed = await app.github.push({ "shop/later.py": "LATER = 1\n", "shop/money.py": "REPLACED = 1\n" });
  await refreshed(pushed);
  hold.release();
  const run = await app.ended(comment.id);
  app.answerWith(builder);
  expect(run.state).toBe("delivered");
  const told = app.model.requests.at(-1)!.body.messages.filter(({ role }) => role === "tool");
  const texts = told.map(({ content }) => JSON.stringify(content));
  expect(texts[0]).toContain("round_cents");
  expect(texts.join()).not.toContain("LATER = 1");
  expect(texts.join()).not.toContain("REPLACED");
  expect(await repository.git("rev-parse", `${run.commit}^`)).toBe(pushed);
  expect(await repository.git("show", `${run.commit}:shop/money.py`)).toContain("REPLACED");
  // Put back, for the tests that follow.
  await refreshed(await app.github.push({ "shop/money.py": shop["shop/money.py"] }));
});

test("nothing else makes this host work", async () => {
  const { id, repository } = app.github.repository();
  const known = await refreshOf(app.postgres.database, id);
  await app.github.push({ "x.py": "X = 1\n" }, { branch: "theirs" });
  expect(answered()).toBe(200);
  await app.github.push({ "x.py": "X = 1\n" }, { in: "acme/idle" });
  expect(answered()).toBe(200);
  const { payload } = app.github.deliveries.log.find(({ event }) => event === "push")!;
  const forged = { ...payload, after: await repository.git("rev-parse", "theirs") };
  const answer = await app.github.deliver({ event: "push", payload: forged, secret: "a".repeat(40) });
  expect(answer.status).toBe(401);
  expect(await refreshOf(app.postgres.database, id)).toMatchObject({ commit: known!.commit, waiting: null });
  expect(app.log.filter((line) => line.includes("A refresh failed"))).toEqual([]);
});

test("a commit that is no longer there is told in one line, and harms nobody", async () => {
  const { payload } = app.github.deliveries.log.findLast(
    ({ event, payload: { ref } }) => event === "push" && ref === "refs/heads/main",
  )!;
  const repository = payload["repository"] as { pushed_at: number };
  const later = { ...repository, pushed_at: Math.floor(Date.now() / 1000) + 1000 };
  const { id, owner, name } = app.github.repository();
  await app.github.deliver({
    event: "push",
    payload: {
      ...payload,
      after: "ab".repeat(20),
      repository: { ...later, id, name, owner: { login: owner } },
    },
  });
  const line = await eventually("the failure", async () =>
    app.log.find((one) => one.includes("A refresh failed")),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: "warn",
    commit: "ab".repeat(20),
    refresh: expect.any(String),
  });
  expect((await app.command(await issue(), "/coderag implement", "ada")).state).toBe("delivered");
  expect(app.log.filter((one) => one.includes("A refresh failed"))).toHaveLength(1);
});

test("what is known of pushes goes with the installation", async () => {
  const { id } = app.github.repository();
  expect(await refreshOf(app.postgres.database, id)).toBeDefined();
  const installation = { id: app.github.installationId };
  await app.github.deliver({ event: "installation", payload: { action: "suspend", installation } });
  expect(answered()).toBe(202);
  expect(await refreshOf(app.postgres.database, id)).toBeUndefined();
});
