import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Json } from "../helpers/github/world.ts";
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
}, 60_000);
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
  expect((await app.said(issue)).at(-1)).toMatch(/This is running already/);
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
  expect((await app.command(issue, "/coderag implement", "ada")).state).toBe("declined");
  expect((await traces(issue)).branches).toEqual([[branch, theirs]]);
  expect((await app.said(issue)).at(-1)).toMatch(/Somebody pushed to .*Merge, rename or delete that branch/);
});
