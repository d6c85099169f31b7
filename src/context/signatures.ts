import { saysGenerated } from "../checks/generated.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { isGenerated } from "../source/generated-paths.ts";
import { type LineRange, overlap } from "../source/line-range.ts";
import { isUnreadSource } from "../source/unread-source.ts";
import { type Collector, reasonOf } from "./collect.ts";
import { declarationLines, outlineRanges } from "./declaration.ts";
import { headOf, tellsMore } from "./head.ts";
import { documentedRow, endedRow } from "./outline-row.ts";
import { bodyOf } from "./ranges.ts";
import type { Sheet } from "./sheet.ts";

/** Shares of the budget that signatures may take, in all, of one file, and of what classes and files contain: an outline is no code to work with. */
const share = { all: 0.2, file: 0.08, contained: 0.08 };
/** Tokens: no row costs less. */
const cheapest = 4;

/**
 * The signatures of the anchors that are not shown whole, the best first; then of what a class or file among them
 * contains. Of a file among the first `numbered` its head is shown where that says more than what it imports. Of these
 * the declaration is shown as it stands, where an edit may go; the others have one row each with their
 * documentation's first sentence; vendored and generated ones have none, and overloads that are contained have one
 * together. They take at most a fifth of the budget, those of contained ones a twelfth.
 */
export function takeSignatures(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  { budget, numbered }: { readonly budget: number; readonly numbered: number },
): void {
  let left = budget * share.all;
  const leftIn = new Map<string, number>();
  const rows = createRows();
  const take = (part: CodeNode, anchor: Anchor, how: "numbered" | "row", end = ""): boolean => {
    const sheet = sheets.get(part.path)!;
    const inFile = leftIn.get(part.path) ?? budget * share.file;
    if (how === "row" && Math.min(left, inFile) < cheapest) return false;
    const before = collector.spent();
    const reserve = Math.max(0, budget - before - Math.min(left, inFile));
    const reason = { ...reasonOf(anchor), node: part };
    const declared = declarationLines(part, sheet);
    const taken =
      how === "numbered"
        ? outlineRanges(part, sheet).every((lines) =>
            collector.take(sheet, lines, "signature", reason, reserve),
          )
        : !rows.isFree(sheet, declared) ||
          collector.takeRow(sheet, declared, endedRow(documentedRow(part), end), part, reason, reserve);
    if (taken && how === "row") rows.add(sheet, declared);
    left -= collector.spent() - before;
    leftIn.set(part.path, inFile - (collector.spent() - before));
    return taken;
  };
  for (const [rank, anchor] of anchors.entries()) {
    const { node } = anchor;
    const sheet = sheets.get(node.path)!;
    if (node.kind === "Module") {
      const head = headOf(graph, sheet);
      // Imports alone are no reason to show a file whose definitions are named below, and of a generated one nobody edits the head.
      if (isGenerated(node.path) || saysGenerated(sheet.lines)) continue;
      // Of a language that is not read parts are shown; its imports are not told from what says more.
      if (isUnreadSource(node.path)) continue;
      if (rank < numbered && !anchor.lines && (partsOf(node, graph).length === 0 || tellsMore(sheet, head)))
        collector.take(sheet, head, "file-head", reasonOf(anchor), 0);
      continue;
    }
    const how = rank < numbered ? "numbered" : "row";
    if (how === "row" && isGenerated(node.path)) continue;
    // A reader sees by its declaration that it is there, and how many lines are not shown.
    if (take(node, anchor, how)) collector.shown(node.id);
    else
      collector.leave(
        node.id,
        how === "row" ? "ranked lower" : "over budget",
        sheet.estimate(bodyOf(node, sheet)),
      );
  }
  left = Math.min(left, budget * share.contained);
  const containers = anchors.filter(
    ({ node: { kind, path }, lines }) =>
      !lines && !isGenerated(path) && (kind === "Module" || kind === "Class"),
  );
  const told = new Set<CodeNode>();
  const isHidden = (part: CodeNode): boolean => {
    const sheet = sheets.get(part.path);
    // Of tests that stand in the file that they test one is shown, if any.
    if (part.test && !graph.node(part.path)?.test) return false;
    return sheet !== undefined && rows.isFree(sheet, declarationLines(part, sheet));
  };
  // One that contains very much would leave nothing for those behind it.
  for (const most of [0.5, 1])
    for (const anchor of containers) {
      const others = left * (1 - most);
      left -= others;
      // Methods may stand in another file than their type, one that no anchor leads to.
      for (const overloads of byName(partsOf(anchor.node, graph))) {
        if (overloads.some((part) => told.has(part))) continue;
        const [part, ...more] = overloads.filter(isHidden);
        if (part && take(part, anchor, "row", alsoNamed(more.length))) told.add(part);
      }
      left += others;
    }
  for (const { node } of containers) {
    if (node.kind !== "Module" || collector.passages.some(({ path }) => path === node.path)) continue;
    const sheet = sheets.get(node.path)!;
    collector.leave(node.id, "ranked lower", sheet.estimate(headOf(graph, sheet)));
  }
}

/** Overloads differ in what no row is needed for. */
const byName = (parts: readonly CodeNode[]) => Map.groupBy(parts, ({ name }) => name).values();

const alsoNamed = (count: number): string => (count === 0 ? "" : `  and ${count} more of this name`);

const partsOf = (node: CodeNode, graph: CodeGraph): readonly CodeNode[] =>
  graph.outgoing(node.id, "Contain").flatMap((edge) => graph.node(edge.to) ?? []);

/** Which declarations have a row already: nothing is told twice, and nothing that is shown. */
function createRows() {
  const taken = new Map<string, LineRange[]>();
  return {
    isFree(sheet: Sheet, { from, to }: LineRange): boolean {
      const [first, ...more] = sheet.free({ from, to });
      const whole = more.length === 0 && first?.from === from && first.to === Math.min(to, sheet.lineCount);
      return whole && !(taken.get(sheet.path) ?? []).some((one) => overlap(one, { from, to }));
    },
    add(sheet: Sheet, lines: LineRange): void {
      taken.set(sheet.path, [...(taken.get(sheet.path) ?? []), lines]);
    },
  };
}
