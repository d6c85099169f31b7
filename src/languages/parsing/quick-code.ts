/**
 * Controls when the engine optimises a grammar's WebAssembly. It first compiles quickly, and again with optimisation
 * after a few kilobytes of source. For the lexer of shell scripts, one function of 160 kB, that takes 1 to 2 s and
 * 700 MB, for C++ 0.3 s and 250 MB, as long as it saves on 3 MB of source. Code compiled under these settings never
 * triggers it.
 */
import { setFlagsFromString } from "node:v8";
import { locks } from "node:worker_threads";
import { allLanguages } from "../registry.ts";

const quick = ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const usual = ["--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"];

/**
 * The languages with enough source for optimised code to pay off.
 * @param sizes Bytes or characters to parse, by language. Languages may share a grammar: C and C++.
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
 * Functions that `run` calls first keep their unoptimised code. The setting is process-wide, so threads take turns.
 * It takes some 10 ms, during which functions first called elsewhere are affected, too.
 */
export async function keepQuickCode(run: () => void): Promise<void> {
  // Waiting for a lock does not keep a thread alive.
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
