import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { isCase } from "../graph/tests/tests-of.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import { queryWords } from "../retrieval/words.ts";
import { isGenerated } from "../source/generated-paths.ts";
import type { LineRange } from "../source/line-range.ts";
import { baseName } from "../source/paths.ts";
import { type Collector, reasonOf } from "./collect.ts";
import { headOf } from "./head.ts";
import { type NearestTest, nearestTest, testLines } from "./nearest-test.ts";
import type { Sheet } from "./sheet.ts";
import { tellingParts } from "./telling-parts.ts";
import { isUnread } from "./unread.ts";

/** A test that the change will stand next to, and the anchor that it tests. */
export interface WantedTest {
  readonly anchor: Anchor;
  readonly test: NearestTest;
}

/** Anchors whose tests are looked for, test files shown, and lines at the end of one in which nothing that is asked stands. */
const limits = { anchors: 12, files: 3, end: 24 };
/** Share of the budget that tests leave for signatures. */
const kept = 0.1;

/**
 * The tests whose names the request says, then the nearest tests of the best anchors, one of each test file. Where the
 * request says none, also the test file that was found first for its words: where many test one file, these tell which. Of what is vendored or
 * generated none.
 */
export function wantedTests(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  asked: ReadonlySet<string>,
): readonly WantedTest[] {
  const found = new Map<string, WantedTest>();
  for (const anchor of anchors) {
    const { test: isTest, kind, path } = anchor.node;
    if (!isTest || kind !== "Module" || !isSaid(path, asked)) continue;
    found.set(path, { anchor, test: { path, line: likeliestCase(path, graph, asked)?.startLine } });
    break;
  }
  const isTold = found.size > 0;
  for (const anchor of anchors.slice(0, limits.anchors)) {
    const { test: isTest, kind, path } = anchor.node;
    if (isTest || isGenerated(path) || (kind === "Module" && !isUnread(anchor.node, graph))) continue;
    const test = nearestTest(anchor.node, graph);
    if (test && !found.has(test.path)) found.set(test.path, { anchor, test });
    if (found.size === limits.files) break;
  }
  const own = anchors.find(({ node: { path } }) => graph.node(path)?.test && !isBesideTests.test(path));
  if (own && !isTold && !found.has(own.node.path) && !isGenerated(own.node.path))
    found.set(own.node.path, { anchor: own, test: { path: own.node.path, line: undefined } });
  return [...found.values()];
}

/** What tests share is none. */
const isBesideTests = /(?:^|\/)(?:helpers?|fixtures?|support|utils?|mocks?|__mocks__)\//i;

/** `test_standard_handler.py` where the request speaks of standard handlers: a single word is said by chance. */
function isSaid(path: string, asked: ReadonlySet<string>): boolean {
  const own = [...queryWords(baseName(path).replace(/\.[^.]*$/, "")).keys()].filter(
    (word) => !/^(?:test|spec)/.test(word),
  );
  return own.length > 1 && own.every((word) => asked.has(word));
}

/** The test of a file whose name says most of what is asked, in words that few of its tests have; undefined where tests are no functions. */
function likeliestCase(path: string, graph: CodeGraph, asked: ReadonlySet<string>): CodeNode | undefined {
  const isFunction = ({ kind }: CodeNode): boolean => kind === "Function" || kind === "Method";
  const cases = graph
    .inFile(path)
    .filter((node) => isFunction(node) && isCase(node))
    .map((node) => ({ node, said: [...queryWords(node.name).keys()].filter((word) => asked.has(word)) }));
  const having = Map.groupBy(
    cases.flatMap(({ said }) => said),
    (word) => word,
  );
  const weigh = (said: readonly string[]): number =>
    said.reduce((sum, word) => sum + 1 / having.get(word)!.length, 0);
  return cases.map(({ node, said }) => ({ node, weight: weigh(said) })).sort((a, b) => b.weight - a.weight)[0]
    ?.node;
}

/**
 * Shows the head of each test file and one test in it: the change shall extend it in its style. Where no call tells
 * which, the one whose name says most of what is asked, or the part that does, else the end of the file.
 */
export function takeTests(
  wanted: readonly WantedTest[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  { budget, asked }: { readonly budget: number; readonly asked: ReadonlySet<string> },
): void {
  for (const { anchor, test } of wanted) {
    const sheet = sheets.get(test.path);
    if (!sheet) continue;
    const { route, score } = reasonOf(anchor);
    const tests = [
      { kind: "edge", relation: "is tested by" },
      { kind: "node", id: test.path },
    ] as const;
    const reason = { route: anchor.node.test ? route : [...route, ...tests], score };
    const isUntold = anchor.node.test && test.line === undefined;
    const isLines = isUntold || isUnread(graph.node(test.path), graph);
    const told = isLines ? undefined : toldLines({ anchor, test }, graph, sheet, asked);
    collector.take(sheet, told ?? likeliestPart(sheet, asked), "body", reason, budget * kept);
    collector.take(sheet, headOf(graph, sheet), "file-head", reason, budget * kept);
  }
}

/**
 * Where a call tells which test, it; else the first that names what is tested, or the one whose name says most of what
 * is asked: before it of a class, which the head of its own test class names.
 */
function toldLines(
  { anchor: { node }, test }: WantedTest,
  graph: CodeGraph,
  sheet: Sheet,
  asked: ReadonlySet<string>,
): LineRange | undefined {
  const at = (line: number | undefined) => testLines({ ...test, line }, node.name, graph, sheet);
  if (test.line !== undefined) return at(test.line);
  const line = likeliestCase(test.path, graph, asked)?.startLine;
  const named = line === undefined ? undefined : at(line);
  return node.kind === "Class" ? (named ?? at(undefined)) : (at(undefined) ?? named);
}

function likeliestPart({ lines, lineCount }: Sheet, asked: ReadonlySet<string>): LineRange {
  const [part] = tellingParts(lines, { from: 1, to: lineCount }, asked);
  return part ?? { from: Math.max(1, lineCount - limits.end + 1), to: lineCount };
}
