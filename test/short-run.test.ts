import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { coderagEnvironment, coderagProgram } from "./helpers/coderag.ts";

/** At the end of a program, has the engine compile a function as well as it may, and says how it did. */
const asked = `process.on("exit", () => {
  const f = (n) => n + 1;
  %PrepareFunctionForOptimization(f);
  f(1);
  %OptimizeFunctionOnNextCall(f);
  f(1);
  console.log("compiled as", %GetOptimizationStatus(f));
})`;
/** The bit of V8's OptimizationStatus for its slowest compiler. */
const isTurboFanned = 1 << 6;

async function isCompiledSlowly(...argv: readonly string[]): Promise<boolean> {
  const preload = ["--allow-natives-syntax", "--import", `data:text/javascript,${encodeURIComponent(asked)}`];
  const { stdout } = await promisify(execFile)(process.execPath, [...preload, coderagProgram, ...argv], {
    env: coderagEnvironment(tmpdir()),
  });
  return (Number(/compiled as (\d+)/.exec(stdout)![1]) & isTurboFanned) !== 0;
}

describe("the slowest compiler", () => {
  test.each<[string, "there" | "not there"]>([
    ["graph", "not there"],
    ["context", "there"],
    ["worker", "there"],
  ])("for `%s` it is %s", async (command, is) => {
    expect(await isCompiledSlowly(command, "--help")).toBe(is === "there");
  });
});
