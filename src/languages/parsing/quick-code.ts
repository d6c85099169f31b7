/**
 * The engine makes code of what a grammar runs twice: quickly when it is first called, and better code once it ran for
 * long. Of the lexer of shell scripts, one function of 160 kB, the better code takes 1 to 2 s and 700 MB to make, and a
 * few kilobytes of script ask for it. Code that is made under these settings keeps no count of how long it ran.
 */
import { setFlagsFromString } from "node:v8";
import { locks } from "node:worker_threads";

const quick = ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const usual = ["--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"];

/**
 * What `run` is the first to call keeps the code that it has then. The settings are those of all threads, so one does
 * it after the other. It takes some 10 ms, in which what others call for the first time keeps its code too.
 */
export async function keepQuickCode(run: () => void): Promise<void> {
  // Whoever waits for a lock is not kept alive by it: a thread with nothing else to do would end.
  const alive = setInterval(() => {}, 1_000);
  try {
    await locks.request("settings of the engine for the code of a grammar", () => underQuickSettings(run));
  } finally {
    clearInterval(alive);
  }
}

function underQuickSettings(run: () => void): void {
  for (const flag of quick) setFlagsFromString(flag);
  try {
    run();
  } finally {
    for (const flag of usual) setFlagsFromString(flag);
  }
}
