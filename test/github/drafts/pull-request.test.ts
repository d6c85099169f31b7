import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openText } from "../../../src/delivery/open-text.ts";
import { stampReport } from "../../../src/github/drafts/description.ts";
import type { Draft, Publisher } from "../../../src/github/forge.ts";
import { appOf } from "../../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../../helpers/github/start.ts";

let github: EmulatedGitHub;
let publisher: Publisher;
let issue = 0;

beforeAll(async () => {
  github = await startGitHub({
    repositories: [{ owner: "octo", name: "shop", files: { "a.txt": "one\n" } }],
    users: { ada: "write" },
  });
  publisher = appOf(github).publisher(github.installationId, github.repository());
});
afterAll(() => github.close());

/** A draft whose branch is there already. */
async function pushed(more: Partial<Draft> = {}): Promise<{ draft: Draft; branch: string }> {
  issue += 1;
  const draft: Draft = {
    runId: `run-${issue}`,
    issueNumber: issue,
    branchPrefix: `coderag/issue-${issue}-`,
    branchEnding: "title",
    base: { branch: "main", commit: await github.repository().repository.git("rev-parse", "main") },
    ourTips: [],
    ...introduced("A title", "A body"),
    commitMessage: "feat: a title",
    changes: [{ path: "a.txt", before: "one\n", after: `${issue}\n` }],
    ...more,
  };
  const { branch } = (await publisher.pushBranch(draft)) as { branch: string };
  return { draft, branch };
}

const edit = (number: number, change: object) =>
  fetch(`${github.apiUrl}/repos/octo/shop/pulls/${number}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${github.tokenOf("octo")}` },
    body: JSON.stringify(change),
  });

const introduced = (title: string, words: string, report = "Everything.") => ({
  title,
  body: stampReport({ title, body: `${words}\n\n### What was asked\n\n${report}` }),
});

const pullsOf = async (branch: string) => (await github.pulls()).filter(({ head }) => head.ref === branch);

describe("a pull request", () => {
  test("opens as a draft on the base branch", async () => {
    const { draft, branch } = await pushed();
    const outcome = await publisher.openPullRequest(draft, branch);
    expect(outcome).toMatchObject({ draft: true, created: true });
    const pull = await github.pull(outcome.number);
    expect(pull).toMatchObject({ title: "A title", body: draft.body, state: "open", html_url: outcome.url });
    expect([pull.base.ref, pull.user.login]).toEqual(["main", github.botLogin]);
  });

  test("gets new words when it is open, and keeps the state that humans gave it", async () => {
    const { draft, branch } = await pushed();
    const first = await publisher.openPullRequest(draft, branch);
    await edit(first.number, { draft: false });
    const next = { ...draft, ...introduced("Better", "Words") };
    expect(await publisher.openPullRequest(next, branch)).toEqual({
      number: first.number,
      url: first.url,
      draft: false,
      created: false,
    });
    expect(await github.pull(first.number)).toMatchObject({ title: "Better", body: next.body, draft: false });
  });

  test("keeps the title and the words that people gave it, and what stands below the report, for as long as it is written anew", async () => {
    const { draft, branch } = await pushed();
    const { number } = await publisher.openPullRequest(draft, branch);
    const theirs = {
      title: "fix(area): a title",
      body: `${draft.body.replace("A body", "Closes #7")}\n\nBot`,
    };
    await edit(number, { ...theirs, body: theirs.body.replaceAll("\n", "\r\n") });
    for (const report of ["Less.", "More."]) {
      await publisher.openPullRequest({ ...draft, ...introduced("Better", "Words", report) }, branch);
      const { title, body } = await github.pull(number);
      expect(title).toBe(theirs.title);
      expect(openText(body).open).toBe(`Closes #7\n\n### What was asked\n\n${report}\n\n\nBot`);
    }
  });

  test("that was closed is never opened again: a new one is", async () => {
    const { draft, branch } = await pushed();
    const first = await publisher.openPullRequest(draft, branch);
    await github.closePull(first.number, { as: "ada" });
    const second = await publisher.openPullRequest(draft, branch);
    expect(second.created).toBe(true);
    expect((await github.pull(first.number)).state).toBe("closed");
    expect((await pullsOf(branch)).map(({ state }) => state).sort()).toEqual(["closed", "open"]);
  });

  test("says [draft] in its title where drafts are refused, and keeps saying so", async () => {
    const { draft, branch } = await pushed(introduced("x".repeat(300), "A body"));
    github.world.drafts = "refused";
    const first = await publisher.openPullRequest(draft, branch);
    github.world.drafts = "supported";
    expect(first).toMatchObject({ draft: false, created: true });
    expect((await github.pull(first.number)).title).toMatch(/^\[draft\] x{247}…$/);
    await publisher.openPullRequest({ ...draft, ...introduced("short", "A body") }, branch);
    expect((await github.pull(first.number)).title).toBe("[draft] short");
  });

  test.each([
    ["the answer is lost", "drop-after-write"],
    ["the line is cut", "reset"],
    ["GitHub is ill", { status: 504 }],
    [
      "GitHub does not see the branch yet",
      {
        status: 422,
        body: {
          message: "Validation Failed",
          errors: [{ resource: "PullRequest", field: "head", code: "invalid" }],
        },
      },
    ],
    [
      "GitHub says that there is one, and shows it later",
      {
        status: 422,
        body: {
          message: "Validation Failed",
          errors: [{ code: "custom", message: "A pull request already exists for octo:x." }],
        },
      },
    ],
  ] as const)("is opened once when %s", async (_what, action) => {
    const { draft, branch } = await pushed();
    github.faults.add({ method: "POST", path: /\/pulls$/, do: action });
    const outcome = await publisher.openPullRequest(draft, branch);
    expect(outcome.created).toBe(true);
    expect((await pullsOf(branch)).map(({ number }) => number)).toEqual([outcome.number]);
  });

  test("where a repository keeps GitHub Actions from it, the cure is its setting", async () => {
    const { draft, branch } = await pushed();
    const body = { message: "GitHub Actions is not permitted to create or approve pull requests." };
    github.faults.add({ method: "POST", path: /\/pulls$/, do: { status: 403, body } });
    await expect(publisher.openPullRequest(draft, branch)).rejects.toMatchObject({
      name: "UserError",
      cure: expect.stringContaining("Settings, Actions, General"),
    });
  });

  test("without anything new is a person's to settle", async () => {
    const { draft, branch } = await pushed();
    const { git } = github.repository().repository;
    await git("update-ref", `refs/heads/${branch}`, draft.base.commit);
    await expect(publisher.openPullRequest(draft, branch)).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringContaining("nothing that its base does not have"),
    });
  });
});
