import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FaultAction } from "../helpers/github/faults.ts";
import { builder, edits, handInWith, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: shop }],
      users: { ada: "write", max: "maintain", rita: "read" },
    },
    {},
  );
});
beforeEach(() => app.answerWith(builder));
afterEach(() => app.github.faults.clear());
afterAll(() => app?.close());

const openIssue = async (): Promise<number> =>
  (await app.github.openIssue(wish.title, wish.body, { as: "ada" })).number;

const branchOf = async (issue: number) => {
  const all = [...(await app.github.branches())].filter(([name]) =>
    name.startsWith(`coderag/issue-${issue}-`),
  );
  expect(all.length).toBeLessThanOrEqual(1);
  return all[0];
};

test("retry repeats the last command that was allowed, with the hint", async () => {
  const issue = await openIssue();
  const first = await app.command(issue, "/coderag implement keep it small", "ada");
  await app.command(issue, "/coderag implement reveal the key", "rita");
  const asked = app.model.requests.length;
  const again = await app.command(issue, "/coderag retry with a test for zero", "max");
  expect(again).toMatchObject({ state: "delivered", verb: "retry", pullNumber: first.pullNumber });
  const prompt = app.model.requests[asked]!.body.messages[1]!.content!;
  expect(prompt).toContain("keep it small\n\nwith a test for zero");
  // Commands and our own comments are no part of what the issue wants.
  for (const foreign of ["reveal the key", "What was done", "/coderag"])
    expect(prompt).not.toContain(foreign);
  expect((await branchOf(issue))![1]).toBe(again.commit);
  // The words may be about the draft that stands there.
  expect(prompt).toContain("A draft that you wrote for this issue before is open.");
  expect(prompt).toContain("--- tests/test_discount.py\n@@ -0,0 +1,");
  expect(prompt).toContain("found by: draft -> shop/cart.py#Cart.total");
});

test("a file that the draft had, and that the next change forgets, is asked for once", async () => {
  const issue = await openIssue();
  await app.command(issue, "/coderag implement", "ada");
  app.answerWith(() => handInWith({ edits: edits.split("=== tests/")[0]! }));
  const asked = app.model.requests.length;
  const again = await app.command(issue, "/coderag retry say rebate", "ada");
  expect(again.state).toBe("delivered");
  const said = app.model.requests.slice(asked).map(({ body }) => body.messages.at(-1)!.content!);
  expect(said).toHaveLength(2);
  expect(said[1]).toContain("1. tests/test_discount.py: Your change before had a part here");
});

test("who adds no words gets another try, and not the same draft once more", async () => {
  const issue = await openIssue();
  await app.command(issue, "/coderag implement", "ada");
  const asked = app.model.requests.length;
  expect((await app.command(issue, "/coderag retry", "ada")).state).toBe("delivered");
  expect(app.model.requests[asked]!.body.messages[1]!.content!).not.toContain("A draft that you wrote");
});

test("who adds no words to a draft whose checks failed wants them mended, and the draft says so", async () => {
  const issue = await openIssue();
  const { commit } = await app.command(issue, "/coderag implement", "ada");
  const output = { title: "1 failed", summary: "FAILED tests/test_discount.py::test_zero" };
  app.github.addCheck({ name: "test", commit: commit!, conclusion: "failure", output });
  const asked = app.model.requests.length;
  const again = await app.command(issue, "/coderag retry", "ada");
  expect(again.state).toBe("delivered");
  const prompt = app.model.requests[asked]!.body.messages[1]!.content!;
  expect(prompt).toContain("A draft that you wrote for this issue before is open.");
  expect(prompt).toContain('Check "test" failed:\n1 failed\nFAILED tests/test_discount.py::test_zero');
  expect((await app.github.pull(again.pullNumber!)).body).toMatch(
    /### Checks of the draft before\n\n- `test` failed before/,
  );
});

test("a draft that a person wants merged into another branch is written for that one, and taken back there", async () => {
  const { repository } = app.github.repository();
  const issue = await openIssue();
  const { pullNumber } = await app.command(issue, "/coderag implement", "ada");
  await repository.git("branch", "next", "main");
  const next = await repository.add({ "next.txt": "to come\n" }, { branch: "next" });
  await app.github.retargetPull(pullNumber!, "next", { as: "max" });
  for (const words of ["", " keep it small"]) {
    const again = await app.command(issue, `/coderag retry${words}`, "ada");
    expect(again).toMatchObject({ state: "delivered", pullNumber });
    expect(await repository.git("ls-tree", "--name-only", again.commit!)).toContain("next.txt");
  }
  const { base } = (await app.github.pull(pullNumber!)) as { base: { ref: string } };
  expect(base.ref).toBe("next");
  for (let left = 3; left > 0; left -= 1)
    expect((await app.command(issue, "/coderag undo", "ada")).state).toBe("delivered");
  expect(await repository.git("diff", next, (await branchOf(issue))![0])).toBe("");
});

test("undo takes back one commit after the other, and the next command goes on from there", async () => {
  const { repository } = app.github.repository();
  const issue = await openIssue();
  const { pullNumber, branch } = await app.command(issue, "/coderag implement", "ada");
  expect((await app.command(issue, "/coderag undo", "max")).state).toBe("delivered");
  expect(await repository.git("diff", "main", branch!)).toBe("");
  const again = await app.command(issue, "/coderag undo", "ada");
  expect(again).toMatchObject({
    state: "declined",
    outcome: { message: expect.stringMatching(/no commit of CodeRAG is left to take back/) },
  });
  const forward = await app.command(issue, "/coderag retry", "ada");
  expect(forward).toMatchObject({ state: "delivered", branch, pullNumber });
  expect(await repository.git("rev-list", "--count", `main..${branch}`)).toBe("3");
});

test("there is nothing to retry or undo where nothing was done", async () => {
  const issue = await openIssue();
  await app.command(issue, "/coderag retry", "ada");
  expect((await app.command(issue, "/coderag undo", "ada")).state).toBe("declined");
  expect(await app.said(issue)).toEqual([
    expect.stringContaining("there is nothing to run again"),
    expect.stringContaining("There is no branch of CodeRAG here"),
  ]);
  expect((await app.command(issue, "/coderag retry", "rita")).state).toBe("declined");
});

test("undo leaves alone what a person built upon", async () => {
  const { repository } = app.github.repository();
  const issue = await openIssue();
  const { branch } = await app.command(issue, "/coderag implement", "ada");
  const theirs = await repository.add({ "mine.txt": "by hand\n" }, { branch: branch! });
  const run = await app.command(issue, "/coderag undo", "ada");
  expect(run.state).toBe("declined");
  expect((await app.said(issue)).at(-1)).toMatch(
    /that work is not touched\. To take the commit back all the same/,
  );
  expect((await branchOf(issue))![1]).toBe(theirs);
});

test.each<[string, string, RegExp, FaultAction]>([
  ["the answer to the revert is lost", "PATCH", /\/git\/refs\//, "drop-after-write"],
  ["the answer to the commit is lost", "POST", /\/git\/commits$/, "drop-after-write"],
  ["the line is cut", "PATCH", /\/git\/refs\//, "reset"],
  ["GitHub is out of order", "PATCH", /\/git\/refs\//, { status: 502 }],
])("one undo is one revert: %s", async (_name, method, path, fault) => {
  const { repository } = app.github.repository();
  const issue = await openIssue();
  const { branch } = await app.command(issue, "/coderag implement", "ada");
  app.github.faults.add({ method, path, do: fault });
  expect((await app.command(issue, "/coderag undo", "ada")).state).toBe("delivered");
  expect(await repository.git("rev-list", "--count", `main..${branch}`)).toBe("2");
  expect(await app.said(issue)).toHaveLength(2);
});

test("a pull request that was closed stays closed, and is not undone", async () => {
  const issue = await openIssue();
  const { pullNumber, commit } = await app.command(issue, "/coderag implement", "ada");
  await app.github.closePull(pullNumber!, { as: "max" });
  const run = await app.command(pullNumber!, "/coderag undo", "ada");
  expect(run.outcome?.details).toMatchObject({ refused: "closed" });
  expect((await app.github.pull(pullNumber!)).state).toBe("closed");
  expect((await branchOf(issue))![1]).toBe(commit);
});

test("nothing is taken back on a branch whose pull request is over", async () => {
  const issue = await openIssue();
  const { pullNumber, commit } = await app.command(issue, "/coderag implement", "ada");
  await app.github.closePull(pullNumber!, { as: "max" });
  expect((await app.command(issue, "/coderag undo", "ada")).state).toBe("declined");
  expect((await app.said(issue)).at(-1)).toContain(`Its pull request \`#${pullNumber}\` is closed`);
  expect((await branchOf(issue))![1]).toBe(commit);
});

test("undo on an issue that a merge closed says how a merge is taken back", async () => {
  const issue = await openIssue();
  // No draft, which somebody would have to make ready first.
  app.github.world.drafts = "refused";
  const { pullNumber } = await app.command(issue, "/coderag implement", "ada");
  app.github.world.drafts = "supported";
  await app.unheard(() => app.github.mergePull(pullNumber!, { as: "ada" }));
  await app.unheard(() => app.github.closeIssue(issue, { as: "ada" }));
  expect((await app.command(issue, "/coderag undo", "ada")).state).toBe("declined");
  expect((await app.said(issue)).at(-1)).toMatch(
    /Its pull request `#\d+` is merged[\s\S]*Revert it with the button of that pull request/,
  );
});

test("a draft whose issue is closed can still be taken back", async () => {
  const { repository } = app.github.repository();
  const issue = await openIssue();
  const { branch } = await app.command(issue, "/coderag implement", "ada");
  await app.github.closeIssue(issue, { as: "ada" });
  expect((await app.command(issue, "/coderag undo", "ada")).state).toBe("delivered");
  expect(await repository.git("diff", "main", branch!)).toBe("");
});

test("a branch that leaves no room for ours is named before a model is asked", async () => {
  const { repository } = app.github.repository();
  const issue = await openIssue();
  for (const [branch] of await app.github.branches())
    if (branch.startsWith("coderag/")) await repository.git("branch", "-D", branch);
  await repository.git("branch", "coderag", "main");
  const asked = app.model.requests.length;
  expect((await app.command(issue, "/coderag implement", "ada")).state).toBe("failed");
  expect((await app.said(issue)).at(-1)).toMatch(
    /A branch called `coderag` leaves no room.*Rename or delete/,
  );
  expect(app.model.requests.length).toBe(asked);
  await repository.git("branch", "-D", "coderag");
});

/** The base moves while the model thinks. */
const whileItThinks = (files: Record<string, string>) => {
  let moved: Promise<string> | undefined;
  app.answerWith(async (request) => {
    moved ??= app.github.repository().repository.add(files);
    await moved;
    return builder(request);
  });
};

test("a base that moves on meanwhile gets the change", async () => {
  const { repository } = app.github.repository();
  whileItThinks({ "shop/cart.py": shop["shop/cart.py"].replace("What a customer wants to buy.", "A cart.") });
  const carried = await app.command(await openIssue(), "/coderag implement", "ada");
  expect(await repository.git("rev-parse", `${carried.commit}^`)).toBe(
    await repository.git("rev-parse", "main"),
  );
  const text = await repository.git("show", `${carried.commit}:shop/cart.py`);
  expect(text).toContain('"""A cart."""');
  expect(text).toContain("def discounted");
  expect((await app.github.pull(carried.pullNumber!)).body).toMatch(
    /✅ The fit with main as it is now passed: .* carried onto it/,
  );
});

test("a base that was pushed over by force gets the change, and one that is gone gets nothing", async () => {
  const { repository } = app.github.repository();
  const before = await repository.git("rev-parse", "main");
  const other = await repository.git("commit-tree", `${before}^{tree}`, "-m", "another history");
  app.answerWith(async (request) => {
    await repository.git("update-ref", "refs/heads/main", other);
    return builder(request);
  });
  const run = await app.command(await openIssue(), "/coderag implement", "ada");
  expect(run.state).toBe("delivered");
  expect(await repository.git("rev-parse", `${run.commit}^`)).toBe(other);

  app.answerWith(async (request) => {
    await repository.git("update-ref", "-d", "refs/heads/main");
    return builder(request);
  });
  const issue = await openIssue();
  expect((await app.command(issue, "/coderag implement", "ada")).state).toBe("failed");
  await repository.git("update-ref", "refs/heads/main", before);
  expect((await app.said(issue))[0]).toContain("There is no branch main.");
  expect(await branchOf(issue)).toBeUndefined();
});

/** Others add lines where the model adds its own. */
const sameLines = async (): Promise<string> => {
  const { repository } = app.github.repository();
  const base = await repository.git("rev-parse", "main");
  const text = shop["shop/cart.py"];
  await repository.add({ "shop/cart.py": text });
  whileItThinks({ "shop/cart.py": `${text}\n    more = 1\n` });
  return base;
};

test("a change that no longer fits a moved base is written once more for it", async () => {
  const { repository } = app.github.repository();
  await sameLines();
  const asked = app.model.requests.length;
  const run = await app.command(await openIssue(), "/coderag implement --refs mind the tests", "ada");
  expect(run.state).toBe("delivered");
  expect(await repository.git("rev-parse", `${run.commit}^`)).toBe(await repository.git("rev-parse", "main"));
  const text = await repository.git("show", `${run.commit}:shop/cart.py`);
  expect(text).toContain("more = 1");
  expect(text).toContain("def discounted");
  expect((await app.github.pull(run.pullNumber!)).body).toMatch(
    /✅ The fit with main as it is now passed: .* changed the same places: shop\/cart\.py, line \d+; the change was written again for it$/m,
  );
  const said = app.model.requests.slice(asked).map(({ body }) => body.messages[1]!.content!);
  const again = said.filter((text) => text.includes("You have written this change before"));
  expect(again).toHaveLength(2);
  expect(again[0]).toContain("mind the tests");
  expect(again[0]).not.toContain("--refs");
});

test("where that comes to nothing, the draft says that it is for an older state", async () => {
  const { repository } = app.github.repository();
  await sameLines();
  const before = await repository.git("rev-parse", "main");
  let moved: Promise<string> | undefined;
  app.answerWith(async (request) => {
    if (request.body.messages[1]!.content!.includes("written this change before"))
      return { content: "I cannot." };
    moved ??= repository.add({ "shop/cart.py": `${shop["shop/cart.py"]}\n    more = 2\n` });
    await moved;
    return builder(request);
  });
  const run = await app.command(await openIssue(), "/coderag implement", "ada");
  expect(run.state).toBe("delivered");
  expect(await repository.git("rev-parse", `${run.commit}^`)).toBe(before);
  expect((await app.github.pull(run.pullNumber!)).body).toMatch(
    /❌ The fit with main as it is now failed: .* changed the same places: shop\/cart\.py, line \d+/,
  );
});
