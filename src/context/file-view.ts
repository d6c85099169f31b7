import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { innermost } from "../graph/innermost.ts";
import { countTokens } from "../llm/tokens.ts";
import { joined, type LineRange, lengthOf, linesOf } from "../source/line-range.ts";
import { outlineRanges } from "./declaration.ts";
import { foldedRows } from "./folded.ts";
import { around, bodyOf, headEnd, longestBody } from "./ranges.ts";
import type { Sheet } from "./sheet.ts";

/** What a reader wants to see of a file: a definition, or lines. */
export type Place = CodeNode | LineRange;

export interface FileView {
  /** In line order, at least five lines apart. */
  readonly windows: readonly LineRange[];
  /** The windows as the model sees them, with what is folded between them. */
  readonly text: string;
  /** Lines that are shown. */
  readonly lines: number;
}

export interface FileViewOptions {
  /** Nothing named: the whole of a file of at most 400 lines, else its head alone. */
  readonly places: readonly Place[];
  /** Most tokens for the names of folded definitions; 1,200 unless given. */
  readonly outlineTokens?: number;
}

/** Lines: a file that is shown whole where nothing is asked of it; a gap that is cheaper shown than named; around a bare line. */
const small = { file: 400, gap: 4, around: 20 };
const outlineTokens = 1_200;

/**
 * A file for a model, at the price of what matters: numbered windows around the places, its head and the declarations
 * of what is around; everything else is folded, with the lines it takes and the signatures of the definitions in it.
 */
export function viewFile(sheet: Sheet, graph: CodeGraph, options: FileViewOptions): FileView {
  const windows = windowsOf(sheet, graph, options.places);
  const shown = windows.map((range) => ({ ...range, text: sheet.show(range) }));
  const text = foldAround(shown, sheet, graph, options.outlineTokens ?? outlineTokens);
  return { windows, text, lines: windows.reduce((sum, window) => sum + lengthOf(window), 0) };
}

/** Windows of a file in line order, and what is folded between them with the signatures that `budget` tokens allow. */
export function foldAround(
  windows: readonly (LineRange & { readonly text: string })[],
  { path, lineCount }: Pick<Sheet, "path" | "lineCount">,
  graph: CodeGraph,
  budget: number,
): string {
  const definitions = graph.inFile(path).filter(({ kind }) => kind !== "Module");
  const gaps = gapsOf(windows, lineCount);
  const folds = foldedRows(gaps, definitions, { windows, price: countTokens, budget });
  return joinWindows(
    windows.map(({ from, to, text }) => ({ startLine: from, endLine: to, text })),
    lineCount,
    (gap) => folds.get(gap.from) ?? [],
  );
}

/** Windows in line order with the gaps named; `folded` adds rows below the name of a gap. */
export function joinWindows(
  windows: readonly { readonly startLine: number; readonly endLine: number; readonly text: string }[],
  lineCount: number,
  folded: (gap: LineRange) => readonly string[] = () => [],
): string {
  const parts: string[] = [];
  let next = 1;
  const fold = (to: number): void => {
    if (to >= next) parts.push(gapRow(to - next + 1), ...folded({ from: next, to }));
  };
  for (const { startLine, endLine, text } of windows) {
    fold(startLine - 1);
    parts.push(text);
    next = endLine + 1;
  }
  fold(lineCount);
  return parts.join("\n");
}

function gapRow(lines: number): string {
  return lines === 1 ? "... 1 line not shown ..." : `... ${lines} lines not shown ...`;
}

function windowsOf(sheet: Sheet, graph: CodeGraph, places: readonly Place[]): readonly LineRange[] {
  const all = { from: 1, to: sheet.lineCount };
  if (sheet.lineCount === 0 || (places.length === 0 && sheet.lineCount <= small.file))
    return sheet.lineCount === 0 ? [] : [all];
  const ranges = places.flatMap((place) =>
    "id" in place ? ofDefinition(place, sheet, graph) : ofLines(place, sheet, graph),
  );
  return merged([{ from: 1, to: headEnd(graph, sheet) }, ...ranges], sheet.lineCount);
}

function ofDefinition(node: CodeNode, sheet: Sheet, graph: CodeGraph): readonly LineRange[] {
  if (node.kind === "Module") return [];
  const length = lengthOf(linesOf(node));
  const longest = node.kind === "Class" ? longestBody.usual : longestBody.ofBest;
  const own = length <= longest ? [bodyOf(node, sheet)] : outlineRanges(node, sheet);
  return [...own, ...ownersOf(node, sheet, graph)];
}

/** Lines that were named are shown as they are named; a single one with the definition that it stands in. */
function ofLines(lines: LineRange, sheet: Sheet, graph: CodeGraph): readonly LineRange[] {
  const definitions = graph.inFile(sheet.path).filter(({ kind }) => kind !== "Module");
  const inside = innermost(definitions, lines.from, lines.to);
  const whole = lines.from === lines.to && inside && lengthOf(linesOf(inside)) <= longestBody.usual;
  const near = lines.from === lines.to ? small.around : 0;
  const own = whole ? bodyOf(inside, sheet) : around({ from: lines.from - near, to: lines.to + near }, sheet);
  if (inside === undefined) return [own];
  return [own, ...outlineRanges(inside, sheet), ...ownersOf(inside, sheet, graph)];
}

/** The declarations of the classes and functions around a definition. */
function ownersOf(node: CodeNode, sheet: Sheet, graph: CodeGraph): readonly LineRange[] {
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  if (owner === undefined || owner.path !== sheet.path) return [];
  return [...outlineRanges(owner, sheet).slice(0, 1), ...ownersOf(owner, sheet, graph)];
}

/** Joined where a gap is cheaper shown than named, also at both ends of the file. */
function merged(ranges: readonly LineRange[], lineCount: number): readonly LineRange[] {
  const inside = ranges.filter(({ from }) => from <= lineCount);
  return joined(inside, small.gap).map(({ from, to }) => ({
    from: from <= small.gap + 1 ? 1 : from,
    to: lineCount - to <= small.gap ? lineCount : to,
  }));
}

function gapsOf(windows: readonly LineRange[], lineCount: number): readonly LineRange[] {
  const gaps: LineRange[] = [];
  let next = 1;
  for (const { from, to } of [...windows, { from: lineCount + 1, to: lineCount + 1 }]) {
    if (from > next) gaps.push({ from: next, to: from - 1 });
    next = to + 1;
  }
  return gaps;
}
