import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { webhookPath } from "../../src/app/server.ts";
import {
  buildPermissions,
  checkPermissions,
  readPermissions,
  statusPermissions,
  writePermissions,
} from "../../src/github/session.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(resolve(root, path), "utf8");
const manifest = parse(read("app.yml"));

test("the App asks for exactly what its tokens are minted with", () => {
  expect(manifest.default_permissions).toEqual({
    ...{ ...writePermissions, ...buildPermissions, ...checkPermissions, ...statusPermissions },
  });
  expect(Object.keys(readPermissions).sort()).toEqual(Object.keys(writePermissions).sort());
  expect(manifest.default_events.sort()).toEqual([
    ...["check_run", "issue_comment", "issues", "pull_request"],
    ...["pull_request_review_comment", "push"],
  ]);
  expect(manifest.public).toBe(false);
});

test("GitHub delivers where the server listens", () => {
  expect(new URL(manifest.hook_attributes.url).pathname).toBe(webhookPath);
  expect(read("docs/operators.md")).toContain(`https://YOUR-HOST${webhookPath}`);
});

test("every action is pinned by its full commit, and a pull request's checks can write nothing", () => {
  const workflow = read(".github/workflows/ci.yml");
  const uses = [...`${workflow}\n${read("action.yml")}`.matchAll(/uses:\s*(\S+)(.*)/g)];
  expect(uses.length).toBeGreaterThan(0);
  for (const [, action, version] of uses) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(version).toMatch(/# v\d+\.\d+\.\d+$/);
  }
  expect(parse(workflow).permissions).toEqual({ contents: "read" });
  expect(workflow).not.toContain("pull_request_target");
});

test("our own action runs nothing that an event brings, and gives each secret to one step alone", () => {
  const action = parse(read("action.yml"));
  const scripts = action.runs.steps.flatMap(({ run = "" }: { run?: string }) => run);
  for (const script of scripts) expect(script).not.toContain("${{");
  expect(scripts.at(-1)).toContain("src/action.ts");
  const given = action.runs.steps.filter(({ env = {} }: { env?: object }) => "OPENAI_API_KEY" in env);
  expect(given).toHaveLength(1);
  const guide = read("docs/action.md");
  for (const name of Object.keys(writePermissions))
    if (name !== "metadata") expect(guide).toContain(`\`${name.replace("_", "-")}: write\``);
});

test("each process of compose.yaml is asked for its health where it answers", () => {
  const { app, worker } = parse(read("compose.yaml"), { merge: true }).services;
  expect(app.healthcheck).toBeUndefined();
  expect(worker.environment).toEqual({
    ...app.environment,
    CODERAG_METRICS_PORT: expect.stringMatching(/:-\d+\}$/),
  });
  expect(worker.healthcheck.test.join(" ")).toMatch(/^CMD node -e .*CODERAG_METRICS_PORT \+ '\/healthz'/);
});

test.each([
  "compose.yaml",
  ".github/dependabot.yml",
  ".github/ISSUE_TEMPLATE/bug.yml",
  ".github/ISSUE_TEMPLATE/idea.yml",
])("%s can be read", (path) => expect(typeof parse(read(path), { merge: true })).toBe("object"));
