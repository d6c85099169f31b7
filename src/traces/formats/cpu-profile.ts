import { isObject } from "../../source/json-object.ts";
import { frameOf } from "../frame.ts";
import type { ExecutionTrace, Frame } from "../trace.ts";
import { records } from "./json.ts";

interface ProfileNode {
  readonly frame: Frame;
  readonly children: readonly unknown[];
}

/**
 * V8's CPU profile (`node --cpu-prof`, Chrome's DevTools): a tree of functions by who called them, each below a caller
 * once. Undefined for anything else.
 */
export function readCpuProfile(data: unknown): ExecutionTrace | undefined {
  if (!isObject(data) || !Array.isArray(data["nodes"]) || !isObject(data["nodes"][0]?.callFrame))
    return undefined;
  const nodes = new Map<unknown, ProfileNode>();
  // A function stands below each of its callers.
  const frames = new Map<string, Frame>();
  for (const { id, callFrame, children } of records(data["nodes"])) {
    const { functionName, url, lineNumber, columnNumber } = isObject(callFrame) ? callFrame : {};
    const key = JSON.stringify([functionName, url, lineNumber, columnNumber]);
    const line = typeof lineNumber === "number" ? lineNumber + 1 : undefined;
    const frame = frames.get(key) ?? frameOf(functionName, url, line);
    frames.set(key, frame);
    nodes.set(id, { frame, children: Array.isArray(children) ? children : [] });
  }
  const [root] = nodes.keys();
  return {
    format: "V8 CPU profile",
    kind: "samples",
    frames: [...frames.values()],
    walk: (visitor) => {
      // Stacks are too deep for calls of our own. Below what a function calls stands its end.
      const end = Symbol();
      const pending: unknown[] = [root];
      // A child that names its parent would go on for ever.
      const seen = new Set<unknown>();
      while (pending.length > 0) {
        const id = pending.pop();
        const node = seen.has(id) ? undefined : nodes.get(id);
        if (id === end) visitor.leave();
        if (!node) continue;
        seen.add(id);
        visitor.enter(node.frame);
        pending.push(end);
        for (const child of node.children.toReversed()) pending.push(child);
      }
    },
  };
}
