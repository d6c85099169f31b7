import type { SandboxProbe } from "../../sandbox/bubblewrap.ts";
import { counted } from "../../source/counted.ts";
import type { RunTotals } from "../../store/run-totals.ts";
import type { Check } from "./check.ts";

/** What the database says of itself. */
export interface DatabaseInfo {
  /** For example `PostgreSQL 18.4`. */
  readonly version: string;
  /** `own` is the one that CodeRAG starts by itself. */
  readonly kind: "own" | "external";
  readonly bytes: number;
  readonly runs: Pick<RunTotals, "active" | "workers">;
}

/** Whoever opens it brings its tables up to date. */
export function checkDatabase({ version, kind, bytes }: DatabaseInfo): Check {
  const origin = kind === "own" ? "started by CodeRAG" : "from DATABASE_URL";
  return { name: "database", state: "ok", detail: `${version}, ${origin}, ${gigabytes(bytes)}` };
}

/** A command that no worker looks at within this many seconds gets no answer: alerting begins there, too. */
const longestUnseen = 60;

/** Where deliveries are stored and nobody works on them, everything else is well and nothing happens. */
export function checkWorkers({ active, workers }: DatabaseInfo["runs"]): Check {
  const name = "workers";
  const of = (state: string) => active.filter((row) => row.state === state);
  const sum = (state: string) => of(state).reduce((total, row) => total + row.count, 0);
  const unseen = Math.max(0, ...of("queued").map(({ oldestSeconds }) => oldestSeconds));
  const wait = `${counted(sum("queued"), "command waits", "commands wait")} to be looked at`;
  if (workers === 0)
    return {
      ...{ name, state: unseen > 0 ? "failed" : "warning" },
      detail: unseen > 0 ? `none is running, and ${wait}` : "none is running",
      cure: "Start `coderag serve`, or `coderag worker` with this database.",
    };
  if (unseen > longestUnseen)
    return {
      ...{
        name,
        state: "failed",
        detail: `${workers} running, but ${wait}, for ${Math.ceil(unseen / 60)} min`,
      },
      cure: "Look into the log of the workers, and start them again.",
    };
  const going = `${counted(sum("running"), "run")} at work, ${sum("waiting")} waiting`;
  return { name, state: "ok", detail: `${workers} running, ${going}` };
}

/** No sandbox is a fault only where a test command is configured, which then would not run. */
export function checkSandbox(probe: SandboxProbe, testCommand: string | undefined): Check {
  const name = "sandbox";
  if (probe.available)
    return {
      name,
      state: "ok",
      detail:
        testCommand === undefined ? "works, no test command is configured" : `works, for ${testCommand}`,
    };
  return {
    name,
    state: testCommand === undefined ? "warning" : "failed",
    detail: (probe.reason ?? "not available").replace(/\.$/, ""),
    ...(probe.cure !== undefined && { cure: probe.cure }),
  };
}

export interface DiskSpace {
  readonly directory: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** What the cache of repositories may take. */
  readonly quotaBytes: number;
  /** What it takes now. */
  readonly usedBytes: number;
}

/** Warns before the disk is full, not after: a full disk takes the database down, too. */
export function checkDisk({ directory, freeBytes, totalBytes, quotaBytes, usedBytes }: DiskSpace): Check {
  const name = "disk";
  const room = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free at ${directory}`;
  const growth = Math.max(0, quotaBytes - usedBytes);
  if (freeBytes < totalBytes * 0.05 || freeBytes < 2 ** 28)
    return { name, state: "failed", detail: room, cure: `Free space on the disk of ${directory}.` };
  if (freeBytes < growth)
    return {
      name,
      state: "warning",
      detail: `${room}, but the cache may still grow by ${gigabytes(growth)}`,
      cure: "Make CODERAG_CACHE_MEGABYTES smaller, or the disk larger.",
    };
  return { name, state: "ok", detail: room };
}

const gigabytes = (bytes: number): string =>
  bytes < 2 ** 30 / 10 ? `${Math.ceil(bytes / 2 ** 20)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;
