import { UserError } from "../errors.ts";
import { readChromeEvents } from "./formats/chrome-events.ts";
import { readCpuProfile } from "./formats/cpu-profile.ts";
import { readFolded } from "./formats/folded.ts";
import { readSpeedscope } from "./formats/speedscope.ts";
import type { ExecutionTrace } from "./trace.ts";

export const traceFormats = "speedscope, V8 CPU profile, Chrome trace events (VizTracer) or folded stacks";

/** Reads a trace of any form that is known. `name` is for the `UserError` where it is none. */
export function readTrace(text: string, name: string): ExecutionTrace {
  const trace = /^\s*[[{]/.test(text) ? readJson(text) : readFolded(text);
  if (trace) return trace;
  throw new UserError(
    `${name} is no execution trace that can be read.`,
    `Record one as ${traceFormats}: docs/traces.md says how.`,
  );
}

function readJson(text: string): ExecutionTrace | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return readSpeedscope(data) ?? readCpuProfile(data) ?? readChromeEvents(data);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
