import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RateLimitedError } from "../../src/github/failure.ts";
import { type AnswerCache, answersInMemory } from "../../src/github/public-code/answer-cache.ts";
import { publicCodeWithToken } from "../../src/github/public-code/open-public-code.ts";
import type { PublicCode } from "../../src/github/public-code/public-code.ts";
import type { PublicCodeOptions } from "../../src/github/public-code/read-public-code.ts";
import { createSearchPace } from "../../src/github/public-code/search-pace.ts";
import { silentLogger } from "../../src/log.ts";
import { kites } from "../helpers/github/kites.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";

let server: ShelfServer;
beforeEach(async () => {
  server = await startShelf(kites);
});
afterEach(() => server.close());

const open = (options: PublicCodeOptions = {}, token: string | null = server.token): PublicCode =>
  publicCodeWithToken({
    ...{ apiUrl: server.apiUrl, logger: silentLogger, throttle: { firstPauseMs: 1 } },
    ...{ token: token ?? undefined, ...options },
  });
const paths = () => server.requests.map(({ path }) => path);

describe("searches", () => {
  test("find public repositories and no forks", async () => {
    const hits = await open().repositories("kite diary language:Python is:public", 30);
    expect(hits.items.map(({ fullName }) => fullName)).toEqual(["wind/kite-diary", "evil/kite-diary-map"]);
    expect(hits).toMatchObject({ total: 2, incomplete: false });
    expect(hits.items[0]).toEqual({
      ...{
        fullName: "wind/kite-diary",
        description: "A kite diary",
        topics: [],
        language: "Python",
        stars: 12,
      },
      ...{ pushedAt: "2026-03-04T05:06:07Z", archived: false, licence: "MIT", defaultBranch: "main" },
    });
  });

  test("a private repository that GitHub shows us all the same is left out", async () => {
    expect((await open().repositories("kite diary language:Python", 30)).total).toBe(3);
    const { items } = await open().repositories("kite diary language:Python", 30);
    expect(items.map(({ fullName }) => fullName)).not.toContain("hidden/kite-diary");
  });

  test("what GitHub refuses (422) is told as it is", async () => {
    await expect(open().repositories("", 30)).rejects.toMatchObject({ status: 422 });
    await expect(open().files("language:Python", 10)).rejects.toMatchObject({ status: 422 });
  });

  test("files are found by what they hold", async () => {
    const { items } = await open().files("kitelib.show_on_map language:Python", 10);
    expect(items).toMatchObject([{ repository: "sky/kitelib", path: "examples/map_of_flights.py" }]);
  });

  test("a plus is a plus, in the language and in what is looked for", async () => {
    const kite = {
      fullName: "wind/kitepp",
      language: "C++",
      description: "Kite",
      files: { "a.cpp": "kite++" },
    };
    await server.close();
    server = await startShelf([...kites, kite]);
    const { items } = await open().repositories('kite language:"C++" is:public', 30);
    expect(items.map(({ fullName }) => fullName)).toEqual(["wind/kitepp"]);
    expect((await open().files("kite++ language:C++", 10)).items).toMatchObject([{ path: "a.cpp" }]);
  });

  test("an answer is kept; one that GitHub did not finish is not", async () => {
    const code = open();
    server.shelf.incompleteNext(1);
    expect((await code.repositories("kite", 5)).incomplete).toBe(true);
    expect((await code.repositories("kite", 5)).incomplete).toBe(false);
    expect((await code.repositories("kite", 5)).incomplete).toBe(false);
    expect(server.requests).toHaveLength(2);
  });
});

describe("limits", () => {
  test("more searches than a minute allows wait for their turn, without asking", async () => {
    const pace = createSearchPace({ repositories: 2, code: 1 }, () => 1_000_000);
    const code = open({ pace });
    await code.repositories("kite", 5);
    await code.repositories("diary", 5);
    await expect(code.repositories("wind", 5)).rejects.toMatchObject({ until: new Date(1_060_000) });
    await code.files("kite", 5);
    await expect(code.files("diary", 5)).rejects.toBeInstanceOf(RateLimitedError);
    expect(server.requests).toHaveLength(3);
  });

  test("GitHub's own refusal names the time", async () => {
    await server.close();
    server = await startShelf(kites, { searchesPerMinute: 1 });
    const code = open({ pace: createSearchPace({ repositories: 99, code: 99 }) });
    await code.repositories("kite", 5);
    const error = await code.repositories("diary", 5).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect((error as RateLimitedError).until.getTime()).toBeGreaterThan(Date.now());
    server.shelf.nextMinute();
    expect((await code.repositories("diary", 5)).items.length).toBeGreaterThan(0);
  });

  test("the secondary limit is obeyed for as long as it says", async () => {
    const headers = { "retry-after": "60" };
    const body = { message: "You have exceeded a secondary rate limit." };
    server.faults.add({ method: "GET", path: /readme/, do: { status: 403, headers, body } });
    const code = open();
    const before = Date.now();
    const error = await code.readme("wind/kite-diary").catch((caught: unknown) => caught);
    expect((error as RateLimitedError).until.getTime()).toBeGreaterThanOrEqual(before + 60_000);
    expect((await code.readme("wind/kite-diary"))?.text).toContain("Kite diary");
  });
});

describe("reading", () => {
  test("README, commit, files, licence and text of one repository", async () => {
    const code = open();
    const commit = (await code.head("wind/kite-diary", "main"))!;
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const { files, cut } = (await code.tree("wind/kite-diary", commit))!;
    expect(files.map(({ path }) => path)).toEqual(["LICENSE", "diary.py", "settings.py", "README.md"]);
    expect(cut).toBe(false);
    expect(await code.licence("wind/kite-diary", commit)).toEqual({ spdx: "MIT", path: "LICENSE" });
    const diary = files.find(({ path }) => path === "diary.py")!;
    expect(await code.text("wind/kite-diary", diary.blob)).toContain("def record");
  });

  test("what is not there is no fault, and is not asked for twice", async () => {
    const code = open();
    for (let time = 0; time < 2; time++) {
      expect(await code.readme("old/kite")).toBeUndefined();
      expect(await code.head("wind/kite-diary", "gone")).toBeUndefined();
      expect(await code.tree("gone/gone", "main")).toBeUndefined();
      expect(await code.licence("evil/kite-diary-map", "main")).toBeUndefined();
    }
    expect(server.requests).toHaveLength(4);
  });

  test.each([
    [451, "Repository access blocked"],
    [403, "Repository access blocked"],
    [403, "`acme` forbids access via a personal access token (classic)."],
    [403, "Resource protected by organization SAML enforcement."],
    [403, "Resource not accessible by integration"],
    [403, "Repository was archived so is read-only."],
    [410, "Gone"],
  ])("one that GitHub does not let us read (%i %s) is as good as gone", async (status, message) => {
    server.faults.add({ method: "GET", path: /kite-diary/, nth: "every", do: { status, body: { message } } });
    const code = open();
    expect(await code.readme("wind/kite-diary")).toBeUndefined();
    expect(await code.repository("wind/kite-diary")).toBeUndefined();
    expect(await code.tree("wind/kite-diary", "main")).toBeUndefined();
    expect(await code.releases("wind/kite-diary")).toEqual([]);
    expect((await code.repository("sky/kitelib"))?.fullName).toBe("sky/kitelib");
  });

  test("who is shut out by one token may read with another", async () => {
    const cache = answersInMemory();
    server.faults.add({ method: "GET", path: /readme/, do: { status: 403, body: { message: "SAML" } } });
    expect(await open({ cache }).readme("wind/kite-diary")).toBeUndefined();
    expect((await open({ cache }).readme("wind/kite-diary"))?.path).toBe("README.md");
  });

  test("a refusal of a search is no empty answer", async () => {
    const refusal = { status: 403, body: { message: "Resource not accessible by integration" } };
    server.faults.add({ method: "GET", path: /search/, do: refusal });
    await expect(open().repositories("kite", 5)).rejects.toThrow("lacks a permission");
  });

  test("an older answer costs a question whether it changed (304)", async () => {
    const cache = answersInMemory();
    await open({ cache }).readme("wind/kite-diary");
    const later = await open({ cache, freshMs: 0 }).readme("wind/kite-diary");
    expect(later?.text).toContain("Kite diary");
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304]);
  });

  test("what was kept and is damaged is read anew", async () => {
    const damaged: AnswerCache = { get: async () => Buffer.from('{"at":'), put: async () => undefined };
    expect((await open({ cache: damaged }).readme("wind/kite-diary"))?.path).toBe("README.md");
  });

  test("passing faults are sat out", async () => {
    server.faults.add({ method: "GET", path: /readme/, do: { status: 502 } });
    server.faults.add({ method: "GET", path: /readme/, do: "reset" });
    expect((await open().readme("wind/kite-diary"))?.path).toBe("README.md");
    expect(paths()).toHaveLength(3);
  });

  test("without a token public code is read, too; files are not searched", async () => {
    const code = open({}, null);
    expect((await code.readme("wind/kite-diary"))?.path).toBe("README.md");
    await expect(code.files("kite", 5)).rejects.toMatchObject({ status: 401 });
  });
});
