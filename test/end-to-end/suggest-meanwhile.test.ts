import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import type { Run } from "../../src/store/run.ts";
import type { OpenedPull } from "../helpers/github/review-actions.ts";
import { faulty, finding, handIn, model, verdicts } from "./faulty-cart.ts";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** What people do to a pull request while its review is made, and after. */
let app: WholeApp;
/** What a run finds stored of earlier ones, where it is not what they stored. */
let lastHead: Surroundings["lastHead"] | undefined;

beforeAll(async () => {
  app = await startWholeApp(
    { repositories: [{ owner: "acme", name: "shop", files: shop }], users: { ada: "write" } },
    {
      around: (surroundings: Surroundings) => ({
        ...surroundings,
        ...(lastHead && { lastHead }),
      }),
    },
  );
});
afterEach(() => {
  lastHead = undefined;
  app.github.faults.clear();
});
afterAll(() => app?.close());

const open = (more: object = {}) =>
  app.unheard(() => app.github.openPull({ "shop/cart.py": faulty }, { as: "ada", ...more }));
const suggest = ({ number }: OpenedPull) => app.command(number, "/coderag suggest", "ada");
const checkOf = (run: Run) => app.github.checks().filter(({ externalId }) => externalId === run.id);

test("a file is renamed after its review: it is not looked at again, and its conversation stays open", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  await suggest(pull);
  const { repository } = app.github.repository();
  const moved = { "shop/cart.py": undefined, "shop/basket.py": faulty };
  await repository.add(moved, { branch: pull.branch });
  await suggest(pull);
  expect(app.github.reviews(pull.number)).toHaveLength(1);
  const [comment] = app.github.reviewComments(pull.number);
  expect(await app.github.thread(comment!)).toEqual({ resolved: false, outdated: true });
});

test("lines that were only indented are told of again, for the conversation about them is over", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  await suggest(pull);
  const { repository } = app.github.repository();
  const indented = faulty.replace(/( {8})(return self.total\(\) \* .*)/, "$1if percent:\n$1    $2");
  await repository.add({ "shop/cart.py": indented }, { branch: pull.branch });
  const edits = "=== shop/cart.py\n23:             return round_cents(self.total() * (100 - percent) / 100)";
  app.answerWith(model(handIn(finding({ line: 23, edits })), verdicts("holds")));
  await suggest(pull);
  const [first, second] = app.github.reviewComments(pull.number);
  expect(await app.github.thread(first!)).toEqual({ resolved: true, outdated: true });
  expect(await app.github.thread(second!)).toEqual({ resolved: false, outdated: false });
});

test("where the last head is gone the whole is looked at, and the review says nothing else", async () => {
  lastHead = async () => "f".repeat(40);
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  await suggest(pull);
  const [review] = app.github.reviews(pull.number);
  expect(review!.body).toContain(`**1 suggestion** to commit, for \`${pull.head.slice(0, 7)}\`.`);
});

test("a conversation that is locked meanwhile gets no review, and the cure is to unlock it", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const meanwhile = async () => {
    const body = { ...(await app.github.pull(pull.number)), locked: true };
    app.github.faults.add({ method: "GET", path: /\/pulls\/\d+$/, do: { status: 200, body } });
  };
  app.github.faults.add({ method: "GET", path: /\/pulls\/\d+\/reviews$/, nth: 2, do: { meanwhile } });
  const run = await suggest(pull);
  expect(run.state).toBe("declined");
  expect(app.github.reviews(pull.number)).toEqual([]);
  const told = /was locked while it was looked at, so no review was posted\.\*\* Unlock it and comment/;
  expect(checkOf(run)).toMatchObject([{ output: { summary: expect.stringMatching(told) } }]);
});

/** Somebody pushes this once the review is about to be posted; the new head. */
function pushedMeanwhile({ branch }: OpenedPull, files: Record<string, string>): () => string {
  let now = "";
  const meanwhile = async () => {
    now = await app.github.repository().repository.add(files, { branch });
  };
  app.github.faults.add({ method: "GET", path: /\/pulls\/\d+\/reviews$/, nth: 2, do: { meanwhile } });
  return () => now;
}

test("somebody pushes while the review is made: its suggestion moves to the new lines", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const head = pushedMeanwhile(pull, { "shop/cart.py": `# A cart.\n${faulty}` });
  const run = await suggest(pull);
  expect(run.state).toBe("delivered");
  expect(app.github.reviews(pull.number)).toMatchObject([{ commit: head() }]);
  expect(app.github.reviewComments(pull.number)).toMatchObject([{ line: 23 }]);
  await app.github.commitSuggestion(app.github.reviewComments(pull.number)[0]!);
});

test("somebody changes the line above while the review is made: the suggestion stands on its own line", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  pushedMeanwhile(pull, { "shop/cart.py": faulty.replace("The total less so many percent", "Less percent") });
  expect((await suggest(pull)).state).toBe("delivered");
  const [comment] = app.github.reviewComments(pull.number);
  const told = "**Look closely.** New commits changed lines right beside these after they were looked at.";
  expect(comment).toMatchObject({ line: 22, body: expect.stringContaining(told) });
  const now = await app.github.commitSuggestion(comment!);
  const { repository } = app.github.repository();
  expect(await repository.git("show", `${now}:shop/cart.py`)).toMatch(/"""Less percent\."""\n.*\/ 100\)/);
});

test("somebody cures it while the review is made: there is nothing to suggest, which is no failure", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  pushedMeanwhile(pull, { "shop/cart.py": faulty.replace("/ 10\n", "/ 100.0\n") });
  const run = await suggest(pull);
  expect(run.state).toBe("delivered");
  const summary = expect.stringMatching(/Overtaken by new commits, .*: 1 finding\./);
  expect(checkOf(run)).toMatchObject([{ output: { title: "Nothing to suggest.", summary } }]);
  expect([...app.github.reviews(pull.number), ...(await app.said(pull.number))]).toEqual([]);
});

test("commits that came while the review was made are looked at by the next one, also where nothing is stored", async () => {
  lastHead = async () => undefined;
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const head = pushedMeanwhile(pull, { "shop/tax.py": "TAX = 19\n" });
  await suggest(pull);
  expect(app.github.reviews(pull.number)).toMatchObject([{ commit: head() }]);
  await app.unheard(() => app.github.pushToPull(pull, { "shop/rate.py": "RATE = 7\n" }));
  const seen: string[] = [];
  app.answerWith(({ body }) => {
    seen.push(JSON.stringify(body.messages));
    return handIn();
  });
  await suggest(pull);
  expect(seen[0]).toContain("RATE = 7");
  expect(seen[0]).toContain("TAX = 19");
});
