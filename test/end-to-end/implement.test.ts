import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { exportRun } from "../../src/cli/export/export-run.ts";
import { surroundingsOnGitHub } from "../../src/compose.ts";
import { modelsOf } from "../../src/host-models.ts";
import { goThrough, type ReplayOptions } from "../../src/jobs/replay/go-through.ts";
import { readRecording } from "../../src/jobs/replay/recording.ts";
import { guarded } from "../../src/jobs/surroundings.ts";
import { silentLogger } from "../../src/log.ts";
import { createRedactor } from "../../src/redact/redact.ts";
import { recordedSteps } from "../../src/store/run-steps.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { appOf } from "../helpers/github/app.ts";
import { eventually } from "../helpers/runs.ts";
import { builder, edits, handIn, handInWith, lookUp, shop, wish } from "./shop.ts";
import { modelKey, startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp({
    repositories: [
      { owner: "acme", name: "shop", files: shop },
      { owner: "acme", name: "blank" },
    ],
    users: { ada: "write", mallory: "none" },
  });
});

afterAll(() => app?.close());

test("a maintainer's comment becomes a draft pull request", async () => {
  const { github } = app;
  const issue = await github.openIssue(wish.title, wish.body, { as: "mallory" });
  const answers = [lookUp, handIn];
  app.answerWith(() => answers.shift()!);
  const run = await app.command(issue.number, "/coderag implement", "ada");
  if (run.state !== "delivered") console.log(run, app.log.filter((l) => !l.includes("debug")).join(""));
  expect(run).toMatchObject({ state: "delivered", verb: "implement" });
  const [pull] = await github.pulls();
  expect(pull).toMatchObject({ draft: true, title: "Add Cart.discounted", base: { ref: "main" } });
  const { repository } = github.repository();
  const files = await repository.git("diff", "--name-status", pull!.base.sha, pull!.head.sha);
  expect(String(files).trim()).toBe("M\tshop/cart.py\nA\ttests/test_discount.py");
  const comments = await github.comments(issue.number);
  expect(comments).toHaveLength(2);
  expect(comments[1]!.body).toContain("is a draft for you to review");
  expect(await github.reactions(run.commentId!)).toMatchObject([{ content: "rocket" }]);
  const [over] = await eventually("the last line of the log", async () => {
    const lines = app.log.filter((line) => line.includes("The run is over."));
    return lines.length > 0 && lines;
  });
  expect(JSON.parse(over!)).toMatchObject({
    ...{ level: "info", runId: run.id, verb: "implement", state: "delivered", inputTokens: 3500 },
  });
  // What the pages of runs show of it.
  const steps = await recordedSteps(app.postgres.database, run.id);
  const names = steps.map(({ name }) => name);
  expect(
    names.filter((name) => /^(?:clone|turn-[12]|tools-[12]|gate|publish-pull-request)$/.test(name)),
  ).toEqual([...["clone", "turn-1", "tools-1", "turn-2", "tools-2", "gate", "publish-pull-request"]]);
  expect(steps.every(({ milliseconds, failed }) => milliseconds >= 0 && !failed)).toBe(true);

  // Exported on the server, it can be gone through again without it.
  const told: string[] = [];
  const text = await exported(run.id, (line) => told.push(line));
  expect(told).toEqual([]);
  expect(text).not.toContain(modelKey);
  const recording = readRecording(text, "run.json");
  expect(recording).toMatchObject({
    ...{ commit: pull!.base.sha, end: { kind: "delivered", message: "Add Cart.discounted" } },
    run: { owner: "acme", verb: "implement", actorLogin: "ada" },
  });
  const asked = app.model.requests.length;
  const replayed = await goThrough(recording, offlineIn(repository.dir), new AbortController().signal);
  expect(replayed).toMatchObject({ differing: [], compared: 2, outcome: { kind: "delivered" } });
  expect(replayed.computed).toEqual(
    expect.arrayContaining(["index", "retrieve", "tools-1", "tools-2", "gate"]),
  );
  expect(replayed.taken).toEqual(
    expect.arrayContaining(["read-issue", "turn-1", "turn-2", "publish-pull-request"]),
  );
  expect(app.model.requests).toHaveLength(asked);
  expect(await github.pulls()).toHaveLength(1);
});

test("of a run that is not there, or of which nothing is kept, the export says why", async () => {
  await expect(exported("1")).rejects.toThrow("There is no run 1 in this server's database.");
  const issue = await app.github.openIssue(wish.title, wish.body, { as: "ada" });
  const refused = await app.command(issue.number, "/coderag implement", "mallory");
  await expect(exported(refused.id)).rejects.toThrow("This run left no records of any work.");
});

/** The recording of a run, as `coderag export` prints it. */
async function exported(runId: string, tell: (line: string) => void = () => {}): Promise<string> {
  const { config, github, postgres } = app;
  const { database } = postgres;
  const redact = createRedactor(config.secrets);
  const client = appOf(github, silentLogger);
  const parts = { config, database, app: client, identity: await client.identity(), redact };
  const around = { ...parts, ...modelsOf(config.model) };
  return exportRun(
    {
      ...{ database, redact, tell, version: "1.0.0", keepDays: 90, log: silentLogger },
      surroundingsOf: (run) => guarded(surroundingsOnGitHub(around, run), redact),
    },
    runId,
    new AbortController().signal,
  );
}

const offlineIn = (directory: string): ReplayOptions => ({
  openWorkspace: ({ commit }, signal) => openLocal(directory, signal, { commit }),
  narrator: { begin: () => {}, done: () => {}, turn: () => {} },
  ...{ cacheDir: undefined, again: "all", atDifference: "go on" },
});

test("arguments that do not fit go back once, and stand as a remark where they stay", async () => {
  const { github, model } = app;
  const before = model.requests.length;
  const wrong = edits.replace("(100 - percent) / 100)", "(100 - percent) / 100, 2)");
  // Without the words of a requirement, as the model is told.
  const requirements = [
    ...["R1", "R2"].map((id) => ({ id, status: "done", where: ["shop/cart.py#Cart.discounted"] })),
    { id: "R3", status: "not-done", note: "No such error." },
  ];
  app.answerWith(() => handInWith({ edits: wrong, requirements }));
  const issue = await github.openIssue(wish.title, wish.body, { as: "ada" });
  const run = await app.command(issue.number, "/coderag implement", "ada");
  expect(run).toMatchObject({ state: "delivered" });
  expect((await app.said(issue.number))[0]).toContain(
    "Not done:\n\n- R3: A percent below 0 or above 100 is refused with a ValueError (No such error.)\n",
  );
  const asked = model.requests.slice(before).map(({ body }) => body.messages.at(-1)!.content ?? "");
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(
    /`round_cents` is given 2 arguments and takes 1 \(`shop\/money\.py#round_cents`\)/,
  );
  const pull = (await github.pulls()).find(({ head }) =>
    head.ref.startsWith(`coderag/issue-${issue.number}-`),
  );
  expect(pull!.body).toMatch(/### Look closely\n\n- `shop\/cart\.py:24`: `round_cents` is given 2 arguments/);
});

test("an empty repository is told to get a first commit", async () => {
  const where = "acme/blank";
  await app.github.repository(where).repository.git("update-ref", "-d", "refs/heads/main");
  const { number } = await app.github.openIssue(wish.title, wish.body, { as: "ada", in: where });
  await app.command(number, "/coderag implement", "ada", where);
  const said = await app.said(number, where);
  expect(said.join()).toContain("The repository is empty. Push a first commit and give the command again.");
});

test("a default branch that is renamed meanwhile is the base under its new name", async () => {
  const { github } = app;
  const { git } = github.repository().repository;
  app.answerWith(async (request) => {
    const answer = builder(request);
    if (answer !== handIn) return answer;
    await git("branch", "-m", "main", "trunk");
    const headers = { authorization: `Bearer ${github.tokenOf("acme")}`, "content-type": "application/json" };
    const body = JSON.stringify({ default_branch: "trunk" });
    expect((await fetch(`${github.apiUrl}/repos/acme/shop`, { method: "PATCH", headers, body })).status).toBe(
      200,
    );
    return answer;
  });
  const { number } = await github.openIssue(wish.title, wish.body, { as: "ada" });
  expect(await app.command(number, "/coderag implement", "ada")).toMatchObject({ state: "delivered" });
  const pull = (await github.pulls()).find(({ head }) => head.ref.startsWith(`coderag/issue-${number}-`));
  expect(pull).toMatchObject({ base: { ref: "trunk" } });
  expect(pull!.body).toMatch(
    /The fit with trunk as it is now.*the branch was called main when this was begun/,
  );
});
