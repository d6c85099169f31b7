import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { runProgram, startProgram } from "./programs.ts";

const variable = "CODERAG_TEST_STARTER";
const socket = process.env[variable];
const env = { PATH: process.env["PATH"] };

describe.each<[string, string | undefined]>([
  ["by the process that is there for it", socket],
  ["by this process", undefined],
])("a program that is started %s", (_, path) => {
  beforeEach(() => {
    if (path === undefined) delete process.env[variable];
  });
  afterEach(() => {
    process.env[variable] = socket;
  });

  test("reads its input, sees its environment and nothing else, and says how it ended", async () => {
    const script = "cat; env | grep -v -e PWD -e SHLVL -e _=; echo oh dear >&2; exit 3";
    const { output, code, complaint } = await runProgram({
      ...{ argv: ["sh", "-c", script], env: { A: "ä" }, input: "text\n" },
    });
    expect([output.toString(), code, complaint]).toEqual(["text\nA=ä\n", 3, "oh dear\n"]);
  });

  test("prints much", async () => {
    const { output, code } = await runProgram({
      ...{ argv: ["head", "-c", "3000000", "/dev/zero"], env },
    });
    expect([output.length, code]).toEqual([3_000_000, 0]);
  });

  test("is not there", async () => {
    await expect(runProgram({ argv: ["no-such-program"], env })).rejects.toThrow();
  });

  test("is ended when nobody wants it any more", async () => {
    const { output, kill } = startProgram({ argv: ["sh", "-c", "echo $$; exec sleep 1000"], env });
    const pieces = output[Symbol.asyncIterator]();
    const pid = Number((await pieces.next()).value);
    kill();
    await pieces.next().catch(() => undefined);
    const isGone = async (): Promise<boolean> =>
      (await runProgram({ argv: ["kill", "-0", String(pid)], env })).code !== 0;
    while (!(await isGone())) await once(AbortSignal.timeout(20), "abort");
  });
});
