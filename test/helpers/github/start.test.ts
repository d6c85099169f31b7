import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ProbotOctokit } from "probot";
import { runGit } from "../repository.ts";
import { type EmulatedGitHub, startGitHub } from "./start.ts";

/** The emulated GitHub is what all end-to-end tests believe: what it claims is checked with the real client. */
let github: EmulatedGitHub;
let octokit: InstanceType<typeof ProbotOctokit>;
const at = { owner: "octo", repo: "shop" };

const Client = ProbotOctokit.defaults((options: { throttle?: object }) => ({
  ...options,
  throttle: { ...options.throttle, enabled: false },
  retry: { enabled: false },
}));

beforeAll(async () => {
  github = await startGitHub({
    repositories: [
      {
        owner: "octo",
        name: "shop",
        files: { "a.txt": "one\n", "bin/run": { mode: "100755", content: "#!\n" } },
      },
      { owner: "octo", name: "vault", private: true, files: { "secret.txt": "s\n" } },
    ],
    users: { ada: "write", tess: "triage", mallory: "none" },
  });
  octokit = new Client({
    baseUrl: github.apiUrl,
    auth: { appId: github.appId, privateKey: github.privateKey, installationId: github.installationId },
    log: { debug() {}, info() {}, warn() {}, error() {}, fatal() {}, trace() {} } as never,
  });
});
afterAll(() => github.close());

const status = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (answer) => (answer as { status: number }).status,
    (error: { status?: number }) => error.status,
  );

/** A commit on top of `main` by the Git Data API, and the branch for it. */
async function pushByApi(branch: string, files: Record<string, string>): Promise<string> {
  const parent = github.repository().repository;
  const tip = await parent.git("rev-parse", "main");
  const tree = await octokit.rest.git.createTree({
    ...at,
    base_tree: await parent.git("rev-parse", "main^{tree}"),
    tree: Object.entries(files).map(([path, content]) => ({ path, content, mode: "100644", type: "blob" })),
  });
  const { data } = await octokit.rest.git.createCommit({
    ...at,
    message: `change ${branch}`,
    tree: tree.data.sha,
    parents: [tip],
  });
  await octokit.rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.sha });
  return data.sha;
}

describe("git", () => {
  test("serves clones whose SHAs are the API's, after a push by the API as well", async () => {
    const dir = await mkdtemp(join(tmpdir(), "coderag-clone-"));
    try {
      await runGit(dir, ["clone", "--quiet", github.gitUrl("octo", "shop"), "."]);
      const ref = await octokit.rest.git.getRef({ ...at, ref: "heads/main" });
      expect((await runGit(dir, ["rev-parse", "HEAD"])).trim()).toBe(ref.data.object.sha);
      const sha = await pushByApi("by-api", { "b.txt": "two\n" });
      await runGit(dir, ["fetch", "--quiet", "origin", "by-api"]);
      expect((await runGit(dir, ["rev-parse", "FETCH_HEAD"])).trim()).toBe(sha);
      expect(await runGit(dir, ["ls-tree", "--name-only", "-r", sha])).toBe("a.txt\nb.txt\nbin/run\n");
      await runGit(dir, [
        "push",
        "--quiet",
        github.gitUrl("octo", "shop", github.tokenOf("ada")),
        "HEAD:refs/heads/mine",
      ]);
      expect((await octokit.rest.repos.getBranch({ ...at, branch: "mine" })).data.commit.sha).toBe(
        ref.data.object.sha,
      );
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  test("refuses pushes and private clones without the right", async () => {
    const from = github.repository().repository.dir;
    const push = (token: string) =>
      runGit(from, ["push", "--quiet", github.gitUrl("octo", "shop", token), "main:refs/heads/evil"]);
    await expect(push(github.tokenOf("mallory"))).rejects.toThrow();
    await expect(runGit(from, ["ls-remote", github.gitUrl("octo", "vault")])).rejects.toThrow();
    expect(
      await runGit(from, ["ls-remote", github.gitUrl("octo", "vault", github.tokenOf("octo"))]),
    ).toContain("main");
  });

  test("signs a commit of the App that names no author, and no other", async () => {
    const sha = await pushByApi("signed", { "c.txt": "three\n" });
    const { data } = await octokit.rest.repos.getCommit({ ...at, ref: sha });
    expect([data.author?.login, data.committer?.login]).toEqual([github.botLogin, "web-flow"]);
    expect(data.commit.verification?.verified).toBe(true);
    const human = await github.repository().repository.add({ "d.txt": "four\n" }, { branch: "human" });
    const other = await octokit.rest.repos.getCommit({ ...at, ref: human });
    expect([other.data.author, other.data.commit.verification?.verified]).toEqual([null, false]);
  });

  test("moves a branch forward only", async () => {
    const sha = await pushByApi("forward", { "e.txt": "five\n" });
    const move = (branch: string, to: string) =>
      status(octokit.rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha: to, force: false }));
    const main = await github.repository().repository.git("rev-parse", "main");
    expect(await move("forward", main)).toBe(422);
    await octokit.rest.git.createRef({ ...at, ref: "refs/heads/behind", sha: main });
    expect(await move("behind", sha)).toBe(200);
    expect(await status(octokit.rest.git.createRef({ ...at, ref: "refs/heads/behind", sha }))).toBe(422);
    const refs = await octokit.rest.git.listMatchingRefs({ ...at, ref: "heads/beh" });
    expect(refs.data.map(({ ref }) => ref)).toEqual(["refs/heads/behind"]);
  });
});

describe("pull requests", () => {
  test("one open pull request a branch, with the files and the diff of real git", async () => {
    const sha = await pushByApi("feature", { "a.txt": "one\nmore\n" });
    const wish = { ...at, title: "More", head: "feature", base: "main", draft: true };
    const { data } = await octokit.rest.pulls.create(wish);
    expect([data.draft, data.head.sha, data.user?.login]).toEqual([true, sha, github.botLogin]);
    await expect(octokit.rest.pulls.create(wish)).rejects.toThrow(
      /A pull request already exists for octo:feature/,
    );
    const files = await octokit.rest.pulls.listFiles({ ...at, pull_number: data.number });
    expect(files.data.map(({ filename, additions }) => [filename, additions])).toEqual([["a.txt", 1]]);
    const diff = await octokit.rest.pulls.get({
      ...at,
      pull_number: data.number,
      mediaType: { format: "diff" },
    });
    expect(diff.data).toContain("\n+more\n");
    const issue = await octokit.rest.issues.get({ ...at, issue_number: data.number });
    expect(issue.data.pull_request).toBeDefined();
  });

  test("refuses what GitHub refuses", async () => {
    await pushByApi("late", { "f.txt": "six\n" });
    github.world.drafts = "refused";
    const wish = { ...at, title: "Late", base: "main", draft: true };
    await expect(octokit.rest.pulls.create({ ...wish, head: "late" })).rejects.toThrow(
      /Draft pull requests are not/,
    );
    github.world.drafts = "supported";
    expect(await status(octokit.rest.pulls.create({ ...wish, head: "nowhere" }))).toBe(422);
    expect(await status(octokit.rest.pulls.create({ ...wish, head: "main", base: "main" }))).toBe(422);
  });
});

describe("people", () => {
  test.each([
    ["octo", "admin", "admin"],
    ["ada", "write", "write"],
    ["tess", "read", "triage"],
    ["mallory", "read", "read"],
  ])("%s has the permission %s and the role %s", async (username, permission, role) => {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username });
    expect([data.permission, data.role_name]).toEqual([permission, role]);
  });

  test("strangers have no permission on a private repository; nobody has none", async () => {
    const ask = (username: string) =>
      octokit.rest.repos.getCollaboratorPermissionLevel({ owner: "octo", repo: "vault", username });
    expect((await ask("mallory")).data.permission).toBe("none");
    expect(await status(ask("nobody-of-this-name"))).toBe(404);
  });

  test("reacts once, and takes back its own reactions only", async () => {
    const issue = await github.openIssue("A", "b", { as: "mallory" });
    const comment = await github.comment(issue.number, "hello", { as: "ada" });
    const wish = { ...at, comment_id: comment.id, content: "eyes" as const };
    expect(await status(octokit.rest.reactions.createForIssueComment(wish))).toBe(201);
    expect(await status(octokit.rest.reactions.createForIssueComment(wish))).toBe(200);
    const [mine] = await github.reactions(comment.id);
    expect(mine?.user.login).toBe(github.botLogin);
  });

  test("a comment of the App says so, and dates follow the clock of the test", async () => {
    const issue = await github.openIssue("A", "b", { as: "octo" });
    const ours = await octokit.rest.issues.createComment({ ...at, issue_number: issue.number, body: "ours" });
    expect(ours.data.performed_via_github_app?.id).toBe(github.appId);
    const theirs = await github.comment(issue.number, "theirs", { as: "mallory" });
    expect(theirs.updated_at).toBe(theirs.created_at);
    github.advance(60);
    const edited = await github.editComment(theirs.id, "edited", { as: "mallory" });
    expect(Date.parse(edited.updated_at) - Date.parse(edited.created_at)).toBeGreaterThanOrEqual(60_000);
  });
});

describe("the App", () => {
  test("a token narrowed to one repository and to reading cannot write or reach another", async () => {
    const app = new Client({
      baseUrl: github.apiUrl,
      auth: { appId: github.appId, privateKey: github.privateKey },
    });
    const shop = github.repository("octo/shop").id;
    const { data } = await app.rest.apps.createInstallationAccessToken({
      installation_id: github.installationId,
      repository_ids: [shop],
      permissions: { contents: "read", metadata: "read" },
    });
    const narrow = new Client({ baseUrl: github.apiUrl, auth: { token: data.token } });
    const { data: reach } = await narrow.rest.apps.listReposAccessibleToInstallation();
    expect(reach.repositories.map(({ id }) => id)).toEqual([shop]);
    const path = { owner: "octo", path: "a.txt" };
    expect(await status(narrow.rest.repos.getContent({ ...path, repo: "shop" }))).toBe(200);
    expect(await status(narrow.rest.repos.getContent({ ...path, repo: "vault" }))).toBe(404);
    expect(await status(narrow.rest.git.createBlob({ ...at, content: "x" }))).toBe(403);
    const forged = new Client({ baseUrl: github.apiUrl, auth: { token: "ghs_forged" } });
    expect(await status(forged.rest.repos.get(at))).toBe(401);
  });

  test("deliveries have their own GUID, are listed, and come again on demand", async () => {
    await github.deliveries.settled();
    const issue = await github.openIssue("Delivered", "b", { as: "octo" });
    for (
      let wait = 0;
      wait < 6_000 && github.deliveries.log.at(-1)?.payload["action"] !== "opened";
      wait += 1
    )
      await new Promise((resolve) => setTimeout(resolve, 10));
    const last = github.deliveries.log.at(-1)!;
    expect((last.payload["issue"] as { number: number }).number).toBe(issue.number);
    const app = new Client({
      baseUrl: github.apiUrl,
      auth: { appId: github.appId, privateKey: github.privateKey },
    });
    const { data } = await app.rest.apps.listWebhookDeliveries({ per_page: 1 });
    expect(data[0]).toMatchObject({ guid: last.guid, status_code: 0, event: "issues" });
    await app.rest.apps.redeliverWebhookDelivery({ delivery_id: data[0]!.id });
    await github.deliveries.settled();
    expect(github.deliveries.log.at(-1)).toMatchObject({ guid: last.guid, redelivery: true });
    expect(new Set(github.deliveries.log.map(({ guid }) => guid)).size).toBe(
      github.deliveries.log.length - 1,
    );
  });
});

test("what is said of a pull request is settled only when it was sent", async () => {
  const pull = await github.openPull({ "said.txt": "said\n" }, { as: "octo" });
  await github.closePull(pull.number, { as: "octo" });
  await github.deliveries.settled();
  const said = github.deliveries.log.filter(({ event }) => event === "pull_request");
  expect(said.at(-1)?.payload).toMatchObject({ action: "closed", number: pull.number });
});

describe("the fault script", () => {
  test("does the work and cuts the line, cuts it before, or answers something else", async () => {
    const issue = await github.openIssue("Faults", "b", { as: "octo" });
    const say = (body: string) =>
      status(octokit.rest.issues.createComment({ ...at, issue_number: issue.number, body }));
    const path = /\/comments$/;
    github.faults.add({ method: "POST", path, do: "drop-after-write" });
    expect(await say("written, answer lost")).not.toBe(201);
    github.faults.add({ method: "POST", path, do: "reset" });
    expect(await say("never written")).not.toBe(201);
    github.faults.add({ method: "POST", path, nth: 2, do: { status: 503 } });
    expect([await say("first"), await say("second"), await say("third")]).toEqual([201, 503, 201]);
    const bodies = (await github.comments(issue.number)).map(({ body }) => body);
    expect(bodies).toEqual(["written, answer lost", "first", "third"]);
  });
});
