import { statfs } from "node:fs/promises";
import { durationBounds, type EndedRuns, type RunTotals } from "../../store/run-totals.ts";
import type { Metric, Sample } from "./exposition.ts";

/** What the database says: the same in every process of one database, so take one of them and never their sum. */
export function metricsOfRuns(totals: RunTotals): readonly Metric[] {
  const { active, ended, failed, parked, workers, refreshes, lastDelivery } = totals;
  const verbs = [...Map.groupBy(ended, ({ verb }) => verb)];
  return [
    gauge(
      "coderag_runs",
      "Runs that have not ended: queued (not looked at yet), waiting (for their turn or a limit), running.",
      active.map(({ verb, state, count }) => ({ labels: { verb, state }, value: count })),
    ),
    gauge(
      "coderag_runs_oldest_seconds",
      "Seconds since the oldest run of this state was asked for.",
      [...Map.groupBy(active, ({ state }) => state)].map(([state, rows]) => ({
        labels: { state },
        value: Math.max(...rows.map(({ oldestSeconds }) => oldestSeconds)),
      })),
    ),
    gauge("coderag_runs_parked", "Runs that wait outside any worker, as for the end of a rate limit.", [
      { value: parked },
    ]),
    counter(
      "coderag_runs_ended_total",
      "Runs by the state in which they ended: delivered, declined, failed, cancelled.",
      ended.map(({ verb, state, count }) => ({ labels: { verb, state }, value: count })),
    ),
    counter(
      "coderag_runs_failed_total",
      "Failed runs by the name of their error. UserError: a person can cure it, the model's host too.",
      failed.map(({ error, count }) => ({ labels: { error: error === "" ? "none" : error }, value: count })),
    ),
    {
      name: "coderag_run_duration_seconds",
      kind: "histogram",
      help: "From the command to the end of its run, waiting included.",
      samples: verbs.flatMap(([verb, rows]) => durations(verb, rows)),
    },
    counter(
      "coderag_tokens_total",
      "Tokens of models that ended runs used.",
      verbs.flatMap(([verb, rows]) => [
        { labels: { verb, kind: "input" }, value: sum(rows, ({ inputTokens }) => inputTokens) },
        { labels: { verb, kind: "output" }, value: sum(rows, ({ outputTokens }) => outputTokens) },
      ]),
    ),
    counter(
      "coderag_cost_dollars_total",
      "US dollars that ended runs cost, as far as the price of their model is known.",
      verbs.map(([verb, rows]) => ({ labels: { verb }, value: sum(rows, ({ cost }) => cost) })),
    ),
    gauge("coderag_workers", "Worker processes that give signs of life.", [{ value: workers }]),
    gauge("coderag_refreshes", "Repositories whose newest push waits to be followed, or could not be.", [
      { labels: { state: "waiting" }, value: refreshes.waiting },
      { labels: { state: "failing" }, value: refreshes.failing },
    ]),
    gauge(
      "coderag_last_delivery_timestamp_seconds",
      "When the newest command was delivered; missing after four days without one.",
      lastDelivery === undefined ? [] : [{ value: lastDelivery }],
    ),
  ];
}

/** What this process knows of itself. */
interface ProcessFacts {
  readonly version: string;
  /** Answers to deliveries since the start, by their status. */
  readonly answers: ReadonlyMap<number, number>;
  readonly databaseUp: boolean;
  readonly keyAccepted: boolean;
}

/** Told from zero on: what Prometheus first sees at 30 has not grown for it, and no alert tells of those thirty. */
const refusals = [401, 500, 503].map((status) => [status, 0] as const);

export function metricsOfProcess({
  version,
  answers,
  databaseUp,
  keyAccepted,
}: ProcessFacts): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    gauge("coderag_info", "The program's version.", [{ labels: { version }, value: 1 }]),
    gauge("coderag_database_up", "1 where the database answered just now and can be written.", [
      { value: Number(databaseUp) },
    ]),
    gauge("coderag_app_key_accepted", "0 while GitHub refuses the App's private key, so that runs wait.", [
      { value: Number(keyAccepted) },
    ]),
    counter(
      "coderag_webhook_answers_total",
      "Answers to deliveries since this process started. 202 stored; 401 wrong signature; 503 not stored, GitHub is asked for it again.",
      [...new Map([...refusals, ...answers])].map(([status, value]) => ({
        labels: { status: String(status) },
        value,
      })),
    ),
    counter(
      "coderag_event_loop_active_seconds_total",
      "Seconds in which this process was too busy to listen; near one a second means overload.",
      [{ value: performance.eventLoopUtilization().active / 1000 }],
    ),
    counter("process_cpu_seconds_total", "CPU time of this process, threads included.", [
      { value: (user + system) / 1e6 },
    ]),
    gauge("process_resident_memory_bytes", "Memory of this process.", [{ value: process.memoryUsage.rss() }]),
    gauge("process_start_time_seconds", "When this process started.", [
      { value: performance.timeOrigin / 1000 },
    ]),
  ];
}

/** Of the disk of `CODERAG_HOME`; nothing where the folder is not there yet. */
export async function metricsOfDisk(home: string): Promise<readonly Metric[]> {
  const disk = await statfs(home).catch(() => undefined);
  if (disk === undefined) return [];
  const { bavail, blocks, bsize } = disk;
  return [
    gauge("coderag_disk_free_bytes", "Room on the disk of CODERAG_HOME.", [{ value: bavail * bsize }]),
    gauge("coderag_disk_bytes", "Size of that disk.", [{ value: blocks * bsize }]),
  ];
}

function durations(verb: string, rows: readonly EndedRuns[]): readonly Sample[] {
  const count = sum(rows, (row) => row.count);
  const bucket = (le: string, value: number): Sample => ({ suffix: "_bucket", labels: { verb, le }, value });
  return [
    ...durationBounds.map((bound, at) =>
      bucket(
        String(bound),
        sum(rows, ({ within }) => within[at]!),
      ),
    ),
    bucket("+Inf", count),
    { suffix: "_sum", labels: { verb }, value: sum(rows, ({ seconds }) => seconds) },
    { suffix: "_count", labels: { verb }, value: count },
  ];
}

const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  kind: "gauge",
  help,
  samples,
});

const counter = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  kind: "counter",
  help,
  samples,
});
