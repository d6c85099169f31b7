import { readdirSync, readFileSync } from "node:fs";

/**
 * Limits of the kernel hold for each process. What all processes of a sandbox hold together is looked at from the
 * outside, where nothing inside can reach it, and needs no control group, which containers rarely give away.
 */

const everyMilliseconds = 100;

/** Calls `over` once, when the process and all that descend from it hold more memory than that. Gives its end. */
export function watchMemory(root: number, bytes: number, over: () => void): () => void {
  const timer = setInterval(() => {
    if (memoryOf(root) <= bytes) return;
    clearInterval(timer);
    over();
  }, everyMilliseconds);
  return () => clearInterval(timer);
}

/**
 * Bytes in memory of a process and its descendants, without the files that they read. A page that several share after
 * a fork counts for each. Whoever loses its parent gets the sandbox's first process as one, so nobody is lost.
 */
function memoryOf(root: number): number {
  let kilobytes = 0;
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const held = said(`${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm);
    for (const [, amount] of held) kilobytes += Number(amount);
    for (const thread of threadsOf(pid))
      open.push(...(said(`${pid}/task/${thread}/children`).match(/\d+/g) ?? []).map(Number));
  }
  return kilobytes * 1024;
}

const threadsOf = (pid: number): readonly string[] =>
  unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? [];
const said = (file: string): string => unlessGone(() => readFileSync(`/proc/${file}`, "latin1")) ?? "";

/** Undefined where the process has ended meanwhile. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
