import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FaultAction } from "../helpers/github/faults.ts";
import type { OpenedPull } from "../helpers/github/review-actions.ts";
import { faulty, finding, handIn, model, verdicts } from "./faulty-cart.ts";
import { builder, shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** A pull request from a fork: pushed to where three people want it, and else given suggestions. */
let app: WholeApp;

const pushes = { ".github/coderag.yml": "commits:\n  forks: true\n" };
/** What the pull request changes: the lines around the end of the file can be commented on. */
const topic = shop["shop/cart.py"].replace("rounded once", "rounded once, at the end");

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: { ...shop, ...pushes } }],
      users: { ada: "write" },
    },
    {},
  );
});
beforeEach(() => app.answerWith(builder));
afterEach(() => app.github.faults.clear());
afterAll(() => app?.close());

/** With everything that lets us push. */
async function openFork(): Promise<OpenedPull> {
  const pull = await app.github.openPull({ "shop/cart.py": topic }, { as: "ada", fork: "mallory" });
  app.github.installOnFork(pull.number);
  app.github.allowEdits(pull.number, true);
  return pull;
}
const git = ({ number }: OpenedPull, ...argv: readonly string[]) =>
  app.github.forkOf(number).repository.git(...argv);
const fix = ({ number }: OpenedPull) =>
  app.command(number, "/coderag fix carts need discounted(percent)", "ada");

test("one commit goes onto the fork's branch, with a token for its code alone, and undo takes it back", async () => {
  const pull = await openFork();
  const seen = app.github.requests.length;
  const run = await fix(pull);
  expect(run).toMatchObject({ state: "delivered", branch: pull.branch, pullNumber: pull.number });
  expect(await git(pull, "log", "-1", "--format=%H %P", pull.branch)).toBe(`${run.commit} ${pull.head}`);
  expect(await git(pull, "diff", "--name-only", pull.head, pull.branch)).toBe(
    "shop/cart.py\ntests/test_discount.py",
  );
  const { id } = app.github.forkOf(pull.number);
  const there = app.github.requests
    .slice(seen)
    .filter(({ path }) => /^\/repos\/mallory\/shop\/git\//.test(path));
  expect(there.map(({ method }) => method)).toEqual(expect.arrayContaining(["POST", "PATCH"]));
  for (const { who } of there)
    expect(who).toEqual({
      ...{ kind: "installation", repositoryIds: [id] },
      permissions: { contents: "write", metadata: "read" },
    });
  expect((await app.github.branches()).has(pull.branch)).toBe(false);
  expect((await app.command(pull.number, "/coderag undo", "ada")).state).toBe("delivered");
  expect(await git(pull, "rev-parse", `${pull.branch}^{tree}`)).toBe(
    await git(pull, "rev-parse", `${pull.head}^{tree}`),
  );
});

test.each<[string, RegExp, (pull: OpenedPull) => unknown]>([
  [
    "the repository does not ask for it",
    /does not ask CodeRAG to push to forks. Set `commits: \{ forks: true \}`/,
    () => app.github.repository().repository.add({ ".github/coderag.yml": "format: true\n" }),
  ],
  [
    "the author does not let maintainers edit",
    /does not let maintainers edit it.*`Allow edits by maintainers`/,
    ({ number }) => app.github.allowEdits(number, false),
  ],
  [
    "the App is not on the fork",
    /is not installed on the fork `mallory\/shop`/,
    ({ number }) => app.github.uninstallFromFork(number),
  ],
])("where %s, the change becomes suggestions, and the reply says so", async (_name, says, lack) => {
  const pull = await openFork();
  await lack(pull);
  const run = await fix(pull);
  await app.github.repository().repository.add(pushes);
  expect(run.state).toBe("delivered");
  expect(await git(pull, "rev-parse", pull.branch)).toBe(pull.head);
  const [said] = await app.said(pull.number);
  expect(said).toMatch(
    /Nothing was pushed to the fork: the change is in a review, with 1 suggestion to commit/,
  );
  expect(said).toMatch(says);
  const [review, ...more] = app.github.reviews(pull.number);
  expect(more).toEqual([]);
  expect(review).toMatchObject({ state: "COMMENTED", commit: pull.head });
  expect(review!.body).toMatch(says);
  expect(review!.body).toContain("tests/test_discount.py</code>: to be taken over by hand");
  const now = await app.github.commitSuggestion(app.github.reviewComments(pull.number)[0]!);
  expect(await git(pull, "show", `${now}:shop/cart.py`)).toMatch(/at the end[\s\S]*def discounted/);
});

test.each<[string, string, RegExp, FaultAction]>([
  ["to moving the branch is lost", "PATCH", /mallory\/shop\/git\/refs\//, "drop-after-write"],
  ["to the token is lost", "POST", /\/installations\/5\d+\/access_tokens$/, "drop-after-write"],
])("one command is one commit where the answer %s", async (_name, method, path, fault) => {
  const pull = await openFork();
  app.github.faults.add({ method, path, do: fault });
  expect((await fix(pull)).state).toBe("delivered");
  expect(await git(pull, "rev-list", "--count", `${pull.head}..${pull.branch}`)).toBe("1");
  expect(await app.said(pull.number)).toHaveLength(1);
});

test("a push in between is kept: the change is carried onto it, and so is a suggestion", async () => {
  const pull = await openFork();
  const moved = topic.replace('"""What a customer wants to buy."""', '"""A cart."""');
  const { repository } = app.github.forkOf(pull.number);
  const meanwhile = () => repository.add({ "shop/cart.py": moved }, { branch: pull.branch });
  app.github.faults.add({ method: "PATCH", path: /mallory\/shop\/git\/refs\//, do: { meanwhile } });
  expect((await fix(pull)).state).toBe("delivered");
  expect(await git(pull, "show", `${pull.branch}:shop/cart.py`)).toMatch(
    /"""A cart."""[\s\S]*def discounted/,
  );

  const other = await openFork();
  app.github.allowEdits(other.number, false);
  let now = "";
  app.github.faults.add({
    ...{ method: "GET", path: /\/pulls\/\d+\/reviews$/ },
    do: {
      meanwhile: async () => {
        now = await repository.add({ "shop/cart.py": `# Carts.\n${topic}` }, { branch: other.branch });
      },
    },
  });
  expect((await fix(other)).state).toBe("delivered");
  expect(app.github.reviews(other.number)).toMatchObject([{ commit: now }]);
  await app.github.commitSuggestion(app.github.reviewComments(other.number)[0]!);
});

test.each<[string, RegExp, (pull: OpenedPull) => unknown]>([
  [
    "the author's leave",
    /does not let maintainers edit/,
    ({ number }) => app.github.allowEdits(number, false),
  ],
  ["the App's place", /is not installed on the fork/, ({ number }) => app.github.uninstallFromFork(number)],
])("where %s is taken back while the model thinks, nothing is pushed", async (_name, says, withdraw) => {
  const pull = await openFork();
  app.answerWith(async (request) => {
    await withdraw(pull);
    return builder(request);
  });
  expect((await fix(pull)).state).toBe("declined");
  expect(await git(pull, "rev-parse", pull.branch)).toBe(pull.head);
  expect(app.github.reviews(pull.number)).toEqual([]);
  expect((await app.said(pull.number))[0]).toMatch(says);
  expect((await app.command(pull.number, "/coderag undo", "ada")).state).toBe("declined");
});

test("beside what looks like a password nothing is announced as a suggestion that then does not come", async () => {
  const beside = topic.replace(/\n$/, "  # postgres://app:app@localhost/app\n");
  const pull = await app.github.openPull({ "shop/cart.py": beside }, { as: "ada", fork: "mallory" });
  expect((await fix(pull)).state).toBe("delivered");
  expect((await app.said(pull.number))[0]).toMatch(/to the fork: the change is in a review\./);
  expect(app.github.reviewComments(pull.number)).toEqual([]);
  const [review] = app.github.reviews(pull.number);
  expect(review!.body).toContain("shop/cart.py</code>: to be taken over by hand");
  expect(review!.body).not.toContain("app:app");
});

test("of a fork that is gone the code is looked at all the same, and nobody is sent to the configuration", async () => {
  const pull = await app.github.openPull({ "shop/cart.py": faulty }, { as: "ada", fork: "mallory" });
  app.github.deleteFork(pull.number);
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const { state, outcome } = await app.command(pull.number, "/coderag suggest", "ada");
  expect([state, outcome]).toEqual(["delivered", expect.anything()]);
  const [review] = app.github.reviews(pull.number);
  expect(review).toMatchObject({ commit: pull.head, body: expect.stringContaining("is gone, so no button") });
  await app.github.repository().repository.add({ ".github/coderag.yml": "format: true\n" });
  expect((await app.command(pull.number, "/coderag undo", "ada")).state).toBe("declined");
  expect((await app.said(pull.number))[0]).toContain("comes from is gone. Open a pull request from a branch");
});
