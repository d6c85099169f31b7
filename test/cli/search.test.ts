import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { beginCoderag, type Ended } from "../helpers/coderag.ts";
import { kiteRequest, kites } from "../helpers/github/kites.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";

let home: string;
let server: ShelfServer;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-search-"));
  server = await startShelf(kites);
  await mkdir(join(home, "project"));
  await writeFile(join(home, "project", "main.py"), "print(1)\n");
});
afterAll(async () => {
  await server?.close();
  await rm(home, { recursive: true, force: true });
});

const search = (...argv: readonly string[]): Promise<Ended> => searchWith({}, ...argv);

function searchWith(more: Record<string, string>, ...argv: readonly string[]): Promise<Ended> {
  return beginCoderag(home, ["search", ...argv], {
    GITHUB_API_URL: server.apiUrl,
    GITHUB_URL: "https://github.com",
    GITHUB_TOKEN: server.token,
    ...more,
  }).ended;
}

describe("coderag search", () => {
  test("tells repositories and files, and its progress apart", async () => {
    const { code, out, err } = await search(kiteRequest, "--repo", "project");
    expect([code, err]).toEqual([0, expect.stringContaining("Search public repositories: ")]);
    expect(out).toMatch(/1\. wind\/kite-diary at [0-9a-f]{12}/);
    expect(out).toMatch(
      /diary\.py\n {5}https:\/\/github\.com\/wind\/kite-diary\/blob\/[0-9a-f]{40}\/diary\.py\n/,
    );
    expect(out).toContain("MIT, pushed 2026-03-04, 12 stars, 2 source files");
    expect(out).toContain("Searched in Python for ");
  });

  test("prints the answer as JSON, and asks GitHub nothing twice", async () => {
    const before = server.requests.length;
    const { code, out } = await search(kiteRequest, "--language", "python", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      language: "Python",
      references: [{ fullName: "wind/kite-diary" }, {}, {}],
    });
    expect(server.requests).toHaveLength(before);
  });

  test("takes a request that nobody put in quotes", async () => {
    const { code, out } = await search(...kiteRequest.split(" "), "--language", "python", "--json");
    expect([code, JSON.parse(out).request]).toEqual([0, kiteRequest.split(" ").join(" ")]);
  });

  test("prints the comment", async () => {
    const { out } = await search(kiteRequest, "--language", "python", "--markdown");
    expect(out).toMatch(/^\*\*3 public repositories come near to this\.\*\*/);
    expect(out).toContain("https://redirect.github.com/wind/kite-diary/blob/");
  });

  test("says that nothing fits, and what may find more, with exit code 1", async () => {
    const { code, out } = await search("Alpaca: knit a sweater for an alpaca in Go");
    expect([code, out]).toEqual([1, expect.stringContaining("Nothing fits.")]);
    expect(out.replace(/\s+/g, " ")).toContain(
      "Only Go was searched: say it in other words, or name another language",
    );
  });

  test.each([
    [
      "nobody answers",
      { GITHUB_API_URL: "http://127.0.0.1:9" },
      /^GitHub did not answer GET \S+\.\nCheck the network/,
    ],
    ["the token is refused", { GITHUB_TOKEN: "ghp_wrong" }, /401.*\nCheck GITHUB_TOKEN/],
  ])("where %s there is a cure and no stack", async (_, environment, says) => {
    const { code, err } = await searchWith(environment, "Sundial: a sundial", "--language", "python");
    expect([code, err]).toEqual([1, expect.stringMatching(says)]);
    expect(err).not.toContain("    at ");
  });

  test("a repository that is not there is a mistake, not any language", async () => {
    const { code, err } = await search("Sundial: a sundial", "--repo", "acme/nowhere");
    expect([code, err]).toEqual([1, expect.stringMatching(/404.*\nCheck the repository's name/)]);
  });

  test("an empty request is a mistake", async () => {
    const { code, err } = await search(" !");
    expect([code, err]).toEqual([1, expect.stringContaining("The request is empty.")]);
  });
});
