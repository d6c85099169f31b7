import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * The name of this process among all that share a database. Whoever takes a name takes its runs: two of one name would
 * end each other. In a container the process is number 1, and on its host's network it has the host's name; only the
 * space of its processes is its own then.
 */
export function executorId(): string {
  return `${hostname()}-${process.pid}${processSpace()}`;
}

/** `-4026531836`; empty where the system has no such thing. */
function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/^pid:\[(\d+)\]$/, "-$1");
  } catch {
    return "";
  }
}
