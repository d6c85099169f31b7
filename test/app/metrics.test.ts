import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, test } from "@jest/globals";
import { exposition } from "../../src/app/metrics/exposition.ts";
import { createMetricsServer, type MetricsOptions } from "../../src/app/metrics/server.ts";
import { silentLogger } from "../../src/log.ts";
import { durationBounds, type RunTotals } from "../../src/store/run-totals.ts";

const totals: RunTotals = {
  active: [
    { verb: "implement", state: "waiting", count: 2, oldestSeconds: 90 },
    { verb: "ask", state: "waiting", count: 1, oldestSeconds: 30 },
    { verb: "ask", state: "running", count: 1, oldestSeconds: 4 },
  ],
  ended: [
    {
      ...{ verb: "ask", state: "delivered", count: 3, seconds: 300, within: durationBounds.map(() => 2) },
      ...{ inputTokens: 5000, outputTokens: 70, cost: 0.25 },
    },
    {
      ...{ verb: "ask", state: "failed", count: 1, seconds: 3, within: durationBounds.map(() => 1) },
      ...{ inputTokens: 10, outputTokens: 0, cost: 0 },
    },
  ],
  failed: [
    { error: "UserError", count: 1 },
    { error: "", count: 1 },
  ],
  parked: 1,
  workers: 2,
  refreshes: { waiting: 3, failing: 0 },
  ...{ lastDelivery: 1_700_000_000.5, writable: true },
};

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

async function start(change: Partial<MetricsOptions> = {}) {
  const server = createMetricsServer({
    home: tmpdir(),
    ...{ version: "1.2.3", totals: async () => totals, answers: new Map([[202, 5]]), log: silentLogger },
    isKeyAccepted: () => false,
    ...change,
  });
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };
}

test("samples are written as Prometheus reads them, and a family without any is left out", () => {
  const text = exposition([
    {
      ...{ name: "a_total", kind: "counter", help: "Of a." },
      samples: [{ value: 1 }, { labels: { path: 'C:\\x "y"\nz' }, value: 0.5 }],
    },
    { name: "b", kind: "gauge", help: "Of b.", samples: [] },
  ]);
  expect(text).toBe(
    '# HELP a_total Of a.\n# TYPE a_total counter\na_total 1\na_total{path="C:\\\\x \\"y\\"\\nz"} 0.5\n',
  );
});

describe("the server of figures", () => {
  test("tells what the database and the process say, each line well-formed, each name once", async () => {
    const { status, type, text } = await (await start())("/metrics");
    expect({ status, type }).toEqual({ status: 200, type: "text/plain; version=0.0.4; charset=utf-8" });
    const lines = text.trimEnd().split("\n");
    const samples = lines.filter((line) => !line.startsWith("#"));
    for (const line of samples)
      expect(line).toMatch(/^[a-z_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? -?[\d.e+]+$/);
    expect(new Set(samples.map((line) => line.replace(/ \S+$/, ""))).size).toBe(samples.length);
    for (const line of [
      'coderag_info{version="1.2.3"} 1',
      "coderag_database_up 1",
      "coderag_app_key_accepted 0",
      'coderag_webhook_answers_total{status="401"} 0',
      'coderag_webhook_answers_total{status="500"} 0',
      'coderag_webhook_answers_total{status="503"} 0',
      'coderag_webhook_answers_total{status="202"} 5',
      'coderag_runs{verb="implement",state="waiting"} 2',
      'coderag_runs_oldest_seconds{state="waiting"} 90',
      "coderag_runs_parked 1",
      'coderag_runs_ended_total{verb="ask",state="failed"} 1',
      'coderag_runs_failed_total{error="UserError"} 1',
      'coderag_runs_failed_total{error="none"} 1',
      'coderag_run_duration_seconds_bucket{verb="ask",le="60"} 3',
      'coderag_run_duration_seconds_bucket{verb="ask",le="+Inf"} 4',
      'coderag_run_duration_seconds_sum{verb="ask"} 303',
      'coderag_run_duration_seconds_count{verb="ask"} 4',
      'coderag_tokens_total{verb="ask",kind="input"} 5010',
      'coderag_cost_dollars_total{verb="ask"} 0.25',
      "coderag_workers 2",
      'coderag_refreshes{state="waiting"} 3',
      "coderag_last_delivery_timestamp_seconds 1700000000.5",
    ])
      expect(samples).toContain(line);
  });

  test("tells of the disk of CODERAG_HOME, where that is there", async () => {
    const { text } = await (await start())("/metrics");
    const of = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
    expect(of("coderag_disk_free_bytes")).toBeLessThanOrEqual(of("coderag_disk_bytes"));
    const without = await (await start({ home: "/nowhere/at/all" }))("/metrics");
    expect(without).toMatchObject({ status: 200, text: expect.not.stringContaining("coderag_disk") });
  });

  test.each([
    ["fails", async () => Promise.reject(new Error("away"))],
    ["hangs", () => new Promise<RunTotals>(() => undefined)],
  ])("tells what the process knows where the database %s", async (_, asked) => {
    const ask = await start({ totals: asked, patience: 50 });
    const { status, text } = await ask("/metrics");
    expect(status).toBe(200);
    expect(text).toContain("\ncoderag_database_up 0\n");
    expect(text).not.toContain("coderag_runs");
    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
  });

  test("a database that can only be read is none", async () => {
    const ask = await start({ totals: async () => ({ ...totals, writable: false }) });
    const { text } = await ask("/metrics");
    expect(text).toContain("\ncoderag_database_up 0\n");
    expect(text).toContain("\ncoderag_workers 2\n");
    expect((await ask("/readyz")).status).toBe(503);
  });

  test("asks the database once, however many ask", async () => {
    let asked = 0;
    const ask = await start({
      totals: async () => {
        asked += 1;
        return totals;
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => ask("/metrics")));
    expect(asked).toBe(1);
    expect((await ask("/readyz")).status).toBe(200);
  });

  test.each([
    ["/", "GET"],
    ["/api/github/webhooks", "POST"],
    ["/metrics", "POST"],
    ["/metrics/", "GET"],
  ])("answers nothing else: %s %s", async (path, method) => {
    expect((await (await start())(path, { method })).status).toBe(404);
  });
});
