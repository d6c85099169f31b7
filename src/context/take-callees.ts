import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { isGenerated } from "../source/generated-paths.ts";
import { linesOf } from "../source/line-range.ts";
import { type Collector, reasonOf } from "./collect.ts";
import { outlineRanges } from "./declaration.ts";
import type { Sheet } from "./sheet.ts";

/** Something that an anchor calls. */
export interface Callee {
  readonly anchor: Anchor;
  readonly node: CodeNode;
}

/** Callers of what is no helper of the whole repository, and lines of a body that is shown. */
const limits = { callers: 30, lines: 60 };
/** Shares of the budget that callees may take, and leave for signatures. */
const share = { all: 0.25, kept: 0.05 };
/** Of the caller's score: one step behind it, so that its file is read first. */
const behind = 0.9;

/** What the best functions among the anchors call in the repository; what everything calls is known or of no interest. */
export function calleesOf(anchors: readonly Anchor[], graph: CodeGraph): readonly Callee[] {
  const callers = anchors.filter(
    ({ node: { kind, test } }) => (kind === "Function" || kind === "Method") && !test,
  );
  const found = new Map<string, Callee>();
  for (const anchor of callers)
    for (const { to } of graph.outgoing(anchor.node.id, "Call")) {
      const node = graph.node(to);
      if (
        !node ||
        node.test ||
        (node.kind !== "Function" && node.kind !== "Method") ||
        isGenerated(node.path)
      )
        continue;
      const isHelper = graph.incoming(to, "Call").length > limits.callers;
      if (!isHelper && !found.has(to)) found.set(to, { anchor, node });
    }
  return [...found.values()];
}

/**
 * Shows what the best anchors call, whole where it is short: a fault often stands one step behind the function that the
 * request speaks of, and who changes that one has to know what it calls.
 */
export function takeCallees(
  callees: readonly Callee[],
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  const most = collector.spent() + budget * share.all;
  for (const { anchor, node } of callees) {
    const sheet = sheets.get(node.path);
    if (!sheet || collector.spent() > most) continue;
    const { route, score } = reasonOf(anchor);
    const way = [
      { kind: "edge", relation: "calls" },
      { kind: "node", id: node.id },
    ] as const;
    const reason = { route: [...route, ...way], score: score * behind, node };
    const isShort = node.endLine - node.startLine < limits.lines;
    const lines = isShort ? [linesOf(node)] : outlineRanges(node, sheet);
    for (const range of lines)
      collector.take(sheet, range, isShort ? "body" : "signature", reason, budget * share.kept);
  }
}
