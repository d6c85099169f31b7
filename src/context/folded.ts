import type { CodeNode } from "../graph/graph.ts";
import type { LineRange } from "../source/line-range.ts";

export interface FoldOptions {
  readonly windows: readonly LineRange[];
  /** Tokens of a row. */
  readonly price: (row: string) => number;
  /** Most tokens for all rows together. */
  readonly budget: number;
}

/** Characters of a signature; more tells who calls it nothing new. */
const longestSignature = 100;

/**
 * What folded stretches of one file say of the definitions that begin in them: `  120-180 def total(self)`, by the first
 * line of the gap. No row can be taken for a numbered line: the address is not followed by a colon.
 * Where the budget does not do for all, outer definitions come before inner ones and near ones before far ones, and
 * the gap says how many it keeps back.
 */
export function foldedRows(
  gaps: readonly LineRange[],
  definitions: readonly CodeNode[],
  { windows, price, budget }: FoldOptions,
): ReadonlyMap<number, readonly string[]> {
  const depths = depthsOf(definitions);
  const hidden = definitions.flatMap((node) => {
    const gap = gaps.find(({ from, to }) => from <= node.startLine && node.startLine <= to);
    const depth = depths.get(node.id) ?? 0;
    return gap === undefined ? [] : [{ node, gap, depth, row: rowOf(node, depth) }];
  });
  const wanted = [...hidden].sort(
    (a, b) => a.depth - b.depth || distance(a.node, windows) - distance(b.node, windows),
  );
  let left = budget;
  const named = new Set(
    wanted.filter(({ row }) => {
      left -= price(`${row}\n`);
      return left >= 0;
    }),
  );
  const rows = new Map<number, string[]>();
  for (const [from, ofGap] of Map.groupBy(hidden, ({ gap }) => gap.from)) {
    const told = ofGap.filter((one) => named.has(one)).map(({ row }) => row);
    const rest = ofGap.length - told.length;
    rows.set(from, [...told, ...(rest > 0 ? [`  and ${rest} more definitions`] : [])]);
  }
  return rows;
}

function rowOf(node: CodeNode, depth: number): string {
  const signature = (node.signature === "" ? node.name : node.signature).replace(/\s+/g, " ").trim();
  const cut =
    signature.length > longestSignature ? `${signature.slice(0, longestSignature).trimEnd()}...` : signature;
  const lines = node.startLine === node.endLine ? `${node.startLine}` : `${node.startLine}-${node.endLine}`;
  // A signature that begins with a colon would make the row look like an edit.
  return `${"  ".repeat(depth + 1)}${lines} ${cut.replace(/^[:\s]+/, "")}`;
}

function depthsOf(definitions: readonly CodeNode[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  // Owners come before what they contain.
  for (const { id, owner } of definitions)
    depths.set(id, owner === undefined ? 0 : (depths.get(owner) ?? -1) + 1);
  return depths;
}

function distance(node: CodeNode, windows: readonly LineRange[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { from, to } of windows)
    nearest = Math.min(nearest, node.endLine < from ? from - node.endLine : Math.max(0, node.startLine - to));
  return nearest;
}
