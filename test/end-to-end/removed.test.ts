import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { Surroundings } from "../../src/jobs/surroundings.ts";
import type { Run } from "../../src/store/run.ts";
import type { SeenRequest, SpokenAnswer } from "../helpers/model-endpoint.ts";
import { builder, shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** The App is taken off the repository while a run works there, for ever or for a while. */
let app: WholeApp;
/** What happens right before a check run is closed. */
let lastWord: () => void = () => undefined;

function around(surroundings: Surroundings): Surroundings {
  const { publisher } = surroundings;
  const checkRun: typeof publisher.checkRun = (draft) => {
    if (draft.status === "completed") lastWord();
    return publisher.checkRun(draft);
  };
  return { ...surroundings, publisher: { ...publisher, checkRun } };
}

beforeAll(async () => {
  app = await startWholeApp(
    { repositories: [{ owner: "acme", name: "shop", files: shop }], users: { ada: "write" } },
    { around },
  );
});
afterEach(() => {
  lastWord = () => undefined;
  app.github.faults.clear();
});
afterAll(() => app?.close());

/** GitHub takes every token back and gives out no more, as after an uninstallation or another selection. */
const ways = {
  uninstalled: { status: 404, body: { message: "Not Found" } },
  "not selected": {
    status: 422,
    body: { message: "There is at least one repository that does not exist or is not accessible." },
  },
} as const;

function takeAway(way: keyof typeof ways): void {
  const { tokens } = app.github.world;
  for (const [token, { kind }] of tokens) if (kind === "installation") tokens.delete(token);
  app.github.faults.add({ method: "POST", path: /\/access_tokens$/, nth: "every", do: ways[way] });
}

const reviewer = ({ body }: SeenRequest): SpokenAnswer =>
  body.tools?.length
    ? { toolCalls: [{ name: "submit-findings", arguments: { findings: [] } }] }
    : { content: "" };

interface Commanded {
  readonly issue: number;
  readonly comment: number;
}

/** Gives the command where it belongs. */
async function command(verb: "implement" | "suggest" | "fix"): Promise<Commanded> {
  const { number: issue } =
    verb === "implement"
      ? await app.github.openIssue(wish.title, wish.body, { as: "ada" })
      : await app.github.openPull({ "NOTES.md": "notes\n" }, { as: "ada" });
  const words = verb === "fix" ? "fix carts need discounted(percent)" : verb;
  return { issue, comment: (await app.github.comment(issue, `/coderag ${words}`, { as: "ada" })).id };
}

const checkOf = (run: Run) => app.github.checks().filter(({ externalId }) => externalId === run.id);
const refs = async () => [...(await app.github.branches())].map(([name, sha]) => `${name} ${sha}`);
/** Whatever is asked of GitHub that could still change something. */
const asked = () => app.github.requests.filter(({ method }) => method !== "GET").length;

test.each<["implement" | "suggest" | "fix", keyof typeof ways]>([
  ["implement", "uninstalled"],
  ["suggest", "not selected"],
  ["fix", "uninstalled"],
])("%s, and the App is %s while the model thinks: it stops for good", async (verb, way) => {
  let before: readonly string[] | undefined;
  const said = verb === "suggest" ? reviewer : builder;
  app.answerWith(async (request) => {
    if (!before) {
      before = await refs();
      takeAway(way);
    }
    return said(request);
  });
  const pulls = (await app.github.pulls()).length + (verb === "implement" ? 0 : 1);
  const { issue, comment } = await command(verb);
  const run = await app.ended(comment);
  const says = /no longer installed for acme\/shop|has no access to acme\/shop|could not be asked/;
  expect(run).toMatchObject({ state: "failed", outcome: { message: expect.stringMatching(says) } });
  expect(await refs()).toEqual(before);
  expect((await app.github.pulls()).length).toBe(pulls);
  expect(app.github.reviews(issue)).toEqual([]);
  // Nobody knocks again: not the queue, and not the next start, which asks for our own name alone.
  if (verb === "implement") {
    const knocks = asked();
    await app.restart();
    expect(asked()).toBe(knocks);
    expect((await app.runOf(comment, () => true, "be there")).state).toBe("failed");
  }
  // Installed again, the next command goes its way.
  app.github.faults.clear();
  const words = verb === "fix" ? "fix carts need discounted(percent)" : verb;
  expect(await app.command(issue, `/coderag ${words} please`, "ada")).toMatchObject({ state: "delivered" });
  // What could not be told then is told now.
  const told = (await app.said(issue)).join();
  expect(told).not.toContain("is working on this");
  expect(told).toContain("**This run failed.**");
  expect(checkOf(run).filter(({ status }) => status !== "completed")).toEqual([]);
});

test("implement, and the last reaction is refused: what has been said stands", async () => {
  app.answerWith(builder);
  const suspended = { status: 403, body: { message: "This installation has been suspended" } };
  app.github.faults.add({ method: "POST", path: /\/reactions$/, nth: 2, do: suspended });
  const { issue, comment } = await command("implement");
  expect(await app.ended(comment)).toMatchObject({ state: "delivered" });
  expect(await app.said(issue)).toEqual([expect.stringMatching(/\*\*Done: \[#\d+\]/)]);
});

test("implement, and nothing may be written once the draft is there: the next command says that it is", async () => {
  app.answerWith(builder);
  const archived = { status: 403, body: { message: "Repository was archived so is read-only." } };
  app.github.faults.add({
    ...{ method: "PATCH", path: /\/issues\/comments\/\d+$/, nth: "every", do: archived },
  });
  const { issue, comment } = await command("implement");
  expect(await app.ended(comment)).toMatchObject({ state: "delivered" });
  expect((await app.said(issue)).join()).toContain("is working on this");
  app.github.faults.clear();
  await app.command(issue, "/coderag status", "ada");
  expect(await app.said(issue)).toEqual([
    expect.stringMatching(/\*\*Done: \[#\d+\].*Add Cart\.discounted/),
    expect.stringContaining("Nothing is running here."),
  ]);
});

test("implement, and the App is gone between branch and pull request: no pull request, and no second branch later", async () => {
  app.answerWith(builder);
  app.github.faults.add({
    ...{ method: "POST", path: /\/pulls$/ },
    do: { meanwhile: async () => takeAway("not selected") },
  });
  const { issue, comment } = await command("implement");
  const run = await app.ended(comment);
  expect(run).toMatchObject({ state: "failed" });
  app.github.faults.clear();
  const again = await app.command(issue, "/coderag implement", "ada");
  expect(again).toMatchObject({ state: "delivered" });
  const ours = (await refs()).filter((ref) => ref.startsWith(`coderag/issue-${issue}-`));
  expect(ours).toEqual([`${again.branch} ${again.commit}`]);
});

test("suggest, and the App is back before the last word: the check run is closed and says why", async () => {
  let gone = false;
  app.answerWith((request) => {
    if (!gone) takeAway("uninstalled");
    gone = true;
    return reviewer(request);
  });
  lastWord = () => app.github.faults.clear();
  const { issue, comment } = await command("suggest");
  const run = await app.ended(comment);
  expect(run).toMatchObject({ state: "failed" });
  expect(checkOf(run)).toMatchObject([{ status: "completed", conclusion: "neutral" }]);
  expect((await app.said(issue)).join()).toContain("no longer installed for acme/shop");
});
