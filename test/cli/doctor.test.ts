import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { Command } from "commander";
import {
  type AppSettings,
  appSettings,
  checkAppId,
  checkPrivateKey,
  checkWebhookSecret,
} from "../../src/cli/doctor/app-settings.ts";
import { attempt, type Check } from "../../src/cli/doctor/check.ts";
import { checkDeliveries } from "../../src/cli/doctor/deliveries.ts";
import { databaseSpace, diskSpace } from "../../src/cli/doctor/disk-space.ts";
import { checkEmbedding } from "../../src/cli/doctor/embedding.ts";
import type { DoctorDependencies } from "../../src/cli/doctor/examine.ts";
import { type AppInfo, checkApp, neededPermissions } from "../../src/cli/doctor/github.ts";
import { checkDatabase, checkDisk, checkSandbox, checkWorkers } from "../../src/cli/doctor/machine.ts";
import { checkModel, checkPrices } from "../../src/cli/doctor/model.ts";
import { checkPort, probePort } from "../../src/cli/doctor/private-ports.ts";
import { renderChecks } from "../../src/cli/doctor/render.ts";
import { checkGit, checkNode } from "../../src/cli/doctor/versions.ts";
import { checkWeb } from "../../src/cli/doctor/web.ts";
import { doctorCommand } from "../../src/cli/doctor.ts";
import { UserError } from "../../src/errors.ts";
import type { DeliveryAttempt, Hook } from "../../src/github/deliveries.ts";
import { createReader, type Environment } from "../../src/settings.ts";
import type { WebProbe } from "../../src/web/open.ts";
import { gitVersion } from "../../src/workspace/git.ts";

const pemOf = (bits: number) =>
  generateKeyPairSync("rsa", { modulusLength: bits })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
const goodKey = pemOf(2048);
const goodSecret = "0123456789abcdef0123456789abcdef";

/** What is wrong has a cure; what is right needs none. */
function expectCheck(check: Check, state: Check["state"], detail: RegExp): void {
  expect(check).toMatchObject({ state, detail: expect.stringMatching(detail) });
  if (state !== "ok") expect(check.cure).toBeTruthy();
}

describe("each check", () => {
  test.each<[string, Check["state"], RegExp]>([
    ["v24.21.0", "ok", /24/],
    ["v26.0.0", "ok", /26/],
    ["v20.20.2", "failed", /too old/],
    ["what", "failed", /too old/],
  ])("node %s is %s", (version, state, detail) => expectCheck(checkNode(version), state, detail));

  test.each<[string, Check["state"], RegExp]>([
    ["git version 2.39.5", "ok", /2\.39\.5/],
    ["git version 2.39.2", "warning", /CVE/],
    ["git version 2.45.0.windows.1", "warning", /CVE/],
    ["git version 2.50.1 (Apple Git-155)", "ok", /2\.50\.1/],
    ["git version 2.46.0", "ok", /2\.46\.0/],
    ["git version 3.0.1", "ok", /3\.0\.1/],
    ["git version 2.34.1", "failed", /older/],
    ["gibberish", "failed", /gibberish/],
  ])("%s is %s", (said, state, detail) => expectCheck(checkGit(said), state, detail));

  test.each<[string | undefined, Check["state"], RegExp]>([
    ["12345", "ok", /12345/],
    [undefined, "failed", /not set/],
    ["my-app", "failed", /not a number/],
  ])("app id %s is %s", (id, state, detail) => expectCheck(checkAppId(id), state, detail));

  test.each<[string, Environment, AppSettings]>([
    ["nothing", {}, { appId: undefined, privateKey: undefined, webhookSecret: undefined }],
    [
      "lines left empty, and blanks around",
      { APP_ID: " 5 ", PRIVATE_KEY: "", PRIVATE_KEY_PATH: "/app.pem", WEBHOOK_SECRET: "" },
      { appId: "5", privateKey: goodKey, webhookSecret: undefined },
    ],
    [
      "a key as base64",
      { PRIVATE_KEY: Buffer.from(goodKey).toString("base64") },
      { appId: undefined, privateKey: goodKey, webhookSecret: undefined },
    ],
    [
      "a file that cannot be read",
      { PRIVATE_KEY_PATH: "/none.pem" },
      { appId: undefined, privateKey: "", webhookSecret: undefined },
    ],
  ])("reads the App's settings as the server does: %s", (_, environment, expected) => {
    const readFile = (path: string): string => {
      if (path === "/app.pem") return goodKey;
      throw new Error("ENOENT");
    };
    const read = createReader(environment, { root: false, homeDirectory: "/", readFile });
    expect(appSettings(read)).toEqual(expected);
  });

  test.each<[string, string | undefined, Check["state"], RegExp]>([
    ["an RSA key", goodKey, "ok", /RSA of 2048 bits/],
    ["none", undefined, "failed", /not set/],
    ["a torn one", goodKey.slice(0, 300), "failed", /not a readable/],
    ["line ends lost", goodKey.replaceAll("\n", "\\n"), "failed", /not a readable/],
    ["one with a password", goodKey.replace("PRIVATE", "ENCRYPTED PRIVATE"), "failed", /has a password/],
    [
      "a public one",
      createPublicKey(goodKey).export({ type: "spki", format: "pem" }).toString(),
      "failed",
      /public/,
    ],
    ["a short one", pemOf(1024), "failed", /only 1024/],
    [
      "another kind",
      generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      "failed",
      /ed25519/,
    ],
  ])("private key: %s", (_name, pem, state, detail) => {
    const check = checkPrivateKey(pem);
    expectCheck(check, state, detail);
    if (pem) expect(JSON.stringify(check)).not.toContain(pem.slice(40, 80));
  });

  test.each<[string | undefined, Check["state"], RegExp]>([
    [goodSecret, "ok", /32 characters/],
    [undefined, "failed", /not set/],
    ["development", "failed", /shorter/],
    ["a".repeat(40), "failed", /few different/],
  ])("webhook secret %j is %s", (secret, state, detail) => {
    const check = checkWebhookSecret(secret);
    expectCheck(check, state, detail);
    if (secret) expect(JSON.stringify(check)).not.toContain(secret);
  });

  test.each<[string, Partial<Parameters<typeof checkModel>[1]>, Check["state"], RegExp]>([
    ["can all", {}, "ok", /tools, streaming and usage/],
    [
      "has no stream and no usage",
      { streaming: false, usage: false },
      "warning",
      /without streaming and a count/,
    ],
    [
      "has no tools",
      { tools: false, problem: "It did not call.", cure: "Choose." },
      "warning",
      /It did not call$/,
    ],
    [
      "does not go on after a call",
      { goesOn: false, problem: "It wants a signature.", cure: "Choose." },
      "failed",
      /does not take the answer: It wants a signature$/,
    ],
    ["does not know the name", { chat: false, models: ["a", "b"] }, "failed", /does not answer/],
    ["is not there", { reachable: false, problem: "Refused.", cure: "Start it." }, "failed", /^Refused$/],
  ])("a model that %s", (_name, more, state, detail) => {
    const can = { chat: true, tools: true, goesOn: true, streaming: true, usage: true };
    const full = { reachable: true, models: ["m"], ...can };
    const check = checkModel("m", { ...full, ...more });
    expect(check).toMatchObject({ state, detail: expect.stringMatching(detail) });
    if (more.models) expect(check.cure).toContain("a, b");
  });

  test("models without a price are named, with how to give one", () => {
    expect(checkPrices([])).toEqual([]);
    expect(checkPrices(["house", "llama"])).toMatchObject([
      { state: "warning", detail: expect.stringMatching(/price of house, llama is not known/) },
    ]);
    expect(checkPrices(["house"])[0]!.cure).toContain('{"house":{"input":1,"output":4}}');
  });

  test.each<[string, Parameters<typeof checkEmbedding>[1], Check["state"], RegExp]>([
    ["works", { dimensions: 768, sensible: true }, "ok", /vectors of 768 numbers/],
    ["means nothing", { dimensions: 768, sensible: false }, "warning", /unlike texts more alike/],
    ["is not there", { dimensions: undefined, sensible: false, problem: "Refused." }, "failed", /^Refused$/],
  ])("an embedding model that %s", (_name, probe, state, detail) => {
    expectCheck(checkEmbedding("e", probe), state, detail);
  });

  test.each<[WebProbe, Check["state"], RegExp, RegExp]>([
    [{ provider: "SearXNG", problem: undefined, status: undefined }, "ok", /SearXNG answers/, /^$/],
    [{ provider: "SearXNG", problem: "answers 403", status: 403 }, "warning", /answers 403/, /json/],
    [
      { provider: "SearXNG", problem: "does not answer", status: undefined },
      "warning",
      /not answer/,
      /SEARXNG_URL/,
    ],
    [{ provider: "Brave Search", problem: "answers 422", status: 422 }, "warning", /422/, /BRAVE_KEY/],
    [{ provider: "Brave Search", problem: "answers 429", status: 429 }, "warning", /429/, /plan/],
    [
      { provider: "the npm registry", problem: "has no address", status: undefined },
      "warning",
      /no address/,
      /proxy/,
    ],
  ])("web search %j is %s", (probe, state, detail, cure) => {
    expectCheck(checkWeb(probe), state, detail);
    expect(checkWeb(probe).cure ?? "").toMatch(cure);
  });

  test("metrics: served, not yet, or something else", async () => {
    const answers = ["# HELP x\ncoderag_info{} 1\n", "hello"];
    const server = createHttpServer((_, response) =>
      response.setHeader("connection", "close").end(answers.shift()),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const near = { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
    const look = async (address = near) =>
      checkPort("metrics", address, await probePort("metrics", address, AbortSignal.timeout(240_000)));
    expectCheck(await look({ ...near, host: "0.0.0.0" }), "ok", /^served at .*whoever reaches that port/);
    expectCheck(await look(), "failed", /something else answers at 127/);
    server.close().closeAllConnections();
    expectCheck(await look(), "ok", /^nothing runs yet at http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const everywhere = { host: "0.0.0.0", port: 9465 };
    expectCheck(
      checkPort("pages", everywhere, "answers"),
      "ok",
      /^served at .*\/runs; .*asks for a password$/,
    );
  });

  test.each<
    [string, number, readonly [state: string, count: number, oldestSeconds: number][], Check["state"], RegExp]
  >([
    [
      "all work",
      2,
      [
        ["running", 3, 900],
        ["waiting", 2, 900],
        ["queued", 1, 1],
      ],
      "ok",
      /^2 running, 3 runs at work, 2 waiting$/,
    ],
    ["there is none yet", 0, [], "warning", /^none is running$/],
    [
      "there is none any more",
      0,
      [["queued", 2, 5]],
      "failed",
      /^none is running, and 2 commands wait to be looked at$/,
    ],
    [
      "none takes work",
      1,
      [["queued", 1, 130]],
      "failed",
      /^1 running, but 1 command waits to be looked at, for 3 min$/,
    ],
  ])("workers: %s", (_name, workers, active, state, detail) => {
    const rows = active.map(([of, count, oldestSeconds]) => ({
      verb: "ask",
      state: of,
      count,
      oldestSeconds,
    }));
    expectCheck(checkWorkers({ workers, active: rows }), state, detail);
  });

  test("database, sandbox and disk", async () => {
    const runs = { active: [], workers: 1 };
    const database = { version: "PostgreSQL 18.4", kind: "own", bytes: 2 ** 31, runs } as const;
    expectCheck(checkDatabase(database), "ok", /18\.4, started by CodeRAG, 2\.0 GB/);
    const missing = { available: false, reason: "No bwrap.", cure: "Install it." };
    expectCheck(checkSandbox({ available: true }, "npm test"), "ok", /npm test/);
    expectCheck(checkSandbox(missing, undefined), "warning", /^No bwrap$/);
    expectCheck(checkSandbox(missing, "npm test"), "failed", /^No bwrap$/);
    const disk = {
      directory: "/c",
      freeBytes: 2 ** 36,
      totalBytes: 2 ** 37,
      quotaBytes: 2 ** 33,
      usedBytes: 0,
    };
    expectCheck(checkDisk(disk), "ok", /64\.0 GB of 128\.0 GB/);
    expectCheck(checkDisk({ ...disk, quotaBytes: 2 ** 40 }), "warning", /may still grow/);
    expectCheck(checkDisk({ ...disk, freeBytes: 2 ** 31 }), "failed", /2\.0 GB/);
    const space = await diskSpace(join(tmpdir(), "not/there/yet"), 5);
    expect(space.freeBytes).toBeGreaterThan(0);
    expect(space).toMatchObject({ quotaBytes: 5, usedBytes: 0 });
    const elsewhere = statSync("/dev/shm", { throwIfNoEntry: false })?.dev ?? 0;
    if (elsewhere !== 0 && elsewhere !== statSync(import.meta.dirname).dev)
      expect(await databaseSpace("/dev/shm/pg", import.meta.dirname)).toMatchObject([
        { directory: "/dev/shm/pg" },
      ]);
    expect(await databaseSpace(join(import.meta.dirname, "pg"), import.meta.dirname)).toEqual([]);
  });
});

const granted = Object.fromEntries(neededPermissions.map(({ name, level }) => [name, level]));
const hook: Hook = {
  url: "https://host.example/api/github/webhooks",
  ...{ contentType: "json", checksTls: true, signs: true },
};
/** One attempt at a delivery, by its GUID and what was answered. */
const attemptAt = (guid: string, status: number, minute = 0): DeliveryAttempt => ({
  ...{ id: minute, guid, event: "issues", action: "closed", status },
  ...{ deliveredAt: `2026-11-21T12:${minute}0:00Z`, result: status ? "Invalid HTTP Response" : "timed out" },
});
const goodApp: AppInfo = {
  ...{ slug: "coderag", hook, attempts: [] },
  permissions: granted,
  events: ["issue_comment", "issues", "push"],
  installations: [{ account: "octo", permissions: granted, suspended: false }],
};

describe("the App at GitHub", () => {
  test.each<[string, Partial<AppInfo>, string, Check["state"], RegExp]>([
    [
      "lacks a permission",
      { permissions: { ...granted, contents: "read" } },
      "app permissions",
      "failed",
      /contents:write/,
    ],
    [
      "has too many",
      { permissions: { ...granted, workflows: "write" } },
      "app permissions",
      "warning",
      /workflows/,
    ],
    [
      "has stronger ones",
      { permissions: { ...granted, issues: "admin" } },
      "app permissions",
      "ok",
      /issues:write/,
    ],
    ["hears nothing", { events: ["push"] }, "app events", "failed", /issue_comment/],
    [
      "misses pushes",
      { events: ["issue_comment", "issues"] },
      "app events",
      "warning",
      /not subscribed to push/,
    ],
    ["misses closed issues", { events: ["issue_comment"] }, "app events", "failed", /issues/],
    ["has no webhook", { hook: undefined }, "webhook", "failed", /has none/],
    ["signs nothing", { hook: { ...hook, signs: false } }, "webhook", "failed", /without a secret/],
    ["sends forms", { hook: { ...hook, contentType: "form" } }, "webhook", "failed", /sends form/],
    [
      "delivers to another path",
      { hook: { ...hook, url: "https://host.example/" } },
      "webhook",
      "warning",
      /to https:\/\/host\.example\/, and the server listens at \/api/,
    ],
    [
      "delivers in the open",
      { hook: { ...hook, url: hook.url.replace("s:", ":") } },
      "webhook",
      "warning",
      /without TLS/,
    ],
    [
      "does not look at certificates",
      { hook: { ...hook, checksTls: false } },
      "webhook",
      "warning",
      /without a look at the certificate/,
    ],
    ["is installed nowhere", { installations: [] }, "installations", "warning", /nowhere/],
    [
      "was not given what it now asks for",
      { installations: [{ account: "octo", permissions: { metadata: "read" }, suspended: false }] },
      "installed at octo",
      "failed",
      /pull_requests:write/,
    ],
    [
      "is suspended",
      { installations: [{ account: "octo", permissions: granted, suspended: true }] },
      "installed at octo",
      "warning",
      /suspended/,
    ],
  ])("%s", (_name, more, name, state, detail) => {
    const checks = checkApp({ ...goodApp, ...more });
    expectCheck(checks.find((check) => check.name === name)!, state, detail);
  });

  test("is fine", () =>
    expect(checkApp(goodApp).map((check) => check.state)).toEqual(["ok", "ok", "ok", "ok", "ok", "ok"]));

  test.each<[string, readonly DeliveryAttempt[], Check["state"], RegExp, RegExp]>([
    ["none", [], "ok", /^none in the last three days$/, /^$/],
    ["all arrived", [attemptAt("a", 202, 1), attemptAt("b", 200)], "ok", /^the newest 2 arrived$/, /^$/],
    [
      "all arrived in the end",
      [attemptAt("a", 200, 2), attemptAt("a", 503, 1), attemptAt("a", 0)],
      "ok",
      /^the newest 1 arrived$/,
      /^$/,
    ],
    [
      "two were refused",
      [attemptAt("a", 202, 4), attemptAt("b", 401, 3), attemptAt("c", 0, 2), attemptAt("b", 503, 1)],
      "warning",
      /^2 of the newest 3 did not arrive, the last of them on 2026-11-21T12:30:00Z: answered 401$/,
      /^Set WEBHOOK_SECRET .* Redeliver\.$/,
    ],
    ["nobody was there", [attemptAt("a", 0)], "warning", /: timed out$/, /firewall/],
    ["a proxy had nobody", [attemptAt("a", 502)], "warning", /: answered 502$/, /proxy does not reach/],
    ["the database was away", [attemptAt("a", 503)], "warning", /503$/, /Look at the database/],
    ["it was sent elsewhere", [attemptAt("a", 301)], "warning", /301$/, /no redirects/],
    ["the path is another", [attemptAt("a", 404)], "warning", /404$/, /Compare the path/],
  ])("its deliveries: %s", (_name, attempts, state, detail, cure) => {
    const check = checkDeliveries(attempts);
    expectCheck(check, state, detail);
    expect(check.cure ?? "").toMatch(cure);
  });
});

describe("coderag doctor", () => {
  const secretWord = "correct-horse";
  const app: AppSettings = { appId: "1", privateKey: goodKey, webhookSecret: goodSecret };

  async function run(argv: readonly string[], more: Partial<DoctorDependencies> = {}, terminal = false) {
    let text = "";
    let code = -1;
    const program = new Command().exitOverride();
    doctorCommand(program, () => ({
      nodeVersion: "v24.0.0",
      gitVersion,
      app,
      problems: [],
      appInfo: async () => goodApp,
      model: undefined,
      database: async () => ({
        version: "PostgreSQL 18.4",
        kind: "external",
        bytes: 1,
        runs: { active: [], workers: 1 },
      }),
      sandbox: async () => ({ available: true }),
      testCommand: undefined,
      ports: [],
      disks: async () => [await diskSpace(import.meta.dirname, 0)],
      redact: (whole) => whole.replaceAll(secretWord, "[secret]"),
      output: {
        terminal,
        write: (written) => {
          text += written;
        },
        exit: (value) => {
          code = value;
        },
      },
      ...more,
    }));
    await program.parseAsync(["node", "coderag", "doctor", ...argv]);
    return { text, code };
  }

  test("says in plain lines that all is well, and exits with 0", async () => {
    const { text, code } = await run([]);
    expect(code).toBe(0);
    expect(text).toMatch(/^ok: node: v24\.0\.0\nok: git: \d/);
    expect(text).toMatch(/\nwarning: model: none is configured/);
    expect(text).toMatch(/\nCodeRAG can work; 1 of 16 checks have something to say\.\n$/);
    expect(text).not.toContain("\x1b");
  });

  test("exits with 1 when something failed, with the cure, without the secret", async () => {
    const { text, code } = await run([], {
      database: () => Promise.reject(new UserError(`No way to ${secretWord}@db.`, "Start the database.")),
      appInfo: () => Promise.reject(new Error("401 Bad credentials")),
    });
    expect(code).toBe(1);
    expect(text).toContain("failed: database: No way to [secret]@db. Start the database.\n");
    expect(text).toContain("failed: github: 401 Bad credentials\n");
  });

  test("does not ask GitHub with settings that cannot work", async () => {
    const { text } = await run([], {
      app: { ...app, privateKey: undefined },
      appInfo: () => Promise.reject(new Error("was asked")),
    });
    expect(text).toContain("failed: github: cannot be asked without");
    expect(text).not.toContain("was asked");
  });

  test("tells each faulty setting once, and looks at nothing that needs them", async () => {
    const { text, code } = await run([], {
      problems: ["PORT must be a number.", "CODERAG_MODLE is not a setting: correct the name."],
      database: () => Promise.reject(new Error("was asked")),
    });
    expect(code).toBe(1);
    expect(text.match(/^failed: settings: .*/gm)).toEqual([
      expect.stringMatching(/PORT must be a number\. \w/),
      expect.stringMatching(/CODERAG_MODLE is not a setting: correct the name\. \w/),
    ]);
    expect(text).not.toMatch(/was asked|database/);
  });

  test("speaks JSON", async () => {
    const { text, code } = await run(["--json"], { app: { ...app, appId: undefined } });
    expect(code).toBe(1);
    const checks = JSON.parse(text) as Check[];
    expect(checks.find((check) => check.name === "app id")).toMatchObject({
      state: "failed",
      detail: "not set",
    });
  });

  test("draws columns and colours on a terminal, and lets no server write to it", async () => {
    const { text } = await run([], { gitVersion: async () => "no\x1b]0;title\x07\nway" }, true);
    expect(text).toContain("\x1b[32m✓\x1b[0m node");
    expect(text).toContain("\x1b[31m✗\x1b[0m git");
    expect(text).not.toContain("\x1b]0;");
    expect(text).not.toContain("title\x07");
  });

  test("ends when the person has had enough", async () => {
    const controller = new AbortController();
    const waiting = attempt("x", controller.signal, () => new Promise(() => undefined));
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("counts what it found", () => {
    const ok: Check = { name: "a", state: "ok", detail: "b" };
    expect(renderChecks([ok], { terminal: false })).toBe("ok: a: b\n\nAll 1 checks are fine.\n");
    const summary = (name: string) =>
      renderChecks([ok, { name, state: "failed", detail: "no" }], { terminal: false })
        .trim()
        .split("\n")
        .at(-1);
    expect(summary("webhook secret")).toMatch(/^1 of 2 .*the server cannot run .*command line does not need/);
    expect(summary("git")).toMatch(/CodeRAG cannot work like this\.$/);
  });

  test("breaks lines between words on a terminal, behind the names", () => {
    const checks: Check[] = [
      {
        name: "disk",
        state: "warning",
        detail: "1 GB of 252 GB free",
        cure: "Make room, or give it a disk.",
      },
    ];
    const text = stripVTControlCharacters(renderChecks(checks, { terminal: true, width: 24 }));
    expect(text.split("\n").slice(0, 5)).toEqual([
      "! disk  1 GB of 252 GB",
      "        free",
      "        Make room, or",
      "        give it a disk.",
      "",
    ]);
  });
});
