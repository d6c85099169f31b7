import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import { isFinal, type Run } from "../../src/store/run.ts";
import { setOutcome, setState } from "../../src/store/runs.ts";
import type { OpenedPull } from "../helpers/github/review-actions.ts";
import { eventually, newDelivery, newRun } from "../helpers/runs.ts";
import { faulty, finding, handIn, model, verdicts } from "./faulty-cart.ts";
import { createHold, type Hold } from "./hold.ts";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;
/** Where a run waits before it opens a repository. */
let held: Hold | undefined;
/** Whether runs find a host without a model. */
let modelless = false;

function around(surroundings: Surroundings): Surroundings {
  const openWorkspace: Surroundings["openWorkspace"] = async (base, signal) => {
    await held?.wait(signal);
    return surroundings.openWorkspace(base, signal);
  };
  return {
    ...{ ...surroundings, openWorkspace },
    ...(modelless && { model: undefined }),
  };
}

beforeAll(async () => {
  const config = "suggestions:\n  automatic: [opened, pushed]\n";
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: { ...shop, ".github/coderag.yml": config } }],
      users: { ada: "write", walter: "write", mallory: "none" },
    },
    { around },
  );
});
afterEach(() => {
  held?.release();
  held = undefined;
  modelless = false;
  app.github.faults.clear();
});
afterAll(() => app?.close());

const open = (files: Record<string, string | undefined> = { "shop/cart.py": faulty }, more: object = {}) =>
  app.unheard(() => app.github.openPull(files, { as: "ada", ...more }));
const suggest = ({ number }: OpenedPull, words = "", as = "ada") =>
  app.command(number, `/coderag suggest ${words}`, as);
const checkOf = (run: Run) => app.github.checks().filter(({ externalId }) => externalId === run.id);

/** Waits for the run that an event made. */
const runAfter = (count: number): Promise<Run> =>
  eventually("the run of an event to end", async () => {
    const runs = await app.runs();
    return runs.length > count && isFinal(runs[0]!.state) && runs[0]!;
  });

test("a command becomes one review with a suggestion that the button commits", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const run = await suggest(pull);
  expect(run).toMatchObject({ state: "delivered", verb: "suggest", head: pull.head });
  expect(app.github.reviews(pull.number)).toMatchObject([{ state: "COMMENTED", commit: pull.head }]);
  const [comment] = app.github.reviewComments(pull.number);
  expect(comment).toMatchObject({ path: "shop/cart.py", line: 22, startLine: undefined });
  const now = await app.github.commitSuggestion(comment!);
  const { repository } = app.github.repository();
  expect(await repository.git("show", `${now}:shop/cart.py`)).toContain("(100 - percent) / 100)");
  expect(checkOf(run)).toMatchObject([{ status: "completed", conclusion: "neutral", commit: pull.head }]);
  expect(await app.said(pull.number)).toEqual([]);
  expect(await app.github.reactions(run.commentId!)).toMatchObject([{ content: "rocket" }]);
});

test("what the second reader refutes is not told; what has no cure, or a wrong one, is a remark in the check run", async () => {
  const pull = await open();
  const remark = finding({ title: "No test", kind: "missing-test", severity: "low", edits: "", line: 20 });
  const wrong = finding({ title: "Wrong cure" });
  app.answerWith(model(handIn(finding(), remark, wrong), verdicts("refuted", "holds", "fault-only")));
  const run = await suggest(pull);
  expect(app.github.reviews(pull.number)).toEqual([]);
  const titles = checkOf(run)[0]!.annotations.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["No test", "Wrong cure"]);
  expect(checkOf(run)[0]!.annotations).toContainEqual(
    expect.objectContaining({ title: "No test", start_line: 20 }),
  );
});

test("beside what looks like a password, which stood there before, a finding is told without its code", async () => {
  const address = "postgres://app:app@localhost/app";
  const line = (name: string) => `DATABASE = os.environ.get("${name}", "${address}")`;
  const pull = await open({ "shop/settings.py": `import os\n\n${line("DB")}\n` });
  const why = `Everywhere else it is DATABASE_URL, as in ${address}.`;
  const edits = `=== shop/settings.py\n3: ${line("DATABASE_URL")}`;
  app.answerWith(
    model(handIn(finding({ path: "shop/settings.py", line: 3, why, edits })), verdicts("holds")),
  );
  const run = await suggest(pull);
  const [review] = app.github.reviews(pull.number);
  expect(app.github.reviewComments(pull.number)).toEqual([]);
  expect(review!.body).toContain("**1 change** below that no button can commit");
  expect(review!.body).toContain("Everywhere else it is DATABASE_URL");
  expect(review!.body).toContain("Its code is not shown");
  expect(review!.body).not.toContain("app:app");
  expect(checkOf(run)).toMatchObject([{ output: { title: "A review is posted." } }]);
});

test("what a suggestion weakens stands above its button's line", async () => {
  const pull = await open();
  const edits = `=== shop/cart.py\n22:         return total - total * percent / 100  # type: ignore`;
  app.answerWith(model(handIn(finding({ edits })), verdicts("holds")));
  await suggest(pull);
  const [comment] = app.github.reviewComments(pull.number);
  expect(comment!.body).toContain("⚠️ **Look closely.** A type, lint or coverage check is silenced.");
});

test("no suggestion stands on a file that is protected, and the others are told all the same", async () => {
  const workflow = ".github/workflows/ci.yml";
  const pull = await open({ [workflow]: "on: push\n", "shop/cart.py": faulty });
  const edits = `=== ${workflow}\n1: on: pull_request_target`;
  const guarded = finding({ path: workflow, line: 1, edits });
  app.answerWith(model(handIn(guarded, finding()), verdicts("holds", "holds")));
  const run = await suggest(pull);
  expect(app.github.reviewComments(pull.number)).toMatchObject([{ path: "shop/cart.py" }]);
  // The fault is told, and no change of the file stands anywhere.
  const [check] = checkOf(run);
  expect(check!.annotations).toMatchObject([{ path: workflow }]);
  expect(JSON.stringify([check, app.github.reviews(pull.number)])).not.toContain("pull_request_target");
});

test("write access that was taken away meanwhile stops the review", async () => {
  const pull = await open();
  app.answerWith((request) => {
    app.github.setPermission("walter", "read");
    return model(handIn(finding()), verdicts("holds"))(request);
  });
  const run = await suggest(pull, "", "walter");
  expect(run).toMatchObject({ state: "declined", inputTokens: 1500 });
  expect(app.github.reviews(pull.number)).toEqual([]);
});

test("new commits: only what is new, nothing twice, conversations that are over are closed", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  await suggest(pull);
  const seen: string[] = [];
  const count = (await app.runs()).length;
  app.answerWith((request) => {
    if (request.body.tools?.length) seen.push(JSON.stringify(request.body.messages));
    return model(handIn(finding()), verdicts("holds"))(request);
  });
  await app.github.pushToPull(pull, { "shop/money.py": `${shop["shop/money.py"]}\n\nRATE = 1\n` });
  const second = await runAfter(count);
  expect(second).toMatchObject({ state: "delivered", actorLogin: "acme", request: "" });
  expect(seen[0]).toContain("RATE = 1");
  expect(seen[0]).toContain("The discount is ten times too small");
  expect(seen[0]).not.toContain("added or changed lines: 19-22");
  expect(app.github.reviews(pull.number)).toHaveLength(1);
  const [comment] = app.github.reviewComments(pull.number);
  expect(await app.github.thread(comment!)).toEqual({ resolved: false, outdated: false });

  app.answerWith(model(handIn(), verdicts()));
  // Both looks at what was said before, and then what resolves a conversation.
  app.github.faults.add({ method: "POST", path: /\/graphql$/, nth: 3, do: { status: 422 } });
  await app.github.pushToPull(pull, { "shop/cart.py": faulty.replace("/ 10\n", "/ 100\n") });
  const third = await runAfter(count + 1);
  expect(third.state).toBe("delivered");
  expect(checkOf(third)[0]!.output.summary).toContain("Conversations of earlier reviews were not resolved");
  await app.github.pushToPull(pull, { "shop/cart.py": faulty.replace("/ 10\n", "/ 100.0\n") });
  await runAfter(count + 2);
  expect(await app.github.thread(comment!)).toEqual({ resolved: true, outdated: true });
});

test("effect done, answer lost, for everything that a review writes: one review, one check run", async () => {
  const pull = await open();
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const writes: readonly [string, RegExp][] = [
    ["POST", /\/pulls\/\d+\/reviews$/],
    ["POST", /\/check-runs$/],
    ["PATCH", /\/check-runs\/\d+$/],
  ];
  for (const [method, path] of writes) app.github.faults.add({ method, path, do: "drop-after-write" });
  const run = await suggest(pull);
  expect(run.state).toBe("delivered");
  expect(app.github.reviews(pull.number)).toHaveLength(1);
  expect(app.github.reviewComments(pull.number)).toHaveLength(1);
  expect(checkOf(run)).toMatchObject([{ status: "completed" }]);
});

test("a run that fails closes its check run as neutral, and says why where it was commanded", async () => {
  const pull = await open();
  app.answerWith(() => ({ fault: "status", status: 401, body: { error: { message: "no" } } }));
  const run = await suggest(pull);
  expect(run.state).toBe("failed");
  expect(checkOf(run)).toMatchObject([{ status: "completed", conclusion: "neutral" }]);
  expect((await app.said(pull.number)).join()).toContain("This run failed.");
});

test("nothing to say is a neutral check run and no word; who may write may have it run again", async () => {
  const pull = await open();
  app.answerWith(model(handIn(), verdicts()));
  const run = await suggest(pull);
  expect(checkOf(run)).toMatchObject([
    { status: "completed", conclusion: "neutral", output: { title: "Nothing to suggest." } },
  ]);
  expect([...app.github.reviews(pull.number), ...(await app.said(pull.number))]).toEqual([]);
  const count = (await app.runs()).length;
  await app.github.pressCheck(checkOf(run)[0]!, "rerequest", "mallory");
  expect(await runAfter(count)).toMatchObject({ state: "declined", verb: "suggest" });
  await app.github.pressCheck(checkOf(run)[0]!, { action: "rerun" }, "ada");
  const again = await runAfter(count + 1);
  expect(again).toMatchObject({ state: "delivered", actorLogin: "ada", issueNumber: pull.number });
  expect(checkOf(again)).toMatchObject([{ status: "completed" }]);
});

test("a pull request that only deletes is read: what went, and who still uses it", async () => {
  const pull = await open({ "shop/money.py": undefined });
  const asked: string[] = [];
  const answers = model(handIn(), verdicts());
  app.answerWith((request) => {
    asked.push(request.body.messages.map(({ content }) => content).join("\n"));
    return answers(request);
  });
  expect(await suggest(pull)).toMatchObject({ state: "delivered" });
  expect(asked[0]).toContain("\n=== shop/money.py (deleted, 6 lines)\n- from decimal import Decimal\n");
  expect(asked[0]).toContain(
    "round_cents (was shop/money.py#round_cents)\n  shop/cart.py:3: from shop.money import round_cents\n  shop/cart.py:18: return",
  );
});

test("Cancel, pressed while the pull request is read, ends the run and its check run", async () => {
  const pull = await open();
  held = createHold();
  const { id } = await app.github.comment(pull.number, "/coderag suggest", { as: "ada" });
  await held.reached;
  const run = await app.runOf(id, ({ state }) => state === "running", "run");
  await app.github.pressCheck(checkOf(run)[0]!, { action: "cancel" }, "ada");
  expect(await app.ended(id)).toMatchObject({ state: "cancelled", cancelRequestedBy: "ada" });
  expect(checkOf(run)).toMatchObject([{ status: "completed", conclusion: "cancelled" }]);
  expect(app.github.reviews(pull.number)).toEqual([]);
});

test("a fork's pull request gets suggestions and no offer to push, also where GitHub shows no patch", async () => {
  const pull = await open({ "shop/cart.py": faulty }, { fork: "mallory" });
  const far = finding({
    title: "Far away",
    line: 3,
    edits: "=== shop/cart.py\n3: from shop.money import round_cents  # cents",
  });
  app.answerWith(model(handIn(finding(), far), verdicts("holds", "holds")));
  app.github.world.longestPatch = 0;
  expect(await suggest(pull)).toMatchObject({ state: "delivered" });
  app.github.world.longestPatch = Number.POSITIVE_INFINITY;
  expect(app.github.reviewComments(pull.number)).toMatchObject([{ line: 22 }]);
  const [review] = app.github.reviews(pull.number);
  expect(review!.body).toContain("CodeRAG does not push to this fork");
});

test("a pull request is reviewed by itself where the configuration asks; a draft and a bot's are not", async () => {
  app.answerWith(model(handIn(finding()), verdicts("holds")));
  const count = (await app.runs()).length;
  const pull = await app.github.openPull({ "shop/cart.py": faulty }, { as: "ada" });
  expect(await runAfter(count)).toMatchObject({ state: "delivered", actorLogin: "ada" });
  expect(app.github.reviews(pull.number)).toHaveLength(1);
  await app.github.openPull({ "shop/cart.py": faulty }, { as: "ada", draft: true });
  await app.github.deliveries.settled();
  expect(await app.runs()).toHaveLength(count + 1);
});

test("a push that is told late, after its commits were looked at or the pull request was closed, is no occasion", async () => {
  app.answerWith(model(handIn(), verdicts()));
  let count = (await app.runs()).length;
  const { number } = await app.github.openPull({ "shop/cart.py": faulty }, { as: "ada" });
  await runAfter(count);
  const [checks, asked] = [app.github.checks().length, app.model.requests.length];
  const { payload } = app.github.deliveries.log.findLast(({ event }) => event === "pull_request")!;
  const pull = payload["pull_request"] as { head: object };
  const told = async (sha: string): Promise<Run> => {
    count = (await app.runs()).length;
    const late = {
      ...payload,
      action: "synchronize",
      pull_request: { ...pull, head: { ...pull.head, sha } },
    };
    await app.github.deliver({ event: "pull_request", payload: late });
    return runAfter(count);
  };
  const because = (message: string) => ({ state: "declined", outcome: { message } });
  expect(await told("a".repeat(40))).toMatchObject(because("These commits are looked at already."));
  await app.unheard(() => app.github.closePull(number, { as: "ada" }));
  expect(await told("b".repeat(40))).toMatchObject(because("The pull request is closed."));
  expect([app.github.checks().length, app.model.requests.length]).toEqual([checks, asked]);
});

test("pull requests of somebody who may not write are not reviewed without end", async () => {
  const opened = async (): Promise<Run> => {
    const count = (await app.runs()).length;
    app.answerWith(model(handIn(finding()), verdicts("holds")));
    await app.github.openPull({ "shop/cart.py": faulty }, { as: "walter" });
    return runAfter(count);
  };
  // Emulated, only who may write opens one; what the App is told of him is a matter of its own.
  app.github.setPermission("walter", "write");
  const { repositoryId, actorId, state } = await opened();
  expect(state).toBe("delivered");
  for (let at = 1; at < 10; at += 1) {
    const run = newRun({ repositoryId, actorId, verb: "suggest", commentId: -at, issueNumber: 9_000 + at });
    await app.postgres.database.transaction((transaction) => storeDelivery(transaction, newDelivery(), run));
    await setState(app.postgres.database, run.id, "running");
    await setOutcome(app.postgres.database, run.id, { kind: "delivered", message: "" });
  }
  const body = { permission: "read", role_name: "read" };
  app.github.faults.add({
    method: "GET",
    path: /walter\/permission$/,
    nth: "every",
    do: { status: 200, body },
  });
  const tooMany = { state: "declined", outcome: { message: expect.stringContaining("Too many reviews") } };
  expect(await opened()).toMatchObject(tooMany);
  app.github.faults.clear();
  expect(await opened()).toMatchObject({ state: "delivered" });
});

test("what the repository has already is told with its place, without a model", async () => {
  const copy = `from decimal import Decimal


def cents_of(amount: Decimal, rate: Decimal, places: int) -> Decimal:
    """Applies a rate and rounds."""
    if rate < 0:
        raise ValueError("negative rate")
    changed = amount * rate
    return changed.quantize(Decimal(10) ** -places)
`;
  const { repository } = app.github.repository();
  await repository.add({ "shop/rates.py": copy.replaceAll("cents_of", "apply_rate") });
  const again = copy.replaceAll("amount", "sum_of").replaceAll("changed", "result");
  const pull = await open({ "shop/other.py": again });
  modelless = true;
  const run = await suggest(pull);
  expect(checkOf(run)[0]!.output["summary"]).toMatch(
    /already were looked for: no model is configured\.[\s\S]*~~Look for faults~~: no model is configured\n/,
  );
  const [comment] = app.github.reviewComments(pull.number);
  expect(comment!.body).toContain("shop/rates.py#apply_rate");
  expect(comment!.body).toContain(`/blob/${pull.head}/shop/rates.py#L4-L9`);
});

test("a closed pull request and an issue are told so", async () => {
  const pull = await open();
  await app.unheard(() => app.github.closePull(pull.number, { as: "acme" }));
  const run = await suggest(pull);
  expect(run.state).toBe("declined");
  expect(app.github.reviews(pull.number)).toEqual([]);
  const issue = await app.github.openIssue("An issue", "", { as: "ada" });
  expect(await app.command(issue.number, "/coderag suggest", "ada")).toMatchObject({ state: "declined" });
});
