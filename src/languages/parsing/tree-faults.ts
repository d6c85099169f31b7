import type { Node } from "./parser.ts";

/** Faults of one tree that are looked at; a text with more is not mended by a few words. */
const mostFaults = 2_000;

/** What the grammar could not read below a node, or took as left out; the first of them, by place. */
export function faultsIn(root: Node): readonly Node[] {
  const faults: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node && faults.length < mostFaults; node = open.pop()) {
    if (node.isError || node.isMissing) faults.push(node);
    else if (node.hasError) for (const child of [...node.children].reverse()) if (child) open.push(child);
  }
  return faults;
}

/** How much of a text that is, in characters; 1 where it cannot be told, for some faults are no nodes. */
export const extentOf = (faults: readonly Node[]): number =>
  faults.reduce((sum, { startIndex, endIndex }) => sum + Math.max(1, endIndex - startIndex), 0) || 1;
