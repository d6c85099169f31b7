import type { Node } from "./parser.ts";

/** Limit of faults per tree; a text with more is beyond repair. */
const maxFaults = 2_000;

/** The `ERROR` and `MISSING` nodes below a node, in text order, up to the limit. */
export function faultsIn(root: Node): readonly Node[] {
  const faults: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node && faults.length < maxFaults; node = open.pop()) {
    if (node.isError || node.isMissing) faults.push(node);
    else if (node.hasError) for (const child of [...node.children].reverse()) if (child) open.push(child);
  }
  return faults;
}

/** Longer faults are examined inside: a grammar may make one `ERROR` of a whole file. */
const longFault = 4_000;

/** The extent of faults in characters; 1 where it is unknown, since some faults are no nodes. */
export const extentOf = (faults: readonly Node[]): number =>
  faults.reduce((sum, fault) => sum + Math.max(1, lengthOf(fault)), 0) || 1;

/** Without the declarations and statements inside that were parsed. */
function lengthOf(fault: Node): number {
  const length = fault.endIndex - fault.startIndex;
  if (length < longFault) return length;
  return fault.children.reduce((left, child) => {
    const isWhole = child !== null && child.childCount > 0 && !child.hasError;
    return isWhole ? left - (child.endIndex - child.startIndex) : left;
  }, length);
}
