import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compileCache } from "./compile-cache.ts";

export interface OwnProcess {
  readonly argv?: readonly string[];
  /** On top of ours; inside of a test `process.env` is a copy that Node's own modules do not see. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program with its arguments that starts it. */
  readonly through?: readonly string[];
}

/** Runs the text of a module in a process of its own, and gives what it printed, read as JSON. */
export async function inOwnProcess(
  program: string,
  { argv = [], env = {}, through = [] }: OwnProcess = {},
): Promise<unknown> {
  const node = [process.execPath, "--disable-warning=ExperimentalWarning", "--input-type=module", "--eval"];
  const [first, ...rest] = [...through, ...node, program, "--", ...argv];
  const { stdout } = await promisify(execFile)(first!, rest, {
    env: { ...process.env, ...compileCache, ...env },
  });
  return JSON.parse(stdout);
}
