/**
 * The engine makes code of what a grammar runs twice: quickly when it is first called, and better code once it ran for
 * long, which of a large lexer is after a few kilobytes of source. Of that of shell scripts, one function of 160 kB, the
 * better code takes 1 to 2 s and 700 MB to make, of C++ 0.3 s and 250 MB, as long as it saves on 3 MB of source. Code
 * that is made under these settings keeps no count of how long it ran.
 */
import { setFlagsFromString } from "node:v8";
import { locks } from "node:worker_threads";
import { allLanguages } from "../registry.ts";

const quick = ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const usual = ["--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"];

/**
 * The languages of which so much is to be read that the better code pays, though it takes long.
 * @param sizes Bytes or characters to read, by language. Languages may have one grammar: C and C++.
 */
export function frequentLanguages(sizes: ReadonlyMap<string, number>): readonly string[] {
  const known = [...sizes].map(([name, size]) => ({ ...allLanguages().get(name)!, size }));
  const sizeOf = (wanted: string): number =>
    known.reduce((sum, { grammar, size }) => sum + (grammar === wanted ? size : 0), 0);
  return known
    .filter(({ grammar, quickCode }) => typeof quickCode === "number" && sizeOf(grammar) >= quickCode)
    .map(({ name }) => name);
}

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
