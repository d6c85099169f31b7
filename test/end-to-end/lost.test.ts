import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { reviewMarker } from "../../src/delivery/review/review.ts";
import type { Run } from "../../src/store/run.ts";
import { faulty, killedModel } from "./kill-chains.ts";
import { shop, wish } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/**
 * Effect done, answer lost, at every write of a run: GitHub does what it is asked, and every other answer of each
 * address is cut off. What is written is written once all the same.
 */
let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: shop }],
      users: { ada: "write", rita: "read" },
    },
    {},
  );
  app.answerWith(killedModel);
});
afterEach(() => app.github.faults.clear());
afterAll(() => app?.close());

const git = (...argv: readonly string[]) => app.github.repository().repository.git(...argv);

/** Gives the command; from then on every other answer to a write is lost. */
async function commanded(issue: number, words: string, as = "ada"): Promise<Run> {
  const { id } = await app.unheard(() => app.github.comment(issue, `/coderag ${words}`, { as }));
  const { event, payload, guid } = app.github.deliveries.log.find(
    (one) => (one.payload["comment"] as { id?: number } | undefined)?.id === id,
  )!;
  const before = app.github.requests.length;
  app.github.faults.add({ method: "any write", path: /./, nth: "every other", do: "drop-after-write" });
  await app.github.deliver({ event, payload, guid });
  const run = await app.ended(id);
  app.github.faults.clear();
  const lost = app.github.requests.slice(before).filter(({ status }) => status === 0);
  // Tokens, reactions and words at least: the test must not pass because nothing was lost.
  expect(new Set(lost.map(({ path }) => path.split("/").at(-1))).size).toBeGreaterThan(2);
  return run;
}

const topic = (file: Record<string, string>) => app.unheard(() => app.github.openPull(file, { as: "ada" }));
const reactionsOn = async (run: Run) =>
  (await app.github.reactions(run.commentId!)).map(({ content }) => content);

test("implement: one branch, one commit, one draft, one comment", async () => {
  const { number } = await app.github.openIssue(wish.title, wish.body, { as: "ada" });
  const run = await commanded(number, "implement");
  expect(run.state).toBe("delivered");
  const branches = [...(await app.github.branches()).keys()].filter((name) => name.startsWith("coderag/"));
  expect(branches).toEqual([run.branch]);
  expect(await git("rev-list", "--count", `main..${run.branch}`)).toBe("1");
  expect((await app.github.pulls()).map(({ number: one }) => one)).toEqual([run.pullNumber]);
  expect(await app.said(number)).toEqual([expect.stringMatching(/\*\*Done: \[#\d+\]/)]);
  expect(await reactionsOn(run)).toEqual(["rocket"]);
});

test("fix, then undo: one commit, one revert, a comment each", async () => {
  const pull = await topic({ "NOTES.md": "n\n" });
  const fixed = await commanded(pull.number, "fix");
  expect(fixed.state).toBe("delivered");
  expect(await git("rev-list", "--count", `${pull.head}..${pull.branch}`)).toBe("1");
  const undone = await commanded(pull.number, "undo");
  expect(undone.state).toBe("delivered");
  expect(await git("rev-list", "--count", `${pull.head}..${pull.branch}`)).toBe("2");
  expect(await git("rev-parse", `${pull.branch}^{tree}`)).toBe(await git("rev-parse", `${pull.head}^{tree}`));
  expect(await app.said(pull.number)).toEqual([
    expect.stringMatching(/\*\*Done: commit/),
    expect.stringMatching(/\*\*Taken back on/),
  ]);
  expect([await reactionsOn(fixed), await reactionsOn(undone)]).toEqual([["rocket"], ["rocket"]]);
});

test("suggest: one review, one comment in it, one check run, and no word beside them", async () => {
  const pull = await topic({ "shop/cart.py": faulty });
  const run = await commanded(pull.number, "suggest");
  expect(run.state).toBe("delivered");
  expect(app.github.reviews(pull.number).map(({ body }) => body.includes(reviewMarker(run.id)))).toEqual([
    true,
  ]);
  expect(app.github.reviewComments(pull.number)).toHaveLength(1);
  expect(app.github.checks().filter(({ externalId }) => externalId === run.id)).toMatchObject([
    { status: "completed", conclusion: "neutral" },
  ]);
  expect(await app.said(pull.number)).toEqual([]);
});

test("a command that is refused: one line", async () => {
  const { number } = await app.github.openIssue(wish.title, wish.body, { as: "ada" });
  const run = await commanded(number, "implement", "rita");
  expect(run.state).toBe("declined");
  expect(await app.said(number)).toEqual([expect.stringMatching(/needs write access/)]);
  expect(await reactionsOn(run)).toEqual(["-1"]);
});
