/**
 * A pull request's diff as the model reads it: files of its head, numbered and tagged so that every line shown can be
 * edited, each change within the definition that it stands in, and the removed lines where they stood.
 */
import type { FileDiff } from "../edits/file-diff.ts";
import { removedRows } from "../edits/hunks.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { innermost } from "../graph/innermost.ts";
import { countTokens } from "../llm/tokens.ts";
import { prose } from "../retrieval/paragraphs.ts";
import { joined, type LineRange, linesOf, overlap } from "../source/line-range.ts";
import { isUnreadSource } from "../source/unread-source.ts";
import { declarationLines } from "./declaration.ts";
import { drawDeleted, drawFile } from "./draw-diff.ts";
import { headOf } from "./head.ts";
import { type DrawRemoved, drawRemovedOf } from "./moved-lines.ts";
import { openersOf } from "./openers.ts";
import { createSheet, type Sheet } from "./sheet.ts";

export interface DiffView {
  readonly text: string;
  readonly tokens: number;
  /** What is shown of each file. */
  readonly shown: ReadonlyMap<string, readonly LineRange[]>;
  /** Changed files, or the rest of one, that there was no room for. */
  readonly leftOut: readonly string[];
}

export interface ViewDiffOptions {
  readonly mostForHunks?: number;
  readonly deleted?: readonly FileDiff[];
}

/**
 * Lines of a definition that is shown whole around a change, of a function where room is left, of the surroundings of a change
 * in a longer one, and, where room is left, in source without definitions because its language is not read.
 */
const most = { definition: 80, function: 240, around: 10, unread: 60 };
/** Tokens, for less of which no part of a file is shown. */
const leastPart = 400;
/** Of the budget, beyond which a file waits until the others have found room. */
const largestShare = 0.5;

/**
 * Files in the given order, for as long as the budget (tokens) lasts; one that does not fit is shown by its hunks alone,
 * which come before what surrounds those of files above, and may take up to `mostForHunks`. What room the others leave is
 * for the first lines of what does not fit even so, then for the lines of files that are gone, and then for the rest of
 * long functions: what a change breaks stands often in the same one.
 */
export function viewDiff(
  files: readonly FileDiff[],
  graph: CodeGraph,
  budget: number,
  { mostForHunks = budget, deleted = [] }: ViewDiffOptions = {},
): DiffView {
  const drawRemoved = drawRemovedOf(files);
  const views = new Map<string, FileView>();
  const tooLong: FileDiff[] = [];
  let tokens = 0;
  const put = (path: string, view: FileView): void => {
    tokens += countTokens(view.text) - countTokens(views.get(path)?.text ?? "");
    views.set(path, view);
  };
  const least = new Map<
    FileDiff,
    { readonly sheet: Sheet; readonly view: FileView; readonly cost: number }
  >();
  let kept = 0;
  const all = files.map((file) => {
    const sheet = createSheet(file.path, file.after);
    const ranges = hunksAlone(file);
    const view = { ranges, text: drawFile(file, sheet, ranges, drawRemoved) };
    return { file, sheet, view, cost: countTokens(view.text) };
  });
  const isLarge = ({ cost }: { readonly cost: number }): boolean => cost > mostForHunks * largestShare;
  for (const { file, ...own } of [...all.filter((one) => !isLarge(one)), ...all.filter(isLarge)]) {
    if (kept + own.cost > mostForHunks) continue;
    least.set(file, own);
    kept += own.cost;
  }
  for (const file of files) {
    const own = least.get(file);
    if (!own) {
      tooLong.push(file);
      continue;
    }
    kept -= own.cost;
    const whole = within(file, own.sheet, most.definition);
    put(file.path, tokens + countTokens(whole.text) + kept <= budget ? whole : own.view);
  }
  const leftOut: string[] = [];
  for (const file of tooLong) {
    const part = budget - tokens < leastPart ? undefined : firstLines(file, budget - tokens, drawRemoved);
    if (part) put(file.path, part);
    leftOut.push(part ? `${file.path} after line ${part.ranges.at(-1)!.to}` : file.path);
  }
  const gone: string[] = [];
  for (const file of deleted) {
    const text = drawDeleted(file, drawRemoved);
    const cost = countTokens(text);
    if (tokens + cost > budget) {
      leftOut.push(file.path);
      continue;
    }
    tokens += cost;
    gone.push(text);
  }
  for (const file of files) {
    const own = least.get(file);
    if (!own) continue;
    const [before, whole] = [views.get(file.path)!, within(file, own.sheet, most.function)];
    if (whole.text.length > before.text.length && tokens + costBeyond(before, whole) <= budget)
      put(file.path, whole);
  }
  return {
    text: [...[...views.values()].map(({ text }) => text), ...gone].join("\n\n"),
    shown: new Map([...views].map(([path, { ranges }]) => [path, ranges])),
    ...{ tokens, leftOut },
  };

  function within(file: FileDiff, sheet: Sheet, longest: number): FileView {
    const ranges = wholeDefinitions(file, graph, sheet, longest);
    return { ranges, text: drawFile(file, sheet, ranges, drawRemoved) };
  }
}

const costBeyond = (before: FileView, after: FileView): number =>
  countTokens(after.text) - countTokens(before.text);

interface FileView {
  readonly ranges: readonly LineRange[];
  readonly text: string;
}

/** As many of the lines of its hunks as fit; undefined where that is none. */
function firstLines(file: FileDiff, budget: number, drawRemoved: DrawRemoved): FileView | undefined {
  const sheet = createSheet(file.path, file.after);
  const hunks = hunksAlone(file);
  const upTo = (last: number): FileView => {
    const ranges = hunks
      .filter(({ from }) => from <= last)
      .map(({ from, to }) => ({ from, to: Math.min(to, last) }));
    return { ranges, text: drawFile(file, sheet, ranges, drawRemoved) };
  };
  // A line takes more tokens than four, with its number and tag: of so many no more is drawn.
  let room = Math.ceil(budget / 4);
  let end = 0;
  for (const { from, to } of hunks) {
    if (room <= 0) break;
    end = Math.min(to, from + room);
    room -= to - from + 1;
  }
  let [fits, tooMany] = [0, end + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (countTokens(upTo(middle).text) <= budget) fits = middle;
    else tooMany = middle;
  }
  const view = upTo(fits);
  return view.ranges.length === 0 ? undefined : view;
}

/** The definitions that a diff touches: of each place the innermost, in the order of the file. `within`: of these lines alone. */
export function touchedDefinitions(
  { path, fresh, added }: FileDiff,
  graph: CodeGraph,
  within?: readonly LineRange[],
): readonly CodeNode[] {
  const nodes = graph.inFile(path).filter(({ kind }) => kind !== "Module");
  const gone = removedRows(fresh).map(({ above }) => ({ from: above - 1, to: above }));
  const touched = new Set<CodeNode>();
  for (const range of [...added, ...gone])
    for (let line = range.from; line <= range.to; line += 1) {
      const node = innermost(nodes, line);
      if (node) touched.add(node);
    }
  return nodes.filter((node) => touched.has(node) && (within?.some((lines) => isOn(node, lines)) ?? true));
}

const isOn = (node: CodeNode, lines: LineRange): boolean => overlap(linesOf(node), lines) !== undefined;

/**
 * Each change within its definition; of one that is longer its declaration is shown, what stands around the change, and the
 * lines that open the blocks in which it stands: under which condition it runs.
 */
function wholeDefinitions(
  file: FileDiff,
  graph: CodeGraph,
  sheet: Sheet,
  longest: number,
): readonly LineRange[] {
  const head = headOf(graph, sheet);
  const isWide = longest > most.definition && isUnreadSource(file.path);
  const beside = isWide ? most.unread : most.around;
  // Above the head stands a licence.
  const around = hunksAlone(file).map(({ from, to }) => ({
    from: Math.min(from, Math.max(head.from, from - beside)),
    to: Math.min(sheet.lineCount, to + beside),
  }));
  const openers = isWide ? around.flatMap(({ from }) => openersOf(sheet, from, head.from)) : [];
  const definitions = touchedDefinitions(file, graph).flatMap((node) => {
    const { kind, startLine: from, endLine } = node;
    const to = Math.min(endLine, sheet.lineCount);
    if (to - from < (kind === "Class" ? most.definition : longest)) return [{ from, to }];
    const inside = around.filter((lines) => isOn(node, lines));
    return [declarationLines(node, sheet), ...inside.flatMap((lines) => openersOf(sheet, lines.from, from))];
  });
  // What a manual begins with says nothing of a change further down.
  return joined([...(prose.test(file.path) ? [] : [head]), ...openers, ...around, ...definitions]);
}

const hunksAlone = ({ fresh }: FileDiff): readonly LineRange[] =>
  joined(
    fresh.map(({ newStart, newLines }) => ({
      from: Math.max(1, newStart),
      to: newStart + Math.max(newLines, 1) - 1,
    })),
  );
