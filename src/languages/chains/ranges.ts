/** Ranges that are written out: `(0..10).pieces(4)`. */
import { type Node, namedChildAt } from "../parsing/syntax-node.ts";

/** Instead of a type of literals: it is told by which ends there are. */
export const asRange = "@range";

/** The type of one of Rust. */
export function rangeType(range: Node, text: string): string {
  const source = text.slice(range.startIndex, range.endIndex);
  if (source.includes("..=")) return source.startsWith("..") ? "RangeToInclusive" : "RangeInclusive";
  if (source.startsWith("..")) return namedChildAt(range, 0) ? "RangeTo" : "RangeFull";
  return source.endsWith("..") ? "RangeFrom" : "Range";
}
