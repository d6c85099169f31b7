/** Ranges that are written out: `(0..10).pieces(4)`. */
import { type Node, namedChildAt } from "../parsing/syntax-node.ts";

/** The type of one of Rust. */
export function rangeType(range: Node, text: string): string {
  const source = text.slice(range.startIndex, range.endIndex);
  if (source.includes("..=")) return source.startsWith("..") ? "RangeToInclusive" : "RangeInclusive";
  if (source.startsWith("..")) return namedChildAt(range, 0) ? "RangeTo" : "RangeFull";
  return source.endsWith("..") ? "RangeFrom" : "Range";
}
