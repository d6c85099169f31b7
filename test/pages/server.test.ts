import type { Server } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createPagesServer } from "../../src/pages/server.ts";
import { storeDelivery } from "../../src/store/deliveries.ts";
import type { NewRun, RunOutcome } from "../../src/store/run.ts";
import { setOutcome, setState, setTraces, setUsage } from "../../src/store/runs.ts";
import { silentLog, startPostgres, type TestPostgres } from "../helpers/postgres.ts";
import { newDelivery, newRun } from "../helpers/runs.ts";

let postgres: TestPostgres;
let server: Server;

beforeAll(async () => {
  postgres = await startPostgres();
  server = createPagesServer({
    ...{ database: postgres.database, log: silentLog, webUrl: "https://github.example" },
    redact: (page) => page.replaceAll("hunter2", "[secret]"),
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  server?.close();
  await postgres?.stop();
});

async function get(path: string, { method = "GET", host = "localhost" } = {}) {
  const { port } = server.address() as AddressInfo;
  const asked = request({
    host: "127.0.0.1",
    port,
    path,
    method,
    headers: { host: `${host}:${port}` },
  }).end();
  const [response] = await new Promise<[import("node:http").IncomingMessage]>((answered) =>
    asked.once("response", (message) => answered([message])),
  );
  return { status: response.statusCode!, headers: response.headers, page: await text(response) };
}

async function run(differences: Partial<NewRun> = {}, outcome?: RunOutcome): Promise<NewRun> {
  const made = newRun(differences);
  await postgres.database.transaction((transaction) => storeDelivery(transaction, newDelivery(), made));
  if (outcome) await setOutcome(postgres.database, made.id, outcome);
  return made;
}

const rowsOf = (page: string): number => page.match(/<tr><td>/g)?.length ?? 0;

describe("pages of runs", () => {
  test("say how to begin where nothing ran yet", async () => {
    const { status, page, headers } = await get("/runs");
    expect(status).toBe(200);
    expect(page).toContain("No run yet: comment /coderag help");
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(/^default-src 'none'/),
      "cache-control": "no-store",
    });
    expect(page).not.toMatch(/<script|https?:\/\/(?!github\.example)/);
  });

  test("list runs, newest first, with what came of them, by state and repository", async () => {
    const going = await run({
      owner: "acme",
      name: "shop",
      issueNumber: 7,
      commentId: 71,
      verb: "implement",
    });
    await setState(postgres.database, going.id, "running");
    await postgres.database.query("update coderag.runs set step = 'turn-2' where id = $1", [going.id]);
    await setUsage(postgres.database, going.id, { inputTokens: 1200, outputTokens: 34, cost: 0.5 });
    await run(
      { owner: "acme", name: "other", issueNumber: 8, commentId: 81, verb: "ask", actorLogin: "bob" },
      { kind: "failed", message: "The disk is full, said hunter2." },
    );
    const { page } = await get("/runs");
    expect(page.indexOf("acme/other#8")).toBeLessThan(page.indexOf("acme/shop#7"));
    expect(page).toContain('<a href="https://github.example/acme/shop/issues/7#issuecomment-71">');
    expect(page).toContain("Work out the change");
    expect(page).toContain("1,234");
    expect(page).toContain("$0.50");
    expect(page).toContain("The disk is full, said [secret].");
    // Something is going on: the browser asks again.
    expect(page).toContain('http-equiv="refresh"');
    expect(rowsOf((await get("/runs?show=failed")).page)).toBe(1);
    expect(rowsOf((await get("/runs?show=active&repository=ACME/Shop")).page)).toBe(1);
    expect((await get("/runs?repository=acme/none")).page).toContain("No run is like that.");
    expect(rowsOf((await get("/runs?show=constructor&before=x")).page)).toBe(2);
  });

  test("tell everything of one run, whatever its texts are", async () => {
    const evil = '"><script>alert(1)</script>\u202e';
    const made = await run(
      { request: evil, actorLogin: "eve", owner: "acme", name: "shop", issueNumber: 9, commentId: 91 },
      { kind: "failed", message: evil, details: { name: evil } },
    );
    await setTraces(postgres.database, made.id, {
      branch: "coderag/a b",
      commit: "c".repeat(40),
      pullNumber: 12,
    });
    const { status, page } = await get(`/runs/${made.id}`);
    expect(status).toBe(200);
    expect(page).not.toContain("<script");
    expect(page).not.toContain("\u202e");
    expect(page).toContain("&lt;script&gt;alert(1)");
    expect(page).toContain('href="https://github.example/acme/shop/tree/coderag/a%20b"');
    expect(page).toContain('href="https://github.example/acme/shop/pull/12"');
    expect(page).toContain("None is recorded");
    expect(page).not.toContain("http-equiv");
  });

  test("come in portions", async () => {
    for (let index = 0; index < 52; index += 1)
      await run({ owner: "many", name: "runs", commentId: 1000 + index });
    const { page } = await get("/runs?repository=many/runs");
    expect(rowsOf(page)).toBe(50);
    const next = /href="(\/runs\?[^"]*before=\d+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
    const older = (await get(next)).page;
    expect(rowsOf(older)).toBe(2);
    expect(older).not.toContain("Older runs");
    // Older ones do not change.
    expect(older).not.toContain("http-equiv");
  });

  test.each([
    ["/", {}, 302],
    ["/runs/nothing", {}, 404],
    ["/runs/00000000-0000-4000-8000-000000000000", {}, 404],
    ["/etc/passwd", {}, 404],
    ["/runs", { method: "POST" }, 405],
    ["/runs", { method: "HEAD" }, 200],
    // A name that somebody made lead here.
    ["/runs", { host: "evil.example" }, 403],
    ["/runs", { host: "[::1]" }, 200],
  ])("%s %j: %s", async (path, how, status) => {
    expect((await get(path, how)).status).toBe(status);
  });

  test("say so where the database does not answer", async () => {
    const broken = createPagesServer({
      database: { query: () => Promise.reject(new Error("gone")) } as never,
      ...{ log: silentLog, webUrl: "", redact: (page: string) => page },
    });
    await new Promise<void>((listening) => broken.listen(0, "127.0.0.1", listening));
    const answer = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/runs`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("The database does not answer.");
    broken.close();
  });
});
