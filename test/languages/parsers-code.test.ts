import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { compileCache } from "../helpers/compile-cache.ts";
import { inOwnProcess } from "../helpers/own-process.ts";

const run = promisify(execFile);

/** Two threads at a time parse and end; the engine is told to collect the parser's code whenever it can. */
const program = `
  import { openOutlinePool } from ${JSON.stringify(resolve("src/languages/threads/outline-pool.ts"))};
  import { setFlagsFromString } from "node:v8";
  const inputs = Array.from({ length: 40 }, (_, at) => ({
    language: "python",
    text: Array.from({ length: 400 }, (_, line) => "def f" + at + "_" + line + "(a, b): return g(a)[b]").join("\\n"),
  }));
  const outline = async () => {
    const pool = openOutlinePool({ workers: 2 }, AbortSignal.timeout(600_000));
    await pool.outline(inputs, () => {});
    await pool.close();
  };
  await outline();
  setFlagsFromString("--stress-wasm-code-gc");
  setFlagsFromString("--trace-wasm-code-gc");
  for (let round = 0; round < 3; round++) await outline();
  setFlagsFromString("--no-trace-wasm-code-gc");
  console.log('"done"');
`;

test("code of the parser is not collected while several threads use it", async () => {
  expect(await inOwnProcess(program)).toBe("done");
});

/** A script of 40 kB is enough for the engine to want better code of the whole lexer; two threads begin at once. */
const script = (workers: number, files: number): string => `
  import { setFlagsFromString } from "node:v8";
  import { indexFiles } from ${JSON.stringify(resolve("src/languages/index-files.ts"))};
  setFlagsFromString("--wasm-sync-tier-up");
  setFlagsFromString("--trace-wasm-compilation-times");
  const text = 'run() { if [ "$1" = x ]; then ls "$HOME" | grep -v "\${a:-b}"; fi; }\\n'.repeat(600);
  const inputs = Array.from({ length: ${files} }, (_, at) => ({ path: at + ".sh", hash: String(at), text: text + at }));
  const { outlines } = await indexFiles(inputs, { workers: ${workers} }, AbortSignal.timeout(600_000));
  setFlagsFromString("--no-trace-wasm-compilation-times");
  console.log(JSON.stringify(outlines.length + " files"));
`;

test.each([
  [0, 1],
  [2, 40],
])(
  "the lexer of shell scripts keeps its first code, for better code takes 700 MB to make: %j threads",
  async (workers, files) => {
    const argv = ["--input-type=module", "--eval", script(workers, files)];
    const { stdout } = await run(process.execPath, argv, { env: { ...process.env, ...compileCache } });
    expect(stdout).toContain(`"${files} files"`);
    const sizes = [...stdout.matchAll(/using TurboFan.*bodysize (\d+)/g)].map(([, size]) => Number(size));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  },
);
