import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createGitHubApp, type GitHubApp } from "../../src/github/app.ts";
import { failedBy } from "../../src/github/deliveries.ts";
import { KeyRefusedError, RateLimitedError } from "../../src/github/failure.ts";
import { answersInMemory } from "../../src/github/public-code/answer-cache.ts";
import { createLogger } from "../../src/log.ts";
import { appOf, silentLogger } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
let app: GitHubApp;
const minting = /\/access_tokens$/;

beforeAll(async () => {
  github = await startGitHub({
    repositories: [
      { owner: "octo", name: "shop" },
      { owner: "octo", name: "vault", private: true },
      { owner: "elsewhere", name: "other" },
    ],
  });
});
beforeEach(() => {
  github.faults.clear();
  app = appOf(github);
});
afterAll(() => github.close());

const minted = () => github.requests.filter(({ path }) => minting.test(path)).at(-1);
const shop = () => github.repository("octo/shop");

test("knows who it is", async () => {
  expect(await app.identity()).toEqual({
    appId: github.appId,
    slug: "coderag",
    name: "CodeRAG",
    botLogin: "coderag[bot]",
    url: `${github.webUrl}/apps/coderag`,
  });
});

test.each([401, 404])("an App that GitHub does not know (%i) is told what to compare", async (status) => {
  github.faults.add({ method: "GET", path: /^\/app$/, nth: "every", do: { status } });
  await expect(app.identity()).rejects.toMatchObject({
    name: "UserError",
    message: "GitHub does not know this App.",
    cure: expect.stringMatching(/APP_ID, the private key and GITHUB_URL/),
  });
});

describe("a token", () => {
  test("for reading is narrowed to one repository and writes nothing", async () => {
    const { token, ...at } = await app.readSession(github.installationId, shop());
    expect(at).toEqual({ owner: "octo", repo: "shop", minted: true });
    expect(minted()!.body).toEqual({
      repository_ids: [shop().id],
      permissions: { contents: "read", metadata: "read", issues: "read", pull_requests: "read" },
    });
    expect(github.world.tokens.get(token!)).toMatchObject({ repositoryIds: [shop().id] });
  });

  test("of a reader is the same, and the writing one is minted when something is written", async () => {
    await app.reader(github.installationId, shop()).base();
    expect(minted()!.body).toMatchObject({ permissions: { contents: "read", issues: "read" } });
    const issue = await github.openIssue("T", "b", { as: "octo" });
    const before = github.requests.length;
    const publisher = app.publisher(github.installationId, shop());
    expect(github.requests.length).toBe(before);
    await publisher.note(issue.number, "<!-- m -->", "x");
    expect(minted()!.body).toEqual({
      repository_ids: [shop().id],
      permissions: { contents: "write", metadata: "read", issues: "write", pull_requests: "write" },
    });
  });

  test("for public code sees nothing of the account's own", async () => {
    await app.publicCode(github.installationId, shop(), answersInMemory()).readme("nobody/nothing");
    expect(minted()!.body).toEqual({ repository_ids: [shop().id], permissions: { metadata: "read" } });
  });

  test("that ran out is minted again, once", async () => {
    const reader = app.reader(github.installationId, shop());
    await reader.base();
    for (const [token, { kind }] of github.world.tokens)
      if (kind === "installation") github.world.tokens.delete(token);
    expect((await reader.base()).branch).toBe("main");
    github.faults.add({ method: "GET", path: /\/repos\//, nth: "every", do: { status: 401 } });
    const before = github.requests.filter(({ path }) => minting.test(path)).length;
    await expect(reader.base()).rejects.toThrow("GitHub answered 401");
    expect(github.requests.filter(({ path }) => minting.test(path)).length).toBe(before + 1);
  });

  test.each([
    [401, "Bad credentials"],
    [403, "Resource not accessible by integration"],
  ])(
    "that GitHub has not copied everywhere yet is used again for some seconds: %i",
    async (status, message) => {
      const reader = app.reader(github.installationId, shop());
      for (let lag = 0; lag < 3; lag += 1)
        github.faults.add({ method: "GET", path: /\/repos\//, do: { status, body: { message } } });
      expect((await reader.base()).branch).toBe("main");
    },
  );

  test("decides the repository, whatever name a payload gives it", async () => {
    const lie = { id: shop().id, owner: "elsewhere", name: "other" };
    expect((await app.reader(github.installationId, lie).issue(1)).url).toContain("octo/shop");
  });

  test("for a repository of another installation is refused", async () => {
    const theirs = github.repository("elsewhere/other");
    await expect(app.reader(github.installationId, theirs).base()).rejects.toMatchObject({
      name: "UserError",
      message: "The GitHub App has no access to elsewhere/other.",
    });
  });

  test.each([
    [{ status: 403, body: { message: "This installation has been suspended" } }, /suspended/],
    [{ status: 404, body: { message: "Not Found" } }, /no longer installed/],
    [
      { status: 422, body: { message: "The permissions requested are not granted to this installation." } },
      /has not granted all permissions/,
    ],
  ])("that is refused tells the cure: %j", async (answer, told) => {
    github.faults.add({ method: "POST", path: minting, nth: "every", do: answer });
    await expect(app.readSession(github.installationId, shop())).rejects.toMatchObject({
      name: "UserError",
      message: expect.stringMatching(told),
    });
  });
});

describe("the App's key", () => {
  const reads = (of: GitHubApp) => of.readSession(github.installationId, shop());
  const told = () => {
    const lines: string[] = [];
    return {
      lines,
      logger: createLogger({ level: "info", redact: (text) => text, write: (line) => lines.push(line) }),
    };
  };

  test("is read anew where GitHub refuses it, and only then", async () => {
    const [old, next] = [github.addKey(), github.addKey()];
    let inFile: string | undefined = next;
    let read = 0;
    const renewKey = () => {
      read += 1;
      return inFile;
    };
    const { logger, lines } = told();
    const host = appOf(github, logger, { privateKey: old, renewKey });
    await reads(host);
    expect(read).toBe(0);
    github.deleteKey(old);
    await Promise.all([reads(host), reads(host)]);
    expect(read).toBeGreaterThan(0);
    inFile = undefined;
    await reads(host);
    expect(lines).toEqual([]);
    github.deleteKey(next);
  });

  test.each([
    ["is the same", (key: string) => key],
    ["is none", () => undefined],
  ])("is waited for where what is read %s, and the host is told once", async (_what, renew) => {
    const key = github.addKey();
    const { logger, lines } = told();
    const host = appOf(github, logger, { privateKey: key, renewKey: () => renew(key) });
    github.deleteKey(key);
    for (const _ of [1, 2]) {
      const refused = await reads(host).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(KeyRefusedError);
      const wait = (refused as KeyRefusedError).until.getTime() - Date.now();
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
    expect(lines).toEqual([
      expect.stringMatching(/does not accept the App's private key: runs wait.*doctor/),
    ]);
    expect([host.isKeyAccepted(), app.isKeyAccepted()]).toEqual([false, true]);
  });
});

test.each([-6, 6])("a clock that is %d hours wrong keeps nobody from GitHub", async (hours) => {
  github.advance(hours * 3600);
  try {
    const host = appOf(github);
    const requests = github.requests.length;
    const reader = host.reader(github.installationId, shop());
    for (const login of ["ada", "eve"]) await reader.permission(login);
    const asked = github.requests.slice(requests);
    expect(asked.map(({ method, status }) => `${method} ${status}`)).toEqual([
      "POST 401",
      "POST 201",
      ...["GET 404", "GET 404"],
    ]);
    const date = new Date(Date.now() + hours * 3_600_000);
    const reset = String(Math.floor(date.getTime() / 1000) + 600);
    const headers = {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": reset,
      date: date.toUTCString(),
    };
    github.faults.add({ method: "GET", path: /\/permission$/, do: { status: 403, headers } });
    const limited = await reader.permission("ada").catch((error: unknown) => error);
    const wait = (limited as RateLimitedError).until.getTime() - Date.now();
    expect(Math.abs(wait - 600_000)).toBeLessThan(60_000);
  } finally {
    github.advance(-hours * 3600);
  }
});

test("a permission that the installation withholds is named, for GitHub's refusal names none", async () => {
  const strict = await startGitHub({
    repositories: [{ owner: "octo", name: "shop" }],
    permissions: { contents: "read", issues: "write" },
  });
  try {
    const body = { message: "The permissions requested are not granted to this installation." };
    strict.faults.add({ method: "POST", path: minting, nth: "every", do: { status: 422, body } });
    const publisher = appOf(strict).publisher(strict.installationId, strict.repository());
    await expect(publisher.note(1, "<!-- m -->", "x")).rejects.toMatchObject({
      name: "UserError",
      message:
        "The installation has not granted all permissions that this App needs: `contents: write`, `pull_requests: write`.",
    });
  } finally {
    await strict.close();
  }
});

test("tells what was granted", async () => {
  const { asked, installations } = await app.grantedPermissions();
  expect(asked).toMatchObject({ contents: "write" });
  expect(installations.map(({ account, suspended }) => [account, suspended])).toEqual([
    ["octo", false],
    ["elsewhere", false],
  ]);
  expect(installations[0]!.granted).toMatchObject({ issues: "write", metadata: "read" });
});

test("tells where its deliveries go, and that there is no webhook", async () => {
  expect(await app.hook()).toEqual({
    url: "https://coderag.example/api/github/webhooks",
    ...{ contentType: "json", checksTls: true, signs: true },
  });
  const { hook } = github.world;
  github.world.hook = undefined;
  expect(await app.hook()).toBeUndefined();
  github.world.hook = hook;
});

test("finds the deliveries that never arrived, oldest first, and has them sent again", async () => {
  const payload = (action: string) => ({
    action,
    installation: { id: github.installationId },
    repository: { id: shop().id },
  });
  await github.deliveries.settled();
  github.advance(3600);
  const since = new Date(Date.now() + github.world.clockAhead);
  const sent = [];
  for (let index = 0; index < 120; index += 1)
    sent.push(await github.deliveries.deliver({ event: "issues", payload: payload(`lost-${index}`) }));
  const failed = [...failedBy(await app.deliveryAttempts({ since })).values()].map(({ newest }) => newest);
  expect(failed.map(({ guid }) => guid)).toEqual(sent.map(({ guid }) => guid));
  expect(failed[0]).toMatchObject({
    event: "issues",
    action: "lost-0",
    status: 0,
    result: "failed to connect",
  });
  await app.redeliver(failed[0]!.id);
  await github.deliveries.settled();
  // Nobody listens still: the newest attempt stands for the delivery, which is one as before.
  const again = await app.deliveryAttempts({ since });
  expect(again).toHaveLength(121);
  expect(again[0]).toMatchObject({ guid: sent[0]!.guid });
  expect(failedBy(again).size).toBe(120);
  expect(await app.deliveryAttempts({ since, most: 50 })).toHaveLength(100);
  expect(await app.deliveryAttempts({ since: new Date(Date.now() + 1e9) })).toEqual([]);
});

describe("limits and faults", () => {
  const reading = /\/repos\/octo\/shop$/;
  const usedUp = () => ({
    status: 403,
    headers: {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 3000),
    },
  });

  test.each([
    ["retry-after", () => ({ status: 403, headers: { "retry-after": "60" } }), 60],
    ["a used-up hour", usedUp, 3000],
    ["a bare 429", () => ({ status: 429 }), 60],
    [
      "words alone",
      () => ({ status: 403, body: { message: "You have exceeded a secondary rate limit." } }),
      60,
    ],
  ])("%s parks instead of sleeping", async (_what, answer, wait) => {
    github.faults.add({ method: "GET", path: reading, do: answer() });
    const error = await app
      .reader(github.installationId, shop())
      .base()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RateLimitedError);
    const until = (error as RateLimitedError).until.getTime() - Date.now();
    // Of what the machine took in between a good deal more than it takes.
    expect(until).toBeLessThan(wait * 1000 + 2_000);
    expect(until).toBeGreaterThan(wait * 1000 - 30_000);
  });

  test("reads are repeated, but not for ever", async () => {
    github.faults.add({ method: "GET", path: reading, do: "reset" });
    github.faults.add({ method: "GET", path: reading, nth: 1, do: { status: 503 } });
    expect((await app.reader(github.installationId, shop()).base()).branch).toBe("main");
    github.faults.add({ method: "GET", path: reading, nth: "every", do: { status: 502 } });
    const before = github.requests.length;
    await expect(app.reader(github.installationId, shop()).base()).rejects.toMatchObject({ transient: true });
    expect(github.requests.slice(before).filter(({ path }) => reading.test(path))).toHaveLength(4);
  });

  test("a request that hangs is given up", async () => {
    const impatient = createGitHubApp({
      appId: github.appId,
      privateKey: github.privateKey,
      apiUrl: github.apiUrl,
      webUrl: github.webUrl,
      logger: silentLogger,
      throttle: { writeGapMs: 0, firstPauseMs: 1, timeoutMs: 200 },
    });
    github.faults.add({ method: "GET", path: reading, nth: "every", do: "hang" });
    const failed = impatient.reader(github.installationId, shop()).base();
    await expect(failed).rejects.toMatchObject({ name: "LostAnswerError", transient: true });
  });

  test("no token, header or body is in an error or a log", async () => {
    const lines: string[] = [];
    const logger = createLogger({
      level: "debug",
      redact: (text) => text,
      write: (line) => lines.push(line),
    });
    const talkative = appOf(github, logger);
    const secret = "planted-secret-in-a-body";
    const issue = await github.openIssue("T", "b", { as: "octo" });
    const answers = [
      { status: 500, body: { message: secret } },
      { status: 422, body: { message: `Invalid request. ${secret}`, errors: [{ message: secret }] } },
      { status: 418, body: { message: secret } },
    ];
    const publisher = talkative.publisher(github.installationId, shop());
    for (const answer of answers) {
      github.faults.add({ method: "POST", path: /\/comments$/, nth: "every", do: answer });
      const error = await publisher
        .note(issue.number, "<!-- none -->", secret)
        .catch((caught: unknown) => caught);
      logger.error("It failed.", { error });
      lines.push(JSON.stringify(error), String((error as Error).stack), inspect(error));
      github.faults.clear();
    }
    const tokens = [...github.world.tokens]
      .filter(([, { kind }]) => kind === "installation")
      .map(([token]) => token);
    for (const hidden of [secret, "authorization", ...tokens]) expect(lines.join("\n")).not.toContain(hidden);
    expect(lines.join("\n")).toContain("GitHub answered 422 to POST /repos/octo/shop/issues/");
  });
});
