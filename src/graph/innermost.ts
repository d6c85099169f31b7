import type { CodeNode } from "./graph.ts";

/** The innermost of a file's definitions (in their order) that holds these lines; undefined where none does. */
export function innermost(nodes: readonly CodeNode[], from: number, to = from): CodeNode | undefined {
  // Outer definitions come first in a file.
  return nodes.findLast(({ startLine, endLine }) => startLine <= from && to <= endLine);
}
