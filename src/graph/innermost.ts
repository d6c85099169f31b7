import type { CodeNode } from "./graph.ts";

/** The innermost of a file's definitions (in their order) that holds a line; undefined where none does. */
export function innermost(nodes: readonly CodeNode[], line: number): CodeNode | undefined {
  // Outer definitions come first in a file.
  return nodes.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine);
}
