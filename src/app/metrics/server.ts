import { createServer, type Server } from "node:http";
import type { Logger } from "../../log.ts";
import type { RunTotals } from "../../store/run-totals.ts";
import { exposition, expositionType, type Metric } from "./exposition.ts";
import { metricsOfDisk, metricsOfProcess, metricsOfRuns } from "./metrics.ts";

export interface MetricsOptions {
  readonly version: string;
  /** Asks the database. */
  readonly totals: () => Promise<RunTotals>;
  /** Answers to deliveries since the start, by their status. */
  readonly answers: ReadonlyMap<number, number>;
  readonly isKeyAccepted: () => boolean;
  /** `CODERAG_HOME`, whose disk is told of. */
  readonly home: string;
  readonly log: Logger;
  /** Milliseconds for which the database's figures are told again rather than asked for; 5000 unless given. */
  readonly freshMs?: number;
  /** Milliseconds that the database may take; 5000 unless given. */
  readonly patience?: number;
}

/**
 * What a host watches, at an address of its own: `GET /metrics` for Prometheus, and `/healthz` and `/readyz` for
 * processes that take no deliveries. Not listening yet.
 */
export function createMetricsServer(options: MetricsOptions): Server {
  const ask = remembered(options);
  return createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const reads = request.method === "GET" || request.method === "HEAD";
    const path = reads ? (request.url ?? "").split("?", 1)[0] : undefined;
    const say = (status: number, text: string, type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
    };
    if (path === "/healthz") return say(200, "alive\n");
    if (path !== "/metrics" && path !== "/readyz") return say(404, "not found\n");
    ask().then(async (totals) => {
      if (path === "/readyz") return totals?.writable ? say(200, "ready\n") : say(503, "no database\n");
      const disk = await metricsOfDisk(options.home);
      say(200, exposition([...allOf(options, totals), ...disk]), expositionType);
    });
  });
}

/** Without the database what the process knows of itself is told all the same. */
function allOf(
  { version, answers, isKeyAccepted }: MetricsOptions,
  totals: RunTotals | undefined,
): readonly Metric[] {
  const own = metricsOfProcess({
    ...{ version, answers },
    ...{ databaseUp: totals?.writable === true, keyAccepted: isKeyAccepted() },
  });
  return totals ? [...own, ...metricsOfRuns(totals)] : own;
}

/** However many ask, the database is asked once in a while; undefined where it does not answer. */
function remembered({ totals, log, freshMs = 5000, patience = 5000 }: MetricsOptions) {
  let last: { readonly answer: Promise<RunTotals | undefined>; readonly until: number } | undefined;
  return (): Promise<RunTotals | undefined> => {
    if (last && performance.now() < last.until) return last.answer;
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined).unref());
    const asked = totals().catch((error: unknown) => {
      log.debug("The totals could not be read.", { error });
      return undefined;
    });
    last = { answer: Promise.race([asked, late]), until: performance.now() + freshMs };
    return last.answer;
  };
}
