import { isObject } from "../../source/json-object.ts";
import { frameReader } from "../frame.ts";
import type { CallVisitor, ExecutionTrace, Frame } from "../trace.ts";
import { type Json, records } from "./json.ts";

interface Call {
  readonly frame: Frame;
  /** Microseconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * Chrome's trace events as VizTracer writes them: one event with a duration (`X`), or one for its begin and one for its
 * end (`B`, `E`), for each call of a thread. Undefined for anything else.
 */
export function readChromeEvents(data: unknown): ExecutionTrace | undefined {
  const events = Array.isArray(data) ? data : isObject(data) ? data["traceEvents"] : undefined;
  const calls = records(events).filter(({ ph }) => ph === "X" || ph === "B" || ph === "E");
  if (calls.length === 0) return undefined;
  const { read, all } = frameReader();
  const threads = [...Map.groupBy(calls, ({ pid, tid }) => JSON.stringify([pid, tid])).values()]
    .map((ofThread) => nestedCalls(ofThread, read))
    .sort((one, other) => (one[0]?.from ?? 0) - (other[0]?.from ?? 0));
  return {
    format: "Chrome trace events",
    kind: "every call",
    frames: all(),
    walk: (visitor) => {
      for (const ofThread of threads) walkThread(ofThread, visitor);
    },
  };
}

/** In the order in which they begin, the outer first. */
function nestedCalls(events: readonly Json[], read: (text: string) => Frame): readonly Call[] {
  const calls: Call[] = [];
  const open: Omit<Call, "to">[] = [];
  const timed = events.flatMap(({ ts, ph, dur, name }) =>
    typeof ts === "number" ? { ts, ph, dur, name } : [],
  );
  for (const { ph, ts, dur, name } of timed.sort((one, other) => one.ts - other.ts)) {
    const frame = read(typeof name === "string" ? name : "");
    if (ph === "X") calls.push({ frame, from: ts, to: ts + (typeof dur === "number" ? dur : 0) });
    else if (ph === "B") open.push({ frame, from: ts });
    else if (open.length > 0) calls.push({ ...open.pop()!, to: ts });
  }
  for (const call of open) calls.push({ ...call, to: Number.POSITIVE_INFINITY });
  return calls.sort((one, other) => one.from - other.from || other.to - one.to);
}

function walkThread(calls: readonly Call[], visitor: CallVisitor): void {
  const ends: number[] = [];
  for (const { frame, from, to } of calls) {
    for (; ends.length > 0 && ends.at(-1)! <= from; ends.pop()) visitor.leave();
    visitor.enter(frame);
    ends.push(to);
  }
  for (const _ of ends) visitor.leave();
}
