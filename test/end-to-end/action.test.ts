import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { act } from "../../src/action/act.ts";
import { isUserError } from "../../src/errors.ts";
import { createAppClient } from "../../src/github/app-client.ts";
import { createTransport, mint, writePermissions } from "../../src/github/session.ts";
import { compileCache } from "../helpers/compile-cache.ts";
import { silentLogger } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";
import type { Json } from "../helpers/github/world.ts";
import {
  type ModelEndpoint,
  type ScriptedAnswer,
  type SeenRequest,
  startModelEndpoint,
} from "../helpers/model-endpoint.ts";
import { eventually } from "../helpers/runs.ts";
import { faulty, killedModel } from "./kill-chains.ts";
import { shop, wish } from "./shop.ts";

/**
 * The GitHub Action: an event in a file, a token that was minted for it. What it does is tried in this process, without
 * the pauses between writes; that a runner can start it, in a process of its own.
 */
const program = resolve(import.meta.dirname, "..", "..", "src", "action.ts");
const asking = { ".github/coderag.yml": "suggestions:\n  automatic: [opened]\n" };
const key = "sk-test-0123456789abcdef";
let home: string;
let github: EmulatedGitHub;
let model: ModelEndpoint;
let answer: (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer> = killedModel;
let token: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-action-"));
  [github, model] = await Promise.all([
    startGitHub({
      repositories: [{ owner: "acme", name: "shop", files: { ...shop, ...asking } }],
      users: { ada: "write", rita: "read" },
    }),
    startModelEndpoint({ script: (request) => answer(request) }),
  ]);
  const { apiUrl, appId, privateKey, installationId } = github;
  const transport = createTransport({ apiUrl, logger: silentLogger, throttle: { writeGapMs: 0 } });
  const client = createAppClient(transport, { appId, privateKey }, silentLogger);
  const repository = github.repository();
  token = (await mint(client, installationId, repository, writePermissions)).token;
});
afterEach(() => {
  github.faults.clear();
  answer = killedModel;
});
afterAll(async () => {
  await github?.close();
  await model?.close();
  await rm(home, { recursive: true, force: true });
});

type Ending = { readonly code: number | null; readonly out: string };
type Way = (event: Readonly<Record<string, string>>) => Promise<Ending>;

const environmentOf = (event: Readonly<Record<string, string>>): Record<string, string> => ({
  ...{ PATH: process.env["PATH"]!, HOME: home, CODERAG_HOME: join(home, "data"), ...compileCache },
  ...{ GITHUB_TOKEN: token, GITHUB_API_URL: github.apiUrl, GITHUB_URL: github.webUrl },
  ...{ ACTION_BOT: github.botLogin, GITHUB_EVENT_NAME: "issue_comment" },
  ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: key, CODERAG_MODEL: "scripted" },
  ...event,
});

/** Within this process, as the program would. */
const within: Way = async (event) => {
  const lines: string[] = [];
  const throttle = { writeGapMs: 0, firstPauseMs: 1 };
  const writeLog = (line: string): void => void lines.push(line);
  try {
    const state = await act(
      { environment: environmentOf(event), throttle, writeLog },
      new AbortController().signal,
    );
    return { code: state === "failed" ? 1 : 0, out: `${lines.join("")}The command ended: ${state}.` };
  } catch (error) {
    if (!isUserError(error)) throw error;
    return { code: 1, out: error.message };
  }
};

/** In a process of its own. */
const started: Way = (event) =>
  ending(
    spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
      ...{ cwd: home, env: environmentOf(event) },
    }),
  );

function ending(child: ChildProcessWithoutNullStreams): Promise<Ending> {
  let out = "";
  const listen = (chunk: Buffer): void => {
    out += chunk;
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  return new Promise((done) => child.once("close", (code) => done({ code, out })));
}

/** As a runner starts the last step of `action.yml`: a script of its own for the shell. */
const asStep =
  (began: (child: ChildProcessWithoutNullStreams) => void): Way =>
  async (event) => {
    const root = join(import.meta.dirname, "..", "..");
    const { runs } = parse(await readFile(join(root, "action.yml"), "utf8"));
    const script = join(home, "step.sh");
    await writeFile(script, runs.steps.at(-1).run);
    const { PATH, ...environment } = environmentOf(event);
    const env = { ...environment, GITHUB_ACTION_PATH: root, PATH: `${dirname(process.execPath)}:${PATH}` };
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], { cwd: home, env });
    began(child);
    return ending(child);
  };

/** Writes an event as a workflow finds it, and runs the action on it. */
async function onEvent(name: string, payload: Json, id: number, how: Way) {
  const { installation: _, ...event } = payload;
  const path = join(home, `event-${id}.json`);
  await writeFile(path, JSON.stringify(event));
  const once = () => how({ GITHUB_EVENT_PATH: path, GITHUB_EVENT_NAME: name, GITHUB_RUN_ID: String(id) });
  return { id, once, ...(await once()) };
}

/** Comments, and runs the action on the event as a workflow would. */
async function command(issue: number, body: string, as: string, how: Way = within) {
  const { id } = await github.comment(issue, body, { as });
  const { payload } = await eventually("the event", async () =>
    github.deliveries.log.find((one) => (one.payload["comment"] as Json | undefined)?.["id"] === id),
  );
  return onEvent("issue_comment", payload, id, how);
}

const openIssue = async (): Promise<number> =>
  (await github.openIssue(wish.title, wish.body, { as: "ada" })).number;
const said = async (issue: number) =>
  (await github.comments(issue)).filter(({ user }) => user.login === github.botLogin).map(({ body }) => body);
const branches = async (issue: number) =>
  [...(await github.branches())].filter(([name]) => name.startsWith(`coderag/issue-${issue}-`));

test("the workflow of the manual drops no command that waits for another", async () => {
  const manual = await readFile(join(import.meta.dirname, "..", "..", "docs", "action.md"), "utf8");
  const [, workflow] = /```yaml\n(name: [\s\S]*?)```/.exec(manual)!;
  expect(parse(workflow!)).toMatchObject({ concurrency: { queue: "max" }, permissions: {} });
});

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
});

test("a reader is refused, and no model is asked", async () => {
  const issue = await openIssue();
  const asked = model.requests.length;
  const { id, code, out } = await command(issue, "/coderag implement", "rita");
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("declined") });
  expect(await said(issue)).toEqual([expect.stringContaining("needs write access to this repository")]);
  expect((await github.reactions(id)).map(({ content }) => content)).toEqual(["-1"]);
  expect(model.requests.length).toBe(asked);
});

test.each<[string, string, RegExp]>([
  ["help is answered", "/coderag help", /reads a command on the first line/],
  ["status is GitHub's own page", "/coderag status", /the repository's page Actions/],
])("%s", async (_name, body, says) => {
  const issue = await openIssue();
  expect((await command(issue, body, "ada", started)).code).toBe(0);
  expect(await said(issue)).toEqual([expect.stringMatching(says)]);
});

test.each([
  ["implement", "-1", "declined"],
  ["search a thing", "confused", "failed"],
  ["help", "confused", "failed"],
])("%s in a locked conversation costs nothing, and its reaction says so", async (body, reaction, state) => {
  const issue = await openIssue();
  const authorization = `Bearer ${github.tokenOf("acme")}`;
  const address = `${github.apiUrl}/repos/acme/shop/issues/${issue}/lock`;
  expect((await fetch(address, { method: "PUT", headers: { authorization }, body: "{}" })).status).toBe(204);
  const asked = model.requests.length;
  const { id, out } = await command(issue, `/coderag ${body}`, "ada");
  expect(out).toContain(`The command ended: ${state}.`);
  expect((await github.reactions(id)).map(({ content }) => content)).toEqual([reaction]);
  expect(await said(issue)).toEqual([]);
  expect(model.requests.length).toBe(asked);
});

test("a workflow that is cancelled says so, though GitHub asks the step's own process alone to stop", async () => {
  const issue = await openIssue();
  let step: ChildProcessWithoutNullStreams;
  answer = () => {
    step.kill("SIGINT");
    return new Promise((done) => step.once("close", () => done({ content: "" })));
  };
  const way = asStep((child) => {
    step = child;
  });
  const { id, out } = await command(issue, "/coderag implement", "ada", way);
  expect(out).toContain("The command ended: cancelled.");
  expect(await said(issue)).toEqual([expect.stringContaining("**Cancelled.** Nothing was changed.")]);
  expect((await github.reactions(id)).map(({ content }) => content)).toEqual(["-1"]);
});

test("of pushes in a row the newest head alone is looked at", async () => {
  const pushed = asking[".github/coderag.yml"].replace("opened", "opened, pushed");
  await github.push({ ".github/coderag.yml": pushed });
  const pull = await github.openPull({ "shop/cart.py": faulty }, { as: "ada" });
  const { payload } = github.deliveries.log.findLast(({ event }) => event === "pull_request")!;
  await github.pushToPull(pull, { "shop/cart.py": `${faulty}# more\n` });
  const { out } = await onEvent("pull_request", payload, 9_900, within);
  expect(out).toContain("The command ended: ignored.");
  expect(github.reviews(pull.number)).toEqual([]);
  const newer = github.deliveries.log.findLast(({ event }) => event === "pull_request")!;
  expect((await onEvent("pull_request", newer.payload, 9_901, within)).out).toContain("delivered");
  expect(github.reviews(pull.number)).toHaveLength(1);
  await github.push(asking);
});

/** Opens a pull request, and runs the action on the event as a workflow would. */
async function opened(more: object = {}, change: (payload: Json) => Json = (payload) => payload) {
  const pull = await github.openPull({ "shop/cart.py": faulty }, { as: "ada", ...more });
  const { payload } = github.deliveries.log.findLast(({ event }) => event === "pull_request")!;
  return { ...pull, ...(await onEvent("pull_request", change(payload), 9_000 + pull.number, within)) };
}

test("a pull request is reviewed once where the configuration asks, however often the workflow runs", async () => {
  const pull = await opened();
  expect(pull).toMatchObject({ code: 0, out: expect.stringContaining("The command ended: delivered.") });
  expect((await pull.once()).code).toBe(0);
  expect(github.reviews(pull.number)).toHaveLength(1);
  expect(github.reviewComments(pull.number)).toMatchObject([{ path: "shop/cart.py", line: 21 }]);
  expect(await said(pull.number)).toEqual([]);
});

test.each<[string, object, (payload: Json) => Json]>([
  ["a draft", { draft: true }, (payload) => payload],
  ["an event that the configuration does not name", {}, (payload) => ({ ...payload, action: "synchronize" })],
  [
    "a bot's",
    {},
    (payload) => {
      const bot = {
        ...(payload["pull_request"] as Json),
        user: { login: "bumper[bot]", id: 5, type: "Bot" },
      };
      return { ...payload, pull_request: bot };
    },
  ],
])("nobody asked for a review of %s, so there is none", async (_name, more, change) => {
  const asked = model.requests.length;
  const pull = await opened(more, change);
  expect(pull).toMatchObject({ code: 0, out: expect.stringContaining("ignored") });
  expect(github.reviews(pull.number)).toEqual([]);
  expect(model.requests.length).toBe(asked);
});

test("a failure is told on the issue, and the workflow is red", async () => {
  const issue = await openIssue();
  github.faults.add({ method: "GET", path: /\/git\/ref\/heads/, nth: "every", do: { status: 500 } });
  const { code, out } = await command(issue, "/coderag implement", "ada");
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("failed") });
  expect(await said(issue)).toEqual([expect.stringMatching(/\*\*This run failed\.\*\*/)]);
});

test.each([
  ["no event", { GITHUB_EVENT_PATH: "" }, /::error::/],
  ["another event", { GITHUB_EVENT_NAME: "push" }, /ignored/],
])("%s is no accident", async (_name, event, says) => {
  const path = join(home, "event.json");
  await writeFile(path, "{}");
  expect((await started({ GITHUB_EVENT_PATH: path, GITHUB_RUN_ID: "1", ...event })).out).toMatch(says);
});
