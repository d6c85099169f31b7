import { isObject } from "../../source/json-object.ts";
import { frameOf } from "../frame.ts";
import { type CallVisitor, type ExecutionTrace, type Frame, visitStack } from "../trace.ts";
import { type Json, records } from "./json.ts";

/**
 * Speedscope's own form, which py-spy, rbspy, stackprof, Excimer and others write
 * (https://www.speedscope.app/file-format-schema.json). Undefined for anything else.
 */
export function readSpeedscope(data: unknown): ExecutionTrace | undefined {
  if (!isObject(data) || !isObject(data["shared"]) || !Array.isArray(data["profiles"])) return undefined;
  const frames = records(data["shared"]["frames"]).map(({ name, file, line }) => frameOf(name, file, line));
  const profiles = records(data["profiles"]);
  return {
    format: "speedscope",
    kind: profiles.every(({ type }) => type === "evented") ? "every call" : "samples",
    frames,
    walk: (visitor) => {
      for (const profile of profiles) {
        if (profile["type"] === "evented") walkEvents(records(profile["events"]), frames, visitor);
        else walkSamples(profile["samples"], frames, visitor);
      }
    },
  };
}

function walkEvents(events: readonly Json[], frames: readonly Frame[], visitor: CallVisitor): void {
  let open = 0;
  for (const { type, frame } of events) {
    const known = typeof frame === "number" ? frames[frame] : undefined;
    if (type === "O" && known) {
      visitor.enter(known);
      open++;
    } else if (type === "C" && known && open > 0) {
      visitor.leave();
      open--;
    }
  }
  for (; open > 0; open--) visitor.leave();
}

function walkSamples(samples: unknown, frames: readonly Frame[], visitor: CallVisitor): void {
  if (!Array.isArray(samples)) return;
  for (const sample of samples as readonly unknown[]) {
    const places: readonly unknown[] = Array.isArray(sample) ? sample : [];
    const stack = places.flatMap((at) => (typeof at === "number" ? (frames[at] ?? []) : []));
    visitStack(stack, visitor);
  }
}
