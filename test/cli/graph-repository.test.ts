import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { repositoryUrl } from "../../src/cli/graph/repository-url.ts";
import { beginCoderag } from "../helpers/coderag.ts";
import { startGitServer } from "../helpers/git-server.ts";
import type { Listening } from "../helpers/listen.ts";
import { makeRepository, runGit, type TestRepository } from "../helpers/repository.ts";

/** `coderag graph --repo` on repositories that are somewhere else, served by a real git. */
const token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
let home: string;
let server: Listening;
let repository: TestRepository;
/** What came with each request. */
const credentials: (string | undefined)[] = [];
let onRequest: (request: IncomingMessage) => Promise<void> | void;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-far-"));
  const root = join(home, "served");
  const files = { "cart.py": "def price():\n    return 1\n", "sale.py": "from cart import price\nprice()\n" };
  repository = await makeRepository(files, { dir: join(root, "octo/demo.git"), bare: true });
  await repository.git("branch", "--move", "main", "trunk");
  await repository.git("symbolic-ref", "HEAD", "refs/heads/trunk");
  await makeRepository(files, { dir: join(root, "octo/secret.git"), bare: true });
  await runGit(root, ["init", "--quiet", "--bare", "octo/empty.git"]);
  server = await startGitServer({
    root,
    authorise: async (request) => {
      credentials.push(request.headers.authorization);
      await onRequest(request);
      return !request.url?.includes("secret") || request.headers.authorization === basic;
    },
  });
});
beforeEach(() => {
  credentials.length = 0;
  onRequest = () => undefined;
});
afterAll(async () => {
  await server?.close();
  await rm(home, { recursive: true, force: true });
});

const begin = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  beginCoderag(home, ["graph", ...argv], { GITHUB_URL: server.url, ...environment });
const stats = (repo: string, environment?: Readonly<Record<string, string>>) =>
  begin(["stats", "--json", "--repo", repo], environment).ended;

describe("coderag graph --repo", () => {
  test("OWNER/NAME is read at its default branch, and from the caches the second time", async () => {
    const first = await stats("octo/demo");
    expect([first.code, first.err]).toEqual([
      0,
      expect.stringContaining(`i Fetching ${server.url}/octo/demo\n`),
    ]);
    expect(first.err).toContain(`i Reading 2 files at ${repository.commit.slice(0, 12)}\n`);
    const cold = JSON.parse(first.out);
    expect(cold).toMatchObject({
      directory: `${server.url}/octo/demo`,
      commit: repository.commit,
      parsed: 2,
    });
    const next = await repository.add({ "sale.py": "import cart\ncart.price()\n" }, { branch: "trunk" });
    const warm = JSON.parse((await stats(`${server.url}/octo/demo.git/`)).out);
    expect(warm).toMatchObject({ commit: next, parsed: 1, cached: 1 });
    expect(new Set(credentials)).toEqual(new Set([undefined]));
  });

  test("a private one is read with the token of the environment", async () => {
    const { code, out } = await stats("octo/secret", { GITHUB_TOKEN: token });
    expect([code, JSON.parse(out).files]).toEqual([0, 2]);
  });

  test("the token goes to the configured GitHub only", async () => {
    const { code, err } = await stats(`${server.url}/octo/secret`, {
      ...{ GITHUB_TOKEN: token, GITHUB_URL: "https://github.example.org" },
    });
    expect([code, err]).toEqual([1, expect.stringContaining("only on the GitHub of GITHUB_URL")]);
    expect(credentials.filter((one) => one !== undefined)).toEqual([]);
  });

  test.each<[string, string, Readonly<Record<string, string>>, RegExp]>([
    ["no access", "octo/secret", {}, /cannot be read.*\n.*set GITHUB_TOKEN/],
    [
      "a wrong token",
      "octo/secret",
      { GITHUB_TOKEN: `${token}x` },
      /cannot be read.*\n.*token in GITHUB_TOKEN/,
    ],
    ["no such repository", "octo/nothing", {}, /cannot be read.*\n.*Check the spelling/],
    ["an empty repository", "octo/empty", {}, /is empty.*\n.*first commit/],
    ["no server", "octo/demo", { GITHUB_URL: "http://127.0.0.1:9" }, /could not be fetched.*\n.*network/s],
    ["an address that git would run", "ext::sh -c id", {}, /is not a folder/],
    ["a scheme that is not fetched from", "ssh://x/octo/demo", {}, /does not fetch from/],
    ["a file's address", "file:///etc/octo", {}, /does not fetch from/],
    ["a password in the address", "https://u:p@x.org/a/b", {}, /does not fetch from/],
  ])("%s is told with the cure", async (_name, repo, environment, said) => {
    const { code, out, err } = await stats(repo, environment);
    expect([code, out, err]).toEqual([1, "", expect.stringMatching(said)]);
    expect(err).not.toContain(token);
    expect(err).not.toContain("    at ");
  });

  test("Ctrl-C while it fetches ends at once and leaves nothing", async () => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    onRequest = () => {
      arrived.resolve();
      return release.promise;
    };
    await rm(join(home, "data"), { recursive: true, force: true });
    const { child, ended } = begin(["stats", "--repo", "octo/demo"]);
    await arrived.promise;
    child.kill("SIGINT");
    const { code, out, err } = await ended;
    release.resolve();
    expect([code, out, err]).toEqual([130, "", expect.stringMatching(/Interrupted\.\n$/)]);
    const left = await readdir(join(home, "data/repositories"), { recursive: true });
    expect(left.filter((name) => name.includes("partial"))).toEqual([]);
  });
});

describe("what is meant by --repo", () => {
  test.each([
    ["octo/demo", "https://github.com/octo/demo"],
    ["my-org/.github", "https://github.com/my-org/.github"],
    ["octo/demo.js", "https://github.com/octo/demo.js"],
    ["https://github.com/octo/demo/", "https://github.com/octo/demo"],
    ["git@github.com:octo/demo.git", "https://github.com/octo/demo.git"],
    ["ssh://git@github.com/octo/demo", "ssh://git@github.com/octo/demo"],
    [".", undefined],
    ["../octo", undefined],
    ["./octo/demo", undefined],
    ["octo", undefined],
    ["octo/demo/src", undefined],
    ["-x/demo", undefined],
    ["octo/..", undefined],
  ])("%s", (repo, url) => expect(repositoryUrl(repo, "https://github.com")).toBe(url));
});
