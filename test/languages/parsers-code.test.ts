import { resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { inOwnProcess } from "../helpers/own-process.ts";

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
