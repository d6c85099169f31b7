import { execFile } from "node:child_process";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { executorId } from "../../src/jobs/durable/executor-id.ts";
import { probeSandbox } from "../../src/sandbox/bubblewrap.ts";

const module = new URL("../../src/jobs/durable/executor-id.ts", import.meta.url).href;
const container = ["--unshare-user", "--unshare-pid", "--as-pid-1", "--ro-bind", "/", "/", "--proc", "/proc"];
const { available } = await probeSandbox();

test("is the same for as long as the process lives", () => {
  expect(executorId()).toBe(executorId());
  expect(executorId()).toContain(`${hostname()}-${process.pid}`);
});

(available ? test : test.skip)(
  "is another in each container, also where all have their host's name",
  async () => {
    const script = `console.log((await import(${JSON.stringify(module)})).executorId())`;
    const ask = async () =>
      (
        await promisify(execFile)("bwrap", [
          ...container,
          process.execPath,
          "--input-type=module",
          "-e",
          script,
        ])
      ).stdout;
    const ids = await Promise.all([ask(), ask()]);
    expect(ids[0]).toContain(`${hostname()}-1-`);
    expect(ids[0]).not.toBe(ids[1]);
  },
);
