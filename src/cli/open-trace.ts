import { resolve } from "node:path";
import { UserError } from "../errors.ts";
import { readTrace, traceFormats } from "../traces/read-trace.ts";
import type { ExecutionTrace, RecordedRun } from "../traces/trace.ts";
import { readText } from "./read-text.ts";

/** What commands that take a recorded run take. */
export interface TraceOptions {
  readonly trace?: string;
  readonly startupTrace?: string;
}

/** A recording of minutes, as one text. */
const mostBytes = 400_000_000;

/** The recorded run that the options name; undefined where they name none. Throws a `UserError` for what is none. */
export async function openTrace(
  { trace, startupTrace }: TraceOptions,
  folder: string,
): Promise<RecordedRun | undefined> {
  if (trace === undefined && startupTrace !== undefined)
    throw new UserError("There is a start-up trace without a trace.", "Add --trace FILE.");
  if (trace === undefined) return undefined;
  if (trace === "-" && startupTrace === "-")
    throw new UserError("Both traces are standard input.", "Name a file for one of them.");
  return {
    trace: await read(trace, folder),
    startup: startupTrace === undefined ? undefined : await read(startupTrace, folder),
  };
}

async function read(name: string, folder: string): Promise<ExecutionTrace> {
  const cure = `Name a file with a trace: ${traceFormats}.`;
  return readTrace(await readText(resolve(folder, name), name, cure, mostBytes), name);
}
