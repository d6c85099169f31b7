import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { coderagEnvironment, coderagProgram } from "./helpers/coderag.ts";
import { inOwnProcess } from "./helpers/own-process.ts";

describe("the slowest compiler", () => {
  test("is left out once all threads have said something, and not before", async () => {
    const program = `
      import { once } from "node:events";
      import { setFlagsFromString } from "node:v8";
      import { Worker } from "node:worker_threads";
      import { compileForShortRun } from ${JSON.stringify(resolve("src/short-run.mjs"))};
      setFlagsFromString("--allow-natives-syntax");
      /** Has the engine compile a function as well as it may, and says whether that was with its slowest compiler. */
      const isThere = new Function(\`
        const f = (n) => n + 1;
        %PrepareFunctionForOptimization(f);
        f(1);
        %OptimizeFunctionOnNextCall(f);
        f(1);
        return (%GetOptimizationStatus(f) & 1 << 6) !== 0;
      \`);
      const code = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready'); parentPort.once('message', () => undefined)";
      const threads = [];
      const thread = () => {
        const one = new Worker(new URL("data:text/javascript," + encodeURIComponent(code)));
        threads.push(one);
        return once(one, "message");
      };
      await thread();
      compileForShortRun();
      const said = [isThere()];
      await Promise.all([thread(), thread()]);
      said.push(isThere());
      for (const one of threads) one.postMessage("end");
      console.log(JSON.stringify(said));
    `;
    expect(await inOwnProcess(program)).toEqual([true, false]);
  });

  test.each<[string, "is" | "is not"]>([
    ["graph", "is"],
    ["context", "is not"],
    ["worker", "is not"],
  ])("for `%s` it %s left out", async (command, does) => {
    const asked =
      'process.on("exit", () => console.log("threads watched by", process.listenerCount("worker")))';
    const preload = ["--import", `data:text/javascript,${encodeURIComponent(asked)}`];
    const home = await mkdtemp(join(tmpdir(), "coderag-short-"));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...preload, coderagProgram, command, "--help"],
      { env: coderagEnvironment(home) },
    );
    await rm(home, { recursive: true });
    expect(stdout).toMatch(`threads watched by ${does === "is" ? 1 : 0}`);
  });
});
