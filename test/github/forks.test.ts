import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTokenForge } from "../../src/github/token-forge.ts";
import { appOf, silentLogger } from "../helpers/github/app.ts";
import { writeObject } from "../helpers/github/objects.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
let number = 0;
let branch = "";

beforeAll(async () => {
  github = await startGitHub({
    repositories: [{ owner: "octo", name: "shop", files: { "a.txt": "one\n" } }],
    users: { ada: "write" },
  });
  ({ number, branch } = await github.openPull({ "a.txt": "two\n" }, { as: "ada", fork: "mallory" }));
});
afterAll(() => github?.close());

const ours = () => appOf(github).reader(github.installationId, github.repository());
const pushTo = async (head: string, after = "three\n") => {
  const fork = github.forkOf(number);
  return appOf(github)
    .publisher(github.installationId, github.repository())
    .pushFollowUp({
      ...{ runId: "run-1", branch, head, commitMessage: "Three", fork },
      changes: [{ path: "a.txt", before: "two\n", after }],
    });
};

test("the App writes to a fork only where it is installed, and may", async () => {
  const fork = github.forkOf(number);
  const { head } = await ours().pull(number);
  expect(head).toMatchObject({ fork: true, branch, repository: { id: fork.id, owner: "mallory" } });
  const access = () => ours().forkAccess(fork);
  expect(await access()).toEqual({ kind: "refused", why: "not installed" });
  await expect(pushTo(head.commit)).rejects.toThrow(/no longer installed for mallory\/shop/);
  github.installOnFork(number, { contents: "read" });
  expect(await access()).toEqual({ kind: "refused", why: "read only" });
  await expect(pushTo(head.commit)).rejects.toThrow(/not granted all permissions/);
  github.installOnFork(number, { suspended: true });
  expect(await access()).toEqual({ kind: "refused", why: "suspended" });
  await expect(pushTo(head.commit)).rejects.toThrow(/suspended/);
  expect(await fork.repository.git("rev-parse", branch)).toBe(head.commit);
  github.installOnFork(number);
  expect(await access()).toEqual({ kind: "granted" });
  const pushed = await pushTo(head.commit);
  expect(pushed).toEqual({ kind: "pushed", commit: await fork.repository.git("rev-parse", branch) });
  expect(await pushTo(head.commit)).toEqual(pushed);
  const { body } = github.requests.findLast(({ path }) => path.endsWith("/access_tokens"))!;
  expect(body).toEqual({ repository_ids: [fork.id], permissions: { contents: "write", metadata: "read" } });
});

test("a commit of the fork's owner is not taken for ours, whatever names it bears", async () => {
  const { git, dir } = github.forkOf(number).repository;
  const head = await git("rev-parse", branch);
  const { commit } = (await pushTo(head, "four\n")) as { commit: string };
  const [ours, tree] = await Promise.all([
    git("cat-file", "commit", commit),
    git("rev-parse", `${head}^^{tree}`),
  ]);
  const forged = `${ours.replace(/^tree .*$/m, `tree ${tree}`)}\n`;
  const tip = await writeObject(dir, "commit", Buffer.from(forged));
  await git("update-ref", `refs/heads/${branch}`, tip);
  expect(await pushTo(head, "four\n")).toEqual({ kind: "moved", head: tip });
  await git("update-ref", `refs/heads/${branch}`, commit);
  expect(await pushTo(head, "four\n")).toEqual({ kind: "pushed", commit });
});

test("a token that was given is for its own repository", async () => {
  const { apiUrl, botLogin } = github;
  const token = github.tokenOf("ada");
  const { reader } = createTokenForge({
    ...{ apiUrl, token, owner: "octo", repo: "shop", botLogin, logger: silentLogger },
  });
  expect(await reader.forkAccess(github.forkOf(number))).toEqual({ kind: "refused", why: "given token" });
});
