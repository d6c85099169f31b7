import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createTokenReader } from "../../src/github/app.ts";
import type { CommitChecks } from "../../src/github/builds/commit-checks.ts";
import { appOf, silentLogger } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
let commit: string;
beforeAll(async () => {
  github = await startGitHub({
    repositories: [{ owner: "octo", name: "vault", private: true }],
    permissions: {
      contents: "write",
      issues: "write",
      pull_requests: "write",
      actions: "read",
      checks: "write",
      statuses: "read",
    },
  });
  ({ commit } = github.repository().repository);
});
afterAll(() => github.close());
beforeEach(() => {
  (github.checks() as unknown[]).length = 0;
  github.builds.statuses.length = 0;
  github.builds.logs.clear();
  github.builds.downloads.length = 0;
  github.builds.storage = "sends";
  github.faults.clear();
});

const reader = () => appOf(github).reader(github.installationId, github.repository());
async function read(detail = true): Promise<CommitChecks> {
  const found = await reader().checks(commit, { detail });
  if (typeof found === "string") throw new Error(found);
  return found;
}
const check = (name: string, conclusion: string | null, more = {}) =>
  github.addCheck({ name, commit, conclusion, ...more });

test("what failed is told from what passed, is under way or was set aside, and from what is ours", async () => {
  check("test", "failure");
  check("slow", "timed_out");
  check("lint", "success");
  check("docs", "skipped");
  check("old", "cancelled");
  check("build", null);
  const run = {
    runId: "r",
    name: "CodeRAG",
    commit,
    status: "in_progress",
    title: "t",
    summary: "s",
  } as const;
  await appOf(github)
    .publisher(github.installationId, github.repository())
    .checkRun({ ...run, annotations: [], actions: [] });
  expect(await read(false)).toEqual({
    failed: [{ name: "test" }, { name: "slow" }],
    ...{ passed: 1, unfinished: 1, unread: 0 },
  });
});

test("a failed one is told with what it says, its failures, and the log of its job, without a token", async () => {
  const at = (annotation_level: string, path: string) => ({
    ...{
      path,
      start_line: 3,
      end_line: 3,
      annotation_level,
      title: null,
      message: `${annotation_level} here`,
    },
  });
  const { id } = check("test", "failure", {
    output: { title: "2 errors", summary: "See below." },
    annotations: [at("failure", "a.py"), at("warning", "b.py")],
  });
  github.builds.logs.set(id, "one\ntwo\n");
  expect((await read()).failed).toMatchObject([
    {
      name: "test",
      details: {
        said: "2 errors\nSee below.",
        annotations: [{ path: "a.py", line: 3, message: "failure here" }],
        ...{ log: "one\ntwo\n", skipped: 0 },
      },
    },
  ]);
  expect(github.builds.downloads).toEqual([{ authorization: undefined }]);
});

test("of one that another run of the same commit passed it is told", async () => {
  check("test", "failure");
  check("test", "success");
  expect((await read(false)).failed).toEqual([{ name: "test", alsoPassed: true }]);
});

test("of a long log the end is read", async () => {
  const { id } = check("test", "failure");
  github.builds.logs.set(id, `${"x".repeat(3_000_000)}the end`);
  const { details } = (await read()).failed[0]!;
  expect(details!.log).toHaveLength(512 * 1024);
  expect(details!.log).toMatch(/the end$/);
  expect(details!.skipped).toBe(3_000_007 - 512 * 1024);
});

test("of a long log in which a step failed long before the end, what it printed last is read", async () => {
  const { id } = check("test", "failure");
  const failed = `${"x".repeat(1_000_000)}expected 2\n##[error]Process completed with exit code 1.\n`;
  github.builds.logs.set(id, `${failed}${"y".repeat(3_000_000)}`);
  const { log, skipped } = (await read()).failed[0]!.details!;
  expect(log).toMatch(/xexpected 2\n##\[error\]Process completed with exit code$/);
  expect(log).toHaveLength(512 * 1024);
  expect(skipped).toBe(failed.length - " 1.\n".length - 512 * 1024);
});

test.each<[string, () => void, object]>([
  ["no log any more", () => github.builds.logs.clear(), { log: undefined }],
  ["a storage that refuses", () => (github.builds.storage = "refuses"), { log: undefined }],
  ["a storage that leads on", () => (github.builds.storage = "redirects"), { log: undefined }],
  ["a log without an end", () => (github.builds.storage = "endless"), { log: expect.any(String) }],
])("with %s the check is told all the same", async (_, change, details) => {
  const { id } = check("test", "failure", { output: { title: "Red", summary: "" } });
  github.builds.logs.set(id, "one\n");
  change();
  expect((await read()).failed).toMatchObject([{ name: "test", details: { said: "Red", ...details } }]);
});

test("another program's check has no log, and beyond the first five only names are told", async () => {
  for (let at = 0; at < 7; at += 1) check(`ci ${at}`, "failure", { app: "other-ci" });
  const { failed } = await read();
  expect(failed.map(({ details }) => details?.log ?? details?.said)).toEqual([
    ...["", "", "", "", ""],
    ...[undefined, undefined],
  ]);
});

test("hundreds of check runs are counted page by page", async () => {
  for (let at = 0; at < 250; at += 1) check(`ci ${at}`, at === 249 ? "failure" : "success");
  expect(await read(false)).toMatchObject({ failed: [{ name: "ci 249" }], passed: 249, unread: 0 });
});

test("statuses count beside check runs, the newest of each context, with what they say", async () => {
  check("test", "failure");
  const say = (context: string, state: "error" | "failure" | "pending" | "success", more = {}) =>
    github.builds.statuses.push({ commit, context, state, ...more });
  say("ci/old", "failure");
  say("ci/old", "success");
  say("ci/slow", "pending");
  say("jenkins", "error", { description: "Agent lost", target_url: "https://ci.example.com/7" });
  for (let at = 0; at < 10; at += 1) say(`prow ${at}`, "failure");
  const found = await read();
  expect(found).toMatchObject({ passed: 1, unfinished: 1, unread: 0 });
  expect(found.lacking).toBeUndefined();
  expect(found.failed.map(({ name, details }) => [name, details?.said])).toEqual([
    ["jenkins", "error: Agent lost\nhttps://ci.example.com/7"],
    ...Array.from({ length: 9 }, (_, at) => [`prow ${at}`, "failure: it says no more"]),
    ["prow 9", undefined],
    ["test", ""],
  ]);
});

test("where one kind is not given the other one is told", async () => {
  check("test", "failure");
  github.builds.statuses.push({ commit, context: "jenkins", state: "failure" });
  github.faults.add({ method: "GET", path: /\/status$/, do: { status: 403 }, nth: "every" });
  expect(await read(false)).toMatchObject({
    failed: [{ name: "test" }],
    lacking: { kind: "commit statuses", why: "withheld" },
  });
  github.faults.clear();
  github.faults.add({ method: "GET", path: /\/check-runs$/, do: { status: 403 }, nth: "every" });
  expect(await read(false)).toMatchObject({
    failed: [{ name: "jenkins" }],
    lacking: { kind: "check runs", why: "withheld" },
  });
});

test("what the installation or GitHub does not give is told as such", async () => {
  check("test", "failure");
  github.faults.add({ method: "GET", path: /\/(check-runs|status)$/, do: { status: 500 }, nth: "every" });
  expect(await reader().checks(commit, { detail: true })).toBe("unanswered");
  github.faults.clear();
  const at = { owner: "octo", repo: "vault", token: undefined, logger: silentLogger };
  const stranger = createTokenReader({ apiUrl: github.apiUrl, ...at });
  expect(await stranger.checks(commit, { detail: true })).toBe("withheld");
});
