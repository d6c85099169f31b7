import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import type { Run } from "../../src/store/run.ts";
import { findRun } from "../../src/store/runs.ts";
import { eventually } from "../helpers/runs.ts";
import { createHold, type Hold } from "./hold.ts";
import { builder, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;
/** At what the run that comes is held, where that place speaks no HTTP. */
let holds: { clone?: Hold; tool?: Hold };

/** Holds a run when it fetches its repository, or reads a file of it. */
function around(surroundings: Surroundings): Surroundings {
  const openWorkspace: Surroundings["openWorkspace"] = async (base, signal) => {
    await holds.clone?.wait(signal);
    const workspace = await surroundings.openWorkspace(base, signal);
    const read: typeof workspace.read = async (path) => {
      await holds.tool?.wait();
      return workspace.read(path);
    };
    return { ...workspace, read };
  };
  return { ...surroundings, openWorkspace };
}

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: shop }],
      users: { ada: "write", max: "maintain", mallory: "none" },
    },
    { around },
  );
});
beforeEach(() => {
  holds = {};
  app.answerWith(builder);
});
afterEach(() => {
  for (const hold of created.splice(0)) hold.release();
  app.github.faults.clear();
});
afterAll(() => app?.close());

/** Let go after the test, so that a failure does not keep the server from stopping. */
const created: Hold[] = [];
function newHold(): Hold {
  const hold = createHold();
  created.push(hold);
  return hold;
}
const openIssue = async (): Promise<number> =>
  (await app.github.openIssue(wish.title, wish.body, { as: "ada" })).number;
const start = async (issue: number): Promise<number> =>
  (await app.github.comment(issue, "/coderag implement", { as: "ada" })).id;
const heldAtTheModel = (hold: Hold): void =>
  app.answerWith(async (request) => {
    await hold.wait();
    return builder(request);
  });
/** Only what is read after the model asked for it. */
const heldInATool = (tool: Hold): void =>
  app.answerWith(() => {
    holds.tool = tool;
    return { toolCalls: [{ name: "read-file", arguments: { path: "shop/money.py" } }] };
  });
const atRequest =
  (method: string, path: RegExp, nth = 1) =>
  (hold: Hold): void =>
    app.github.faults.add({ method, path, nth, do: { meanwhile: () => hold.wait() } });
const heard = (run: Run): Promise<boolean> =>
  eventually(
    "the request to be stored",
    async () => (await findRun(app.postgres.database, run.id))?.cancelRequestedAt !== undefined,
  );

describe("a run is cancelled", () => {
  interface Row {
    readonly step: RegExp;
    readonly hold: (hold: Hold) => unknown;
    /** Whether what it is held at hears the cancellation itself; else it must be let go first. */
    readonly hears: boolean;
    readonly left: RegExp;
    readonly branches: number;
    readonly pulls: number;
  }
  const nothing = { left: /Nothing was changed\.$/m, branches: 0, pulls: 0 };
  const rows: Readonly<Record<string, Row>> = {
    "while it asks who commands": {
      ...{ step: /^authorise$/, hold: atRequest("GET", /\/permission$/, 2), hears: true, ...nothing },
    },
    "while it fetches the repository": {
      ...{ step: /^clone$/, hold: (clone) => Object.assign(holds, { clone }), hears: true, ...nothing },
    },
    "while it asks for the newest commit": {
      ...{ step: /^clone$/, hold: atRequest("GET", /\/git\/ref\/heads/), hears: true, ...nothing },
    },
    "while a tool reads a file": {
      ...{ step: /^tools-1$/, hold: heldInATool, hears: false, ...nothing },
    },
    "while the model thinks": { step: /^turn-1$/, hold: heldAtTheModel, hears: true, ...nothing },
    "while it checks the change": {
      ...{ step: /^authorise-again$/, hold: atRequest("GET", /\/permission$/, 3), hears: true, ...nothing },
    },
    "while it writes the commit": {
      ...{ step: /^publish-branch$/, hold: atRequest("POST", /\/git\/commits$/), hears: false },
      ...{
        left: /The branch `?coderag\/issue-\d+-\S+ was written already; no pull request/,
        branches: 1,
        pulls: 0,
      },
    },
    "while it writes the branch": {
      ...{ step: /^publish-branch$/, hold: atRequest("POST", /\/git\/refs$/), hears: false },
      ...{
        left: /The branch `?coderag\/issue-\d+-\S+ was written already; no pull request/,
        branches: 1,
        pulls: 0,
      },
    },
    "while it opens the pull request": {
      ...{ step: /^publish-pull-request$/, hold: atRequest("POST", /\/pulls$/), hears: false },
      ...{
        left: /The draft pull request \[#\d+\]\(http:\S+\/acme\/shop\/pull\/\d+\) was open already\.$/m,
        branches: 1,
        pulls: 1,
      },
    },
  };

  test.each(Object.entries(rows))("%s", async (_name, row) => {
    const { github } = app;
    const issue = await openIssue();
    const [branches, pulls] = [(await github.branches()).size, (await github.pulls()).length];
    const hold = newHold();
    row.hold(hold);
    const comment = await start(issue);
    await hold.reached;
    const held = await app.runOf(comment, ({ step }) => row.step.test(step ?? ""), "be held");
    expect((await app.command(issue, "/coderag cancel", "max")).state).toBe("delivered");
    await heard(held);
    if (!row.hears) hold.release();
    const run = await app.ended(comment);
    hold.release();
    expect(run).toMatchObject({ state: "cancelled", cancelRequestedBy: "max" });
    const [progress, answer] = await app.said(issue);
    expect(progress).toMatch(/^\*\*Cancelled by `max`\.\*\* /m);
    expect(progress).toMatch(row.left);
    // The hidden state keeps what is shown, not the delivery behind it.
    expect(progress).not.toContain("snapshot");
    expect(answer).toMatch(/The run is being cancelled; its own comment says how it ended\.$/);
    expect((await github.reactions(comment)).map(({ content }) => content)).toEqual(["-1"]);
    // Whatever was still on its way has had its time when another command was answered.
    await app.command(issue, "/coderag status", "ada");
    expect((await app.said(issue))[0]).toBe(progress);
    expect((await github.branches()).size - branches).toBe(row.branches);
    expect((await github.pulls()).length - pulls).toBe(row.pulls);
  });

  test("while it waits for its turn, at once, and the run before it goes on", async () => {
    const [first, second] = [await openIssue(), await openIssue()];
    const hold = newHold();
    heldAtTheModel(hold);
    const one = await start(first);
    await hold.reached;
    const two = await start(second);
    await eventually("the second to wait", async () => (await app.said(second))[0]?.includes("is waiting:"));
    await app.command(second, "/coderag cancel", "ada");
    expect((await app.ended(two)).state).toBe("cancelled");
    expect(await app.said(second)).toEqual([
      expect.stringMatching(/\*\*Cancelled by `ada`\.\*\* Nothing was changed\./),
      expect.stringMatching(/is being cancelled/),
    ]);
    hold.release();
    expect((await app.ended(one)).state).toBe("delivered");
    // Its job comes up in the queue after that, and finds nothing to do.
    const third = await openIssue();
    expect((await app.command(third, "/coderag implement", "ada")).state).toBe("delivered");
    expect((await app.said(second))[0]).toMatch(/Cancelled by `ada`/);
  });

  test("and its comment still says how far it came", async () => {
    const issue = await openIssue();
    const hold = newHold();
    heldAtTheModel(hold);
    const comment = await start(issue);
    await hold.reached;
    await eventually("the context to be told", async () => (await app.said(issue))[0]?.includes("passage"));
    await app.command(issue, "/coderag cancel", "max");
    await app.ended(comment);
    hold.release();
    const [progress] = await app.said(issue);
    expect(progress).toMatch(
      /<summary>What was done<\/summary>\n\n- \[x\] Check out the repository: `main` at /,
    );
    expect(progress).toMatch(/^- \[x\] Find the code that the request needs: \d+ passage/m);
    expect(progress).toMatch(/^- \[ \] Work out the change \(not finished\)$/m);
    expect(progress).toMatch(/^- \[ \] Open the draft pull request$/m);
  });

  test("by closing the issue, also while it waits", async () => {
    const [first, second] = [await openIssue(), await openIssue()];
    const hold = newHold();
    heldAtTheModel(hold);
    const one = await start(first);
    await hold.reached;
    const two = await start(second);
    await eventually("the second to wait", async () => (await app.said(second))[0]?.includes("is waiting:"));
    for (const issue of [second, first]) await app.github.closeIssue(issue, { as: "max" });
    const ended = [await app.ended(one), await app.ended(two)];
    expect(ended.map(({ state, cancelRequestedBy }) => [state, cancelRequestedBy])).toEqual([
      ["cancelled", "max"],
      ["cancelled", "max"],
    ]);
    hold.release();
    for (const issue of [first, second])
      expect(await app.said(issue)).toEqual([expect.stringMatching(/\*\*Cancelled by `max`\.\*\*/)]);
  });
});

test("with nothing running there is nothing to cancel", async () => {
  const issue = await openIssue();
  await app.command(issue, "/coderag implement", "ada");
  await app.command(issue, "/coderag cancel", "ada");
  expect((await app.said(issue)).at(-1)).toMatch(
    /\nNothing is running here, so there was nothing to cancel\.$/,
  );
});

test("a stranger's cancel is refused and stops nothing", async () => {
  const issue = await openIssue();
  const hold = newHold();
  heldAtTheModel(hold);
  const comment = await start(issue);
  await hold.reached;
  expect((await app.command(issue, "/coderag cancel", "mallory")).state).toBe("declined");
  hold.release();
  expect((await app.ended(comment)).state).toBe("delivered");
});
