import type { SandboxProbe } from "../../sandbox/bubblewrap.ts";
import type { Check } from "./check.ts";

/** What the database says of itself. */
export interface DatabaseInfo {
  /** For example `PostgreSQL 18.4`. */
  readonly version: string;
  /** `own` is the one that CodeRAG starts by itself. */
  readonly kind: "own" | "external";
  readonly bytes: number;
}

/** Whoever opens it brings its tables up to date. */
export function checkDatabase({ version, kind, bytes }: DatabaseInfo): Check {
  const origin = kind === "own" ? "started by CodeRAG" : "from DATABASE_URL";
  return { name: "database", state: "ok", detail: `${version}, ${origin}, ${gigabytes(bytes)}` };
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
