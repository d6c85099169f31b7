import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { start } from "../../src/main.ts";
import type { Delivery } from "../helpers/github/deliveries.ts";
import type { Json } from "../helpers/github/world.ts";
import { eventually } from "../helpers/runs.ts";
import { createHold } from "./hold.ts";
import { builder, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [
        { owner: "acme", name: "shop", files: shop },
        { owner: "acme", name: "other", files: shop },
      ],
      users: { ada: "write", max: "maintain" },
    },
    {},
  );
  app.answerWith(builder);
});
afterAll(() => app?.close());

const openIssue = async (where = "acme/shop"): Promise<number> =>
  (await app.github.openIssue(wish.title, wish.body, { as: "ada", in: where })).number;

/** Branches and pull requests of an issue. */
async function traces(issue: number) {
  const ofIssue = (name: string): boolean => name.startsWith(`coderag/issue-${issue}-`);
  const branches = [...(await app.github.branches())].filter(([name]) => ofIssue(name));
  const pulls = (await app.github.pulls()).filter(({ head }) => ofIssue(head.ref));
  return { branches, pulls };
}

test("a delivery that comes five times, under new ids, and again after a restart, is one run", async () => {
  const { github } = app;
  const issue = await openIssue();
  const run = await app.command(issue, "/coderag implement", "ada");
  const known = github.deliveries.log.find(
    ({ event, payload }) => event === "issue_comment" && (payload["comment"] as Json)["id"] === run.commentId,
  )!;
  const again = (guid?: string) =>
    github.deliver({ event: known.event, payload: known.payload, ...(guid && { guid }) });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((one) => again(one < 4 ? known.guid : undefined)));
  await app.restart();
  answers.push(await again(known.guid));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await app.runs()).filter(({ commentId }) => commentId === run.commentId)).toHaveLength(1);
  expect(await app.said(issue)).toHaveLength(1);
  const { branches, pulls } = await traces(issue);
  expect([branches.length, pulls.length]).toEqual([1, 1]);
});

/** Commands where GitHub cannot tell us, and gives the delivery that failed. */
async function lost(issue: number): Promise<{ comment: number; again: () => Promise<Delivery> }> {
  const { github } = app;
  const { id: comment } = await app.unheard(() => github.comment(issue, "/coderag implement", { as: "ada" }));
  const { event, payload, guid, status } = github.deliveries.log.find(
    (one) => (one.payload["comment"] as Json | undefined)?.["id"] === comment,
  )!;
  expect(status).toBe(0);
  return { comment, again: () => github.deliver({ event, payload, guid }) };
}

async function isOneRun(issue: number, comment: number): Promise<void> {
  expect((await app.ended(comment)).state).toBe("delivered");
  expect((await app.runs()).filter(({ commentId }) => commentId === comment)).toHaveLength(1);
  expect(await app.said(issue)).toEqual([expect.stringMatching(/\*\*Done: /)]);
  const { branches, pulls } = await traces(issue);
  expect([branches.length, pulls.length]).toEqual([1, 1]);
  expect((await app.github.reactions(comment)).map(({ content }) => content)).toEqual(["rocket"]);
}

test("a first delivery that comes five times at once, and again after a restart, is one run", async () => {
  const issue = await openIssue();
  const { comment, again } = await lost(issue);
  const answers = await Promise.all([again(), again(), again(), again(), again()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 202]);
  await isOneRun(issue, comment);
  await app.restart();
  expect((await again()).status).toBe(200);
  await isOneRun(issue, comment);
});

test("nor are two servers over one database two runs", async () => {
  const { github, config } = app;
  const issue = await openIssue();
  const { comment, again } = await lost(issue);
  const second = await start({ config, listens: true, writeLog: () => undefined });
  const first = app.webhookUrl();
  const other = first.replace(/:\d+\//, `:${second.port}/`);
  // Where a delivery goes is settled when it is sent, so these are on their way together.
  const sent = [other, first, other, first].map((url) => {
    github.sendWebhooksTo(url);
    return again();
  });
  const answers = await Promise.all(sent);
  await second.stop();
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202]);
  await isOneRun(issue, comment);
});

test("two different commands run one after the other, and the second moves the same draft on", async () => {
  const { github } = app;
  const issue = await openIssue();
  const hold = createHold();
  app.answerWith(async (request) => {
    await hold.wait();
    return builder(request);
  });
  const first = await github.comment(issue, "/coderag implement", { as: "ada" });
  await hold.reached;
  const second = await github.comment(issue, "/coderag implement with a test for zero", { as: "max" });
  await eventually("the second to wait", async () => (await app.said(issue))[1]?.includes("is waiting:"));
  hold.release();
  const [one, two] = [await app.ended(first.id), await app.ended(second.id)];
  app.answerWith(builder);
  expect([one.state, two.state]).toEqual(["delivered", "delivered"]);
  expect([two.branch, two.pullNumber]).toEqual([one.branch, one.pullNumber]);
  expect(two.commit).not.toBe(one.commit);
  const { branches, pulls } = await traces(issue);
  expect(branches).toEqual([[two.branch, two.commit]]);
  expect(pulls).toHaveLength(1);
  const { repository } = github.repository();
  expect(await repository.git("rev-parse", `${two.commit}^`)).toBe(one.commit);
  expect(await app.said(issue)).toHaveLength(2);
});

test("two people say the same: one runs, the other is told", async () => {
  const issue = await openIssue();
  const hold = createHold();
  app.answerWith(async (request) => {
    await hold.wait();
    return builder(request);
  });
  const first = await app.github.comment(issue, "/coderag implement", { as: "ada" });
  await hold.reached;
  expect((await app.command(issue, "/coderag implement", "max")).state).toBe("declined");
  const elsewhere = await openIssue("acme/other");
  const parallel = await app.github.comment(elsewhere, "/coderag implement", { as: "ada", in: "acme/other" });
  // Beside the first run, which is held: only within a repository is it one at a time.
  await app.runOf(parallel.id, ({ step }) => step === "turn-1", "ask the model");
  hold.release();
  app.answerWith(builder);
  expect([(await app.ended(first.id)).state, (await app.ended(parallel.id)).state]).toEqual([
    "delivered",
    "delivered",
  ]);
  expect(await app.said(issue)).toEqual([expect.stringMatching(/Done: .*Also asked for by `max`/s)]);
  expect((await traces(issue)).pulls).toHaveLength(1);
});

test("the same command later moves the same branch on, and never over a person's commit", async () => {
  const { github } = app;
  const { repository } = github.repository();
  const issue = await openIssue();
  await app.command(issue, "/coderag implement", "ada");
  await repository.add({ "NEWS.md": "moved\n" });
  expect((await app.command(issue, "/coderag implement", "ada")).state).toBe("delivered");
  const { branches, pulls } = await traces(issue);
  expect([branches.length, pulls.length]).toEqual([1, 1]);
  const [branch, tip] = branches[0]!;
  const changed = await repository.git("diff", "--name-only", `main...${branch}`);
  expect(changed.split("\n")).toEqual(["shop/cart.py", "tests/test_discount.py"]);
  const theirs = await repository.add({ "mine.txt": "by hand\n" }, { branch });
  expect(theirs).not.toBe(tip);
  const asked = app.model.requests.length;
  expect((await app.command(issue, "/coderag implement", "ada")).state).toBe("declined");
  expect((await traces(issue)).branches).toEqual([[branch, theirs]]);
  expect((await app.said(issue)).at(-1)).toMatch(
    /Somebody pushed to .*`\/coderag fix` on its pull request.*merge, rename or delete that branch/,
  );
  // Told before a model is paid.
  expect(app.model.requests).toHaveLength(asked);
});

test("a branch that a person deleted is made anew", async () => {
  const { github } = app;
  const issue = await openIssue();
  const before = await app.command(issue, "/coderag implement", "ada");
  await github.repository().repository.git("update-ref", "-d", `refs/heads/${before.branch}`);
  const run = await app.command(issue, "/coderag implement", "ada");
  expect(run.state).toBe("delivered");
  expect((await traces(issue)).branches).toEqual([[run.branch, run.commit]]);
});

test("a draft that a person closed stays closed: the same command opens a new one", async () => {
  const { github } = app;
  const issue = await openIssue();
  const { pullNumber: refused } = await app.command(issue, "/coderag implement", "ada");
  await github.closePull(refused!, { as: "max" });
  const run = await app.command(issue, "/coderag implement", "max");
  expect(run.state).toBe("delivered");
  expect(run.pullNumber).not.toBe(refused);
  const { branches, pulls } = await traces(issue);
  expect(branches).toHaveLength(1);
  expect(pulls.map(({ number, state }) => [number, state])).toEqual([
    [run.pullNumber, "open"],
    [refused, "closed"],
  ]);
});
