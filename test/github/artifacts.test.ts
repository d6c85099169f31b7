import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTokenReader } from "../../src/github/app.ts";
import { findBuiltIndex } from "../../src/github/builds/artifacts.ts";
import { BadArchiveError, unzipOne } from "../../src/github/builds/unzip.ts";
import { createRepositoryClient } from "../../src/github/client.ts";
import type { BuiltIndex } from "../../src/github/forge.ts";
import { createTransport } from "../../src/github/session.ts";
import { appOf, silentLogger } from "../helpers/github/app.ts";
import type { BuildArtifact } from "../helpers/github/builds.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";
import { zipOf } from "../helpers/zip.ts";

const here = { branch: "main", commit: "a".repeat(40) };
const before = "b".repeat(40);
const zip = (content: string): Buffer => zipOf([{ name: "index.scip", content: Buffer.from(content) }]);
const limits = { archiveBytes: 100_000, indexBytes: 50_000 };

let github: EmulatedGitHub;
beforeAll(async () => {
  github = await startGitHub({
    repositories: [{ owner: "octo", name: "vault", private: true }],
    permissions: { contents: "write", issues: "write", pull_requests: "write", actions: "read" },
  });
});
afterAll(() => github.close());
beforeEach(() => {
  github.builds.artifacts.length = 0;
  github.builds.downloads.length = 0;
  github.builds.storage = "sends";
  github.faults.clear();
});

/** What is found of these artifacts, under limits that a test can reach. */
async function find(artifacts: readonly BuildArtifact[]): Promise<BuiltIndex> {
  github.builds.artifacts.push(...artifacts);
  const transport = createTransport({
    apiUrl: github.apiUrl,
    logger: silentLogger,
    throttle: { firstPauseMs: 1, timeoutMs: 60_000 },
  });
  const session = { token: github.tokenOf("octo"), owner: "octo", repo: "vault" };
  return findBuiltIndex(
    createRepositoryClient(transport, async () => session),
    here,
    limits,
  );
}

const said = (found: BuiltIndex): string =>
  found.kind === "found" ? Buffer.from(found.bytes).toString() : found.kind;

describe("the index that a build made", () => {
  test.each<[string, readonly BuildArtifact[], string]>([
    ["nothing where no build made one", [], "none"],
    ["the one of the commit", [{ name: "index.scip", archive: zip("here"), commit: here.commit }], "here"],
    ["one called scip", [{ name: "scip", archive: zip("here"), commit: here.commit }], "here"],
    [
      "the commit's own rather than a newer one",
      [
        { name: "scip", archive: zip("newer"), commit: before, createdAt: "2026-02-01T00:00:00Z" },
        { name: "index.scip", archive: zip("here"), commit: here.commit },
      ],
      "here",
    ],
    [
      "else the newest of the branch",
      [
        { name: "scip", archive: zip("old"), commit: before, createdAt: "2025-01-01T00:00:00Z" },
        { name: "scip", archive: zip("new"), commit: before, createdAt: "2026-01-01T00:00:00Z" },
      ],
      "new",
    ],
    ["none of another branch", [{ name: "scip", archive: zip("x"), commit: before, branch: "wip" }], "none"],
    [
      "none of a stranger's pull request",
      [{ name: "scip", archive: zip("x"), commit: before, fork: true }],
      "none",
    ],
    [
      "none that GitHub has deleted",
      [{ name: "scip", archive: zip("x"), commit: before, expired: true }],
      "none",
    ],
  ])("%s", async (_, artifacts, expected) => {
    expect(said(await find(artifacts))).toBe(expected);
  });

  test("is fetched from GitHub's storage without our token", async () => {
    await find([{ name: "scip", archive: zip("x"), commit: here.commit }]);
    expect(github.builds.downloads).toEqual([{ authorization: undefined }]);
  });
});

describe("an index that cannot be used is left out, with a note", () => {
  const bomb = zipOf([{ name: "index.scip", content: Buffer.alloc(limits.indexBytes + 1) }]);
  const liar = zipOf([{ name: "index.scip", content: Buffer.alloc(limits.indexBytes * 20), says: 10 }]);
  const rows: [string, Buffer, Partial<BuildArtifact>, RegExp][] = [
    ["an archive that is too large", zip("x"), { size: limits.archiveBytes + 1 }, /too large/],
    ["an index that unpacks to too much", bomb, {}, /too large/],
    ["one that unpacks to more than it says", liar, {}, /damaged/],
    ["an archive that is cut off", zip("x").subarray(0, -20), {}, /damaged/],
    ["what is no archive", Buffer.from("<html>"), {}, /damaged/],
    ["an archive without an index", zipOf([{ name: "a.txt", content: Buffer.from("x") }]), {}, /no file/],
  ];
  test.each(rows)("%s", async (_, archive, more, note) => {
    const found = await find([{ name: "scip", archive, commit: here.commit, ...more }]);
    expect(found).toEqual({ kind: "left out", note: expect.stringMatching(note) });
  });

  test.each(["endless", "refuses", "redirects"] as const)("storage that %s", async (storage) => {
    github.builds.storage = storage;
    const found = await find([{ name: "scip", archive: zip("x"), commit: here.commit }]);
    expect(found).toEqual({ kind: "left out", note: expect.stringMatching(/downloaded|more bytes/) });
  });

  test("GitHub that answers with faults", async () => {
    github.faults.add({ method: "GET", path: /artifacts$/, nth: "every", do: { status: 500 } });
    expect((await find([])).kind).toBe("left out");
  });
});

describe("the permission to read builds", () => {
  test("is used by the App's reader where it is granted", async () => {
    github.builds.artifacts.push({ name: "scip", archive: zip("here"), commit: here.commit });
    const reader = appOf(github).reader(github.installationId, github.repository());
    expect(said(await reader.builtIndex(here))).toBe("here");
  });

  test("may be withheld: no draft nags about it, and everything else is still read", async () => {
    const strict = await startGitHub({ repositories: [{ owner: "octo", name: "vault", private: true }] });
    try {
      await strict.openIssue("A title", "A body", { as: "octo" });
      const reader = appOf(strict).reader(strict.installationId, strict.repository());
      expect(await reader.builtIndex(here)).toEqual({ kind: "none" });
      expect((await reader.issue(1)).title).toBe("A title");
    } finally {
      await strict.close();
    }
  });

  test("is not there for a token of nobody", async () => {
    const { apiUrl } = github;
    const at = { owner: "octo", repo: "vault", token: undefined, logger: silentLogger };
    expect((await createTokenReader({ apiUrl, ...at }).builtIndex(here)).kind).toBe("none");
  });
});

test("an archive with thousands of files is refused", async () => {
  const files = Array.from({ length: 1001 }, (_, at) => ({ name: `${at}`, content: Buffer.alloc(0) }));
  await expect(unzipOne(zipOf(files), /x/, 10)).rejects.toThrow(BadArchiveError);
});
