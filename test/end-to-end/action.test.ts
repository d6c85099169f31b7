import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createTransport, mint, writePermissions } from "../../src/github/session.ts";
import { compileCache } from "../helpers/compile-cache.ts";
import { silentLogger } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";
import type { Json } from "../helpers/github/world.ts";
import { type ModelEndpoint, startModelEndpoint } from "../helpers/model-endpoint.ts";
import { eventually } from "../helpers/runs.ts";
import { builder, shop, wish } from "./shop.ts";

/** The GitHub Action as a runner starts it: a process of its own, an event in a file, a token that was minted for it. */
const program = resolve(import.meta.dirname, "..", "..", "src", "action.ts");
const key = "sk-test-0123456789abcdef";
let home: string;
let github: EmulatedGitHub;
let model: ModelEndpoint;
let token: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-action-"));
  [github, model] = await Promise.all([
    startGitHub({
      repositories: [{ owner: "acme", name: "shop", files: shop }],
      users: { ada: "write", rita: "read" },
    }),
    startModelEndpoint({ script: (request) => builder(request) }),
  ]);
  const { apiUrl, appId, privateKey, installationId } = github;
  const transport = createTransport({ apiUrl, logger: silentLogger, throttle: { writeGapMs: 0 } });
  const octokit = transport.octokit({ appId, privateKey });
  const repository = github.repository();
  token = (await mint(octokit, transport.patience, installationId, repository, writePermissions)).token;
}, 60_000);
afterEach(() => github.faults.clear());
afterAll(async () => {
  await github?.close();
  await model?.close();
  await rm(home, { recursive: true, force: true });
});

/** Comments, and runs the action on the event as a workflow would. */
async function command(issue: number, body: string, as: string) {
  const { id } = await github.comment(issue, body, { as });
  const { payload } = await eventually("the event", async () =>
    github.deliveries.log.find((one) => (one.payload["comment"] as Json | undefined)?.["id"] === id),
  );
  const { installation: _, ...event } = payload;
  const path = join(home, `event-${id}.json`);
  await writeFile(path, JSON.stringify(event));
  const once = () => act({ GITHUB_EVENT_PATH: path, GITHUB_RUN_ID: String(id) });
  return { id, once, ...(await once()) };
}

function act(event: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
    cwd: home,
    env: {
      ...{ PATH: process.env["PATH"], HOME: home, CODERAG_HOME: join(home, "data"), ...compileCache },
      ...{ GITHUB_TOKEN: token, GITHUB_API_URL: github.apiUrl, GITHUB_URL: github.webUrl },
      ...{ ACTION_BOT: github.botLogin, GITHUB_EVENT_NAME: "issue_comment" },
      ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: key, CODERAG_MODEL: "scripted" },
      ...event,
    },
  });
  let out = "";
  const listen = (chunk: Buffer): void => {
    out += chunk;
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  return new Promise<{ code: number | null; out: string }>((done) =>
    child.once("close", (code) => done({ code, out })),
  );
}

const openIssue = async (): Promise<number> =>
  (await github.openIssue(wish.title, wish.body, { as: "ada" })).number;
const said = async (issue: number) =>
  (await github.comments(issue)).filter(({ user }) => user.login === github.botLogin).map(({ body }) => body);
const branches = async (issue: number) =>
  [...(await github.branches())].filter(([name]) => name.startsWith(`coderag/issue-${issue}-`));

test("a command becomes a draft, once, whatever is lost and however often the workflow runs", async () => {
  const issue = await openIssue();
  github.faults.add({ method: "POST", path: /\/issues\/\d+\/comments$/, nth: 2, do: "drop-after-write" });
  github.faults.add({ method: "POST", path: /\/git\/refs$/, do: "drop-after-write" });
  github.faults.add({ method: "POST", path: /\/pulls$/, do: "drop-after-write" });
  const { id, code, out, once } = await command(issue, "/coderag implement", "ada");
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("The command ended: delivered.") });
  expect(out).not.toContain(key);
  const first = await branches(issue);
  expect(first).toHaveLength(1);
  expect(await said(issue)).toEqual([expect.stringMatching(/\*\*Done: \[#\d+\]/)]);
  expect((await github.reactions(id)).map(({ content }) => content)).toEqual(["rocket"]);
  // "Re-run all jobs": the same run again finds everything that the first attempt left.
  expect((await once()).code).toBe(0);
  expect(await branches(issue)).toEqual(first);
  expect(await said(issue)).toHaveLength(1);
  expect((await github.pulls()).filter(({ head }) => head.ref === first[0]![0])).toHaveLength(1);

  const { code: again } = await command(issue, "/coderag retry with a test for zero", "ada");
  expect(again).toBe(0);
  expect(model.requests.at(-1)!.body.messages[1]!.content).toContain("with a test for zero");
  const { repository } = github.repository();
  const [branch] = first[0]!;
  expect(await repository.git("rev-list", "--count", `main..${branch}`)).toBe("2");
  await command(issue, "/coderag undo", "ada");
  expect(await repository.git("rev-parse", `${branch}^{tree}`)).toBe(
    await repository.git("rev-parse", `${first[0]![1]}^{tree}`),
  );
}, 180_000);

test("a reader is refused, and no model is asked", async () => {
  const issue = await openIssue();
  const asked = model.requests.length;
  const { id, code, out } = await command(issue, "/coderag implement", "rita");
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("declined") });
  expect(await said(issue)).toEqual([expect.stringContaining("needs write access to this repository")]);
  expect((await github.reactions(id)).map(({ content }) => content)).toEqual(["-1"]);
  expect(model.requests.length).toBe(asked);
}, 60_000);

test.each<[string, string, RegExp]>([
  ["help is answered", "/coderag help", /reads a command on the first line/],
  ["status is GitHub's own page", "/coderag status", /the repository's page Actions/],
])(
  "%s",
  async (_name, body, says) => {
    const issue = await openIssue();
    expect((await command(issue, body, "ada")).code).toBe(0);
    expect(await said(issue)).toEqual([expect.stringMatching(says)]);
  },
  60_000,
);

test("a failure is told on the issue, and the workflow is red", async () => {
  const issue = await openIssue();
  github.faults.add({ method: "GET", path: /\/git\/ref\/heads/, nth: "every", do: { status: 500 } });
  const { code, out } = await command(issue, "/coderag implement", "ada");
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("failed") });
  expect(await said(issue)).toEqual([expect.stringMatching(/\*\*This run failed\.\*\*/)]);
}, 120_000);

test.each([
  ["no event", { GITHUB_EVENT_PATH: "" }, /::error::/],
  ["another event", { GITHUB_EVENT_NAME: "push" }, /ignored/],
])(
  "%s is no accident",
  async (_name, event, says) => {
    const path = join(home, "event.json");
    await writeFile(path, "{}");
    expect((await act({ GITHUB_EVENT_PATH: path, GITHUB_RUN_ID: "1", ...event })).out).toMatch(says);
  },
  60_000,
);
