import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { probeSandbox } from "../../src/sandbox/bubblewrap.ts";
import { startGitServer } from "../helpers/git-server.ts";
import type { Listening } from "../helpers/listen.ts";
import { inOwnProcess } from "../helpers/own-process.ts";
import { makeRepository } from "../helpers/repository.ts";

/** A real disk with no room (security.md F42): a program of its own, with a small disk in memory where the cache lies. */
const canMount = (await probeSandbox()).available;

let root: string;
let server: Listening;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "coderag-full-"));
  const large = Array.from({ length: 4 }, (_, at) => [`${at}.txt`, randomBytes(600_000).toString("base64")]);
  await makeRepository(Object.fromEntries(large), { dir: join(root, "octo/large.git"), bare: true });
  await makeRepository({ "a.txt": "a\n" }, { dir: join(root, "octo/small.git"), bare: true });
  server = await startGitServer({ root });
  await mkdir(join(root, "cache"));
});
afterAll(async () => {
  await server?.close();
  await rm(root, { recursive: true, force: true });
});

/** Opens these repositories one after the other; for each what a reader is told, or the text that was read. */
async function opened(disk: readonly string[], names: readonly string[]) {
  const program = `
    import { readdirSync } from "node:fs";
    import { openRemote, usualLimits } from ${JSON.stringify(resolve("src/workspace/open-remote.ts"))};
    const [url, cacheDir, ...names] = process.argv.slice(1);
    const want = { branch: "main" };
    const told = [];
    for (const name of names) {
      const options = { url: url + name, repositoryKey: name, want, cacheDir, quotaBytes: 2 ** 30, limits: usualLimits };
      try {
        const workspace = await openRemote({ ...options, access: async () => ({ token: undefined }) }, new AbortController().signal);
        told.push(await workspace.read("a.txt"));
        await workspace.close();
      } catch (error) {
        told.push(error.name + ": " + error.message);
      }
    }
    const left = readdirSync(cacheDir, { recursive: true }).filter((name) => name.includes("partial-"));
    console.log(JSON.stringify({ told, left }));
  `;
  const through = ["bwrap", "--dev-bind", "/", "/", ...disk, "--"];
  const argv = [`${server.url}/octo/`, join(root, "cache"), ...names];
  const answer = await inOwnProcess(program, { argv, through });
  return answer as { readonly told: readonly string[]; readonly left: readonly string[] };
}

(canMount ? describe : describe.skip)("a disk for repositories", () => {
  test("that is full is told with its cure, leaves nothing behind, and has room for what fits", async () => {
    const disk = ["--size", "1000000", "--tmpfs", join(root, "cache")];
    expect(await opened(disk, ["large", "small"])).toEqual({
      told: ["UserError: The disk for repositories is full.", "a\n"],
      left: [],
    });
  });

  test("that may not be written is told with its cure", async () => {
    const disk = ["--ro-bind", join(root, "cache"), join(root, "cache")];
    expect((await opened(disk, ["small"])).told).toEqual([
      "UserError: The folder for repositories cannot be written.",
    ]);
  });
});

(canMount ? test : test.skip)(
  "a recording without room is told of, and the run ends as it would",
  async () => {
    const program = `
    import { recordInto } from ${JSON.stringify(resolve("src/cli/record-into.ts"))};
    const run = { id: "1", owner: "o", name: "n", request: "a".repeat(100_000) };
    const options = { limits: {}, checks: {}, tools: [] };
    const said = [];
    const config = { callerFolder: process.argv[1], secrets: [] };
    const parts = { run, given: { options, us: {} }, step: async (_name, work) => work() };
    const record = await recordInto("run.json", config, parts, (line) => said.push(line));
    const outcome = await record(async () => ({ kind: "declined", message: "No.", cure: "Ask." }));
    console.log(JSON.stringify({ outcome: outcome.kind, said }));
  `;
    const through = ["bwrap", "--dev-bind", "/", "/", "--size", "8192", "--tmpfs", join(root, "cache"), "--"];
    expect(await inOwnProcess(program, { argv: [join(root, "cache")], through })).toEqual({
      outcome: "declined",
      said: [expect.stringMatching(/^The recording in run\.json is not whole: ENOSPC/)],
    });
  },
);
