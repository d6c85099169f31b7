import { once } from "node:events";
import { type Server, request as sendRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createServer, type ServerOptions, webhookPath } from "../../src/app/server.ts";
import type { Delivery } from "../../src/command/delivery.ts";
import { createLogger, silentLogger } from "../../src/log.ts";
import { UnavailableError } from "../../src/store/unavailable.ts";
import {
  app,
  closed,
  commented,
  headers,
  previousSecret,
  pushed,
  secret,
  sign,
  uninstalled,
} from "./payloads.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A listening server, and what it stored. */
async function start(change: Partial<ServerOptions> = {}) {
  const stored: Delivery[] = [];
  const server = await createServer({
    app,
    apiUrl: "https://api.github.com",
    us: { login: "coderag[bot]" },
    enqueue: async (delivery) => {
      if (stored.some((other) => other.guid === delivery.guid)) return "duplicate";
      stored.push(delivery);
      return "stored";
    },
    ready: async () => true,
    log: silentLogger,
    ...change,
  });
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { stored, port, url: `http://127.0.0.1:${port}` };
}

async function deliver(url: string, payload: unknown, change: Record<string, unknown> = {}) {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const response = await fetch(`${url}${webhookPath}`, {
    method: "POST",
    body,
    headers: headers(body, change),
  });
  return { status: response.status, text: (await response.text()).trim() };
}

describe("a delivery", () => {
  test("is stored once, and answered as accepted, then as duplicate", async () => {
    const { url, stored } = await start();
    expect(await deliver(url, commented())).toEqual({ status: 202, text: "stored" });
    expect(await deliver(url, commented())).toEqual({ status: 200, text: "duplicate" });
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ kind: "command", command: { verb: "implement" }, installationId: 77 });
  });

  test("of a closed issue is stored, too", async () => {
    const { url, stored } = await start();
    expect((await deliver(url, closed(), { "x-github-event": "issues" })).status).toBe(202);
    expect(stored[0]).toMatchObject({ kind: "closed", issue: { number: 31 } });
  });

  test.each([
    ["a push", pushed(), "push", "push"],
    ["the end of an installation", uninstalled(), "installation", "gone"],
    ["its suspension", uninstalled({ action: "suspend" }), "installation", "gone"],
    [
      "a repository taken out of it",
      uninstalled({ action: "removed", repositories_removed: [{ id: 5 }] }),
      ...["installation_repositories", "gone"],
    ],
  ] as const)("of %s is stored, too", async (_name, payload, event, kind) => {
    const { url, stored } = await start();
    expect((await deliver(url, payload, { "x-github-event": event })).status).toBe(202);
    expect(stored).toMatchObject([{ kind, installationId: 77 }]);
    const unsigned = { "x-github-event": event, "x-hub-signature-256": sign("something else") };
    expect((await deliver(url, payload, unsigned)).status).toBe(401);
    expect(stored).toHaveLength(1);
  });

  test.each([
    ["a push to another branch", pushed({ top: { ref: "refs/heads/x" } }), { "x-github-event": "push" }],
    ["a new installation", uninstalled({ action: "created" }), { "x-github-event": "installation" }],
    ["a comment that is not for us", commented({ comment: { body: "nice" } }), {}],
    ["an edited comment", commented({ top: { action: "edited" } }), {}],
    ["a ping", { zen: "x", hook_id: 1 }, { "x-github-event": "ping" }],
    ["an event that nobody knows", { action: "x" }, { "x-github-event": "constructor" }],
    ["an event named like a part of every object", commented(), { "x-github-event": "__proto__" }],
    ["an event named like a method of every object", commented(), { "x-github-event": "hasOwnProperty" }],
    ["an opened issue", { ...closed(), action: "opened" }, { "x-github-event": "issues" }],
    ["a marketplace event", { action: "purchased" }, { "x-github-event": "marketplace_purchase" }],
    ["another App's event", commented(), { "x-github-hook-installation-target-id": "13" }],
    ["an empty object", {}, {}],
    ["a list", [], {}],
    ["an installation that is no number", commented({ top: { installation: { id: "x" } } }), {}],
  ])("is ignored with 200: %s", async (_name, payload, change) => {
    const { url, stored } = await start();
    expect(await deliver(url, payload, change)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^ignored/),
    });
    expect(stored).toEqual([]);
  });

  const body = JSON.stringify(commented());
  test.each([
    ["a changed body", { "x-hub-signature-256": sign(`${body} `) }, 401],
    ["another secret", { "x-hub-signature-256": sign(body, "x".repeat(40)) }, 401],
    ["the old hash only", { "x-hub-signature-256": undefined, "x-hub-signature": "sha1=0123" }, 400],
    ["the old hash in the new header", { "x-hub-signature-256": "sha1=0123456789" }, 401],
    ["no signature", { "x-hub-signature-256": undefined }, 400],
    ["an empty signature", { "x-hub-signature-256": "" }, 400],
    ["a short signature", { "x-hub-signature-256": "sha256=00" }, 401],
    ["no delivery id", { "x-github-delivery": undefined }, 400],
    ["a delivery id without end", { "x-github-delivery": "x".repeat(5000) }, 400],
    ["no event", { "x-github-event": undefined }, 400],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
  ])("is refused and not stored: %s", async (_name, change, status) => {
    const { url, stored } = await start();
    expect((await deliver(url, body, change)).status).toBe(status);
    expect(stored).toEqual([]);
  });

  test("that is signed but no JSON is refused", async () => {
    const { url } = await start();
    expect((await deliver(url, '{"action":')).status).toBe(400);
    expect((await deliver(url, "12")).status).toBe(400);
  });

  test("may be signed with the previous secret while the secret changes, and not longer", async () => {
    const change = { "x-hub-signature-256": sign(body, previousSecret) };
    const changing = await start({ app: { ...app, previousWebhookSecret: previousSecret } });
    expect((await deliver(changing.url, body, change)).status).toBe(202);
    expect((await deliver((await start()).url, body, change)).status).toBe(401);
  });

  test("is not acknowledged when it is not stored", async () => {
    const absent = new UnavailableError(new Error("connect ECONNREFUSED"));
    const down = await start({ enqueue: () => Promise.reject(absent) });
    expect((await deliver(down.url, commented())).status).toBe(503);
    const broken = await start({ enqueue: () => Promise.reject(new TypeError("a bug")) });
    expect((await deliver(broken.url, commented())).status).toBe(500);
    const hanging = await start({ enqueue: () => new Promise(() => undefined), patience: 20 });
    expect((await deliver(hanging.url, commented())).status).toBe(503);
  });

  test("leaves nothing of its body or secret in the log, also when it fails", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "debug", redact: (text) => text, write: (line) => lines.push(line) });
    const { url } = await start({ log, enqueue: () => Promise.reject(new Error("a bug")) });
    await deliver(url, commented());
    await deliver(url, commented(), { "x-hub-signature-256": sign("x") });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).not.toMatch(new RegExp(`Read TOML|keep it small|${secret}|sha256=`));
  });
});

describe("the server", () => {
  test.each([
    ["GET", "/healthz", 200],
    ["HEAD", "/healthz", 200],
    ["GET", "/readyz", 200],
    ["GET", "/ping?x=1", 200],
    ["POST", "/healthz", 404],
    ["GET", webhookPath, 404],
    ["PUT", webhookPath, 404],
    ["POST", `${webhookPath}/`, 404],
    ["GET", "/", 200],
    ["POST", "/", 404],
    ["GET", "/probot", 404],
    ["GET", "/probot/setup?code=1", 404],
    ["POST", "/probot/import", 404],
    ["GET", "/probot/static/primer.css", 404],
    ["GET", "/stats", 404],
    ["GET", "/../../etc/passwd", 404],
  ])("answers %s %s with %d", async (method, path, status) => {
    const { url } = await start();
    expect((await fetch(`${url}${path}`, { method })).status).toBe(status);
  });

  test("is alive but not ready without its database", async () => {
    for (const ready of [async () => false, () => Promise.reject(new Error("down"))]) {
      const { url } = await start({ ready });
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
  });

  test("reads no more of a body than GitHub would send", async () => {
    const { port, stored } = await start({ bounds: { body: 1000, bodies: 10_000 } });
    for (const announced of [true, false]) {
      const request = sendRequest({
        port,
        method: "POST",
        path: webhookPath,
        headers: headers(
          "x",
          announced ? { "content-length": 50 * 1024 * 1024 } : { "transfer-encoding": "chunked" },
        ),
      });
      request.on("error", () => undefined);
      // What is announced is refused before it comes.
      request.write("x".repeat(announced ? 1 : 1001));
      const [response] = await once(request, "response");
      expect([response.statusCode, response.headers.connection]).toEqual([413, "close"]);
      response.resume();
      await once(response, "close");
    }
    expect(stored).toEqual([]);
  });

  test("holds no more bodies at once than its memory may", async () => {
    const { port, url } = await start({ bounds: { body: 1000, bodies: 1500 } });
    const slow = sendRequest({ port, method: "POST", path: webhookPath, headers: headers("x") });
    slow.on("error", () => undefined);
    slow.write("x".repeat(900));
    const body = "y".repeat(900);
    let status = 0;
    // The first body may not have arrived yet.
    for (let i = 0; i < 50 && status !== 503; i++) ({ status } = await deliver(url, body));
    expect(status).toBe(503);
    slow.destroy();
    for (let i = 0; i < 50 && status === 503; i++) ({ status } = await deliver(url, body));
    expect(status).toBe(400);
  });

  test.each([
    ["headers", "POST / HTTP/1.1\r\nhost: x\r\nx-slow: "],
    [
      "a body",
      `POST ${webhookPath} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n${Object.entries(headers("x"))
        .map(([k, v]) => `${k}: ${v}\r\n`)
        .join("")}\r\nabc`,
    ],
  ])("hangs up on a sender who never finishes %s", async (_name, beginning) => {
    const { port } = await start({ bounds: { patience: 100 } });
    const socket = connect(port, "127.0.0.1");
    socket.write(beginning);
    socket.resume();
    await once(socket, "close");
  });
});
