import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { countTokens } from "../llm/tokens.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { type Collector, reasonOf } from "./collect.ts";
import { outlineRanges } from "./declaration.ts";
import { bodyOf, headEnd, longestBody } from "./ranges.ts";
import type { Sheet } from "./sheet.ts";

/** Shares of the budget that signatures may take, in all and of one file: an outline is no code to work with. */
const share = { all: 0.25, file: 0.08 };

/**
 * The signatures of the anchors that are not shown whole, the best first; then of what a class or file among them
 * contains. They take at most a quarter of the budget, and a twelfth for one file.
 */
export function takeSignatures(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  let left = budget * share.all;
  const leftIn = new Map<string, number>();
  const take = (part: CodeNode, anchor: Anchor): boolean => {
    const sheet = sheets.get(part.path)!;
    const inFile = leftIn.get(part.path) ?? budget * share.file;
    const before = collector.spent();
    const reserve = Math.max(0, budget - before - Math.min(left, inFile));
    const reason = { ...reasonOf(anchor), node: part };
    const taken = outlineRanges(part, sheet).every((lines) =>
      collector.take(sheet, lines, "signature", reason, reserve),
    );
    left -= collector.spent() - before;
    leftIn.set(part.path, inFile - (collector.spent() - before));
    return taken;
  };
  for (const anchor of anchors) {
    const { node } = anchor;
    const sheet = sheets.get(node.path)!;
    if (node.kind === "Module") {
      if (!anchor.lines)
        collector.take(sheet, { from: 1, to: headEnd(graph, sheet) }, "file-head", reasonOf(anchor), 0);
      continue;
    }
    const body = bodyOf(node, sheet);
    if (!take(node, anchor)) collector.leave(node.id, "over budget", countTokens(sheet.show(body)));
    else if (node.endLine - node.startLine > longestBody.usual && sheet.free(body).length > 0)
      collector.leave(node.id, "too long", countTokens(sheet.show(body)));
  }
  for (const anchor of anchors) {
    if (anchor.lines || (anchor.node.kind !== "Module" && anchor.node.kind !== "Class")) continue;
    const parts = graph.outgoing(anchor.node.id, "Contain").flatMap((edge) => graph.node(edge.to) ?? []);
    for (const part of parts) take(part, anchor);
  }
}
