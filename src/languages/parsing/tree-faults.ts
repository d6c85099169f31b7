import type { Node } from "./parser.ts";

/** Faults of one tree that are looked at; a text with more is not mended by a few words. */
const maxFaults = 2_000;

/** What the grammar could not read below a node, or took as left out; the first of them, by place. */
export function faultsIn(root: Node): readonly Node[] {
  const faults: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node && faults.length < maxFaults; node = open.pop()) {
    if (node.isError || node.isMissing) faults.push(node);
    else if (node.hasError) for (const child of [...node.children].reverse()) if (child) open.push(child);
  }
  return faults;
}

/** A fault of so many characters is looked into: a grammar that loses its way calls all of a file one. */
const longFault = 4_000;

/** How much of a text that is, in characters; 1 where it cannot be told, for some faults are no nodes. */
export const extentOf = (faults: readonly Node[]): number =>
  faults.reduce((sum, fault) => sum + Math.max(1, lengthOf(fault)), 0) || 1;

/** Without what was read as a whole inside of it: declarations, statements. */
function lengthOf(fault: Node): number {
  const length = fault.endIndex - fault.startIndex;
  if (length < longFault) return length;
  return fault.children.reduce((left, child) => {
    const isWhole = child !== null && child.childCount > 0 && !child.hasError;
    return isWhole ? left - (child.endIndex - child.startIndex) : left;
  }, length);
}
