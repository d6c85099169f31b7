import { numberedLines } from "../edits/number.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import type { ReleaseNotes } from "../retrieval/history/release-notes.ts";
import { prose } from "../retrieval/paragraphs.ts";
import { queryWords } from "../retrieval/words.ts";
import { isBuilt } from "../source/generated-paths.ts";
import { type LineRange, linesOf } from "../source/line-range.ts";
import { lineTexts, splitByteOrderMark } from "../source/lines.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Collector, createCollector, reasonOf } from "./collect.ts";
import type { Context, Passage } from "./context.ts";
import { declarationLines, outlineRanges } from "./declaration.ts";
import { closeGaps } from "./gaps.ts";
import { headOf } from "./head.ts";
import { takeLikelyFiles } from "./likely-files.ts";
import { callOrder } from "./order.ts";
import { ownConstants } from "./own-constants.ts";
import { createPurse, type Purse } from "./purse.ts";
import { around, bodyOf, longestBody } from "./ranges.ts";
import { createSheet, type Sheet } from "./sheet.ts";
import { takeSignatures } from "./signatures.ts";
import { stubsAbove } from "./stubs.ts";
import { calleesOf, takeCallees } from "./take-callees.ts";
import { takeNotes } from "./take-notes.ts";
import { takeTests, wantedTests } from "./take-tests.ts";
import { tellingParts } from "./telling-parts.ts";
import { isUnread } from "./unread.ts";

export interface ContextOptions {
  /** Most tokens of the rendered context; a few small files get less, see `thrift`. */
  readonly budget: number;
  /** Of these so many may be spent however small the files are; 5,000 unless given. */
  readonly always?: number;
  /** Definitions whose body may be shown; of the others the signature is. 20 unless given. */
  readonly bodies?: number;
  /** Tracked files that the request names and the graph does not know: `package.json`, `docs/usage.md`. */
  readonly files?: readonly string[];
  /** Of these the line that the request names, where it does. */
  readonly named?: ReadonlyMap<string, number | undefined>;
  /** `plain`: the code as it stands, for readers who answer with no edits; numbered lines unless given. */
  readonly lines?: "numbered" | "plain";
  /**
   * `review`: what lies around a diff that is shown already. No file is shown whole and no test for its form, because nothing
   * is going to stand there; of a long caller the calls are, and of what is called alone what it calls in turn.
   */
  readonly purpose?: "review";
  /** Where a line about the change goes. */
  readonly notes?: ReleaseNotes;
  /** Lines, by path, that the reader has already. */
  readonly shown?: ReadonlyMap<string, readonly LineRange[]>;
  /** What is asked for: of files in languages that are not read, and that are too long to be shown, the parts that say most of its words are. */
  readonly asked?: string;
  /** The same of functions: for a question, whose reader edits nothing. */
  readonly inParts?: boolean;
}

/**
 * Definitions whose body is shown where the caller does not say how many, how many may be long, in parts, or with their stubs,
 * and files without definitions of which parts are, and how many of each; lines of a caller that is shown whole, calls of a longer one that are, and
 * lines on either side of such a call.
 */
const most = { bodies: 20, long: 3, parts: [6, 4, 2, 2, 1, 1, 1, 1], caller: 60, calls: 3, beside: 10 };
/**
 * A context takes at most this share of the files that the anchors stand in, by their length: real counts of code
 * with its line numbers come to a little less than a quarter of reading the files plain. But where they are few and
 * small there is nothing to save, and some tokens may always be spent.
 */
const thrift = { share: 0.21, always: 5_000, charactersPerToken: 4 };
/** What the names of what was left out may take, see `renderContext`. */
const list = { tokens: 400, share: 0.05 };
/** Shares of the budget that bodies, and then single lines, leave for tests and signatures. */
const kept = 0.25;
const keptOfLines = 0.15;

/**
 * Chooses what the model reads. The files most likely to change come first, whole where they are small; then the
 * bodies of the best anchors, with the imports of their file, the declaration of their class, the constants that
 * they name there and, of the very best, overloads without a body above them, and lines that stand in no definition; then a test next to which the change's own will stand; then what the best anchors call; then signatures of the rest. Nothing is
 * shown twice, small gaps are closed, and what did not fit is named.
 */
export async function assembleContext(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  workspace: Pick<Workspace, "readMany">,
  options: ContextOptions,
): Promise<Context> {
  const { files: named = [], named: lines = new Map(), bodies: numbered = most.bodies } = options;
  const asked = new Set(queryWords(options.asked ?? "").keys());
  const isReview = options.purpose === "review";
  const tests = isReview ? [] : wantedTests(anchors, graph, asked);
  const wanted = new Set([...anchors.map((anchor) => anchor.node.path), ...named]);
  const callers = isReview ? anchors.filter(isCalled) : anchors;
  const callees = calleesOf(callers.slice(0, numbered), graph);
  const beside = [...tests.map(({ test }) => test.path), ...callees.map(({ node }) => node.path)];
  if (options.notes) beside.push(options.notes.path);
  const texts = await workspace.readMany([...new Set([...wanted, ...beside])]);
  const view = options.lines === "plain" ? plainLines : numberedLines;
  const sheets = new Map([...texts].map(([path, text]) => [path, createSheet(path, text, view)]));
  for (const [path, lines] of options.shown ?? []) for (const range of lines) sheets.get(path)?.take(range);
  const whole = thriftyBudget(options, anchors, texts);
  const budget = whole - Math.min(list.tokens, Math.floor(whole * list.share));
  const purse = createPurse(budget);
  const collector = createCollector(purse);
  for (const path of wanted) if (!sheets.has(path)) collector.leave(path, "not readable", 0);
  const readable = builtLast(anchors, graph, named).filter((anchor) => sheets.has(anchor.node.path));

  if (!isReview) takeLikelyFiles(readable, { named, lines }, sheets, collector, budget);
  takeUnread(readable, graph, sheets, collector, { budget, asked, named, numbered });
  const inParts = options.inParts ? asked : new Set<string>();
  takeBodies(readable.slice(0, numbered), graph, sheets, collector, { budget, asked: inParts });
  takeLines(readable, sheets, collector, budget);
  takeTests(tests, graph, sheets, collector, { budget, asked });
  if (options.notes) takeNotes(options.notes, sheets, collector, budget);
  takeCallees(callees, sheets, collector, budget);
  takeSignatures(readable, graph, sheets, collector, { budget, numbered });
  return { ...finished(collector, purse, graph, sheets), budget: whole };
}

/**
 * What a bundler made says what its source says, at greater length, and nobody edits it: copies go, also of a file that the
 * request names (`phoenix.js` may mean the library), and what it alone has comes last.
 */
function builtLast(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  named: readonly string[],
): readonly Anchor[] {
  const isMade = ({ node: { path } }: Anchor): boolean => isBuilt(path) && !named.includes(path);
  const isCopy = ({ node }: Anchor): boolean =>
    isBuilt(node.path) &&
    graph.named(node.name).some(({ kind, path }) => kind === node.kind && !isBuilt(path));
  const kept = anchors.filter((anchor) => !isCopy(anchor));
  return [...kept.filter((anchor) => !isMade(anchor)), ...kept.filter(isMade)];
}

/** What a diff calls: it is one step behind the change, as what callers and tests call is not. */
const isCalled = ({ route }: Anchor): boolean =>
  route.some((hop) => hop.kind === "edge" && hop.relation === "calls");

const plainLines = (text: string): readonly string[] => lineTexts(splitByteOrderMark(text).body);

function thriftyBudget(
  { budget, always = thrift.always }: ContextOptions,
  anchors: readonly Anchor[],
  texts: ReadonlyMap<string, string>,
): number {
  const paths = new Set(anchors.map(({ node }) => node.path));
  const characters = [...paths].reduce((sum, path) => sum + (texts.get(path)?.length ?? 0), 0);
  const share = Math.floor((thrift.share * characters) / thrift.charactersPerToken);
  return Math.min(budget, Math.max(always, share));
}

function takeBodies(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  { budget, asked }: { readonly budget: number; readonly asked: ReadonlySet<string> },
): void {
  let inParts = 0;
  for (const [rank, anchor] of anchors.entries()) {
    const { node } = anchor;
    const sheet = sheets.get(node.path)!;
    const reason = reasonOf(anchor);
    const body = bodyOf(node, sheet);
    const longest = rank < most.long && node.kind !== "Class" ? longestBody.ofBest : longestBody.usual;
    if (node.kind === "Module") continue;
    if (anchor.lines && body.to - body.from >= most.caller) {
      const calls = anchor.lines.slice(0, most.calls).map((line) => windowOf(line, node));
      for (const part of [declarationLines(node, sheet), ...calls])
        collector.take(sheet, part, "body", { ...reason, node }, budget * kept);
      continue;
    }
    if (body.to - body.from >= longest) {
      if (node.kind === "Class" || asked.size === 0 || inParts === most.long) continue;
      inParts += 1;
      for (const part of tellingParts(sheet.lines, linesOf(node), asked))
        collector.take(sheet, part, "body", { ...reason, node }, budget * kept);
      continue;
    }
    if (!collector.take(sheet, body, "body", { ...reason, node }, budget * kept)) {
      collector.leave(node.id, "over budget", sheet.estimate(body));
      continue;
    }
    if (rank < most.long) {
      const stubs = { from: stubsAbove(sheet.lines, node.name, node.startLine), to: node.startLine - 1 };
      collector.take(sheet, stubs, "signature", { ...reason, node }, budget * kept);
    }
    collector.take(sheet, headOf(graph, sheet), "file-head", reason, 0);
    const owner = node.owner === undefined ? undefined : graph.node(node.owner);
    for (const lines of owner ? outlineRanges(owner, sheet) : [])
      collector.take(sheet, lines, "signature", { ...reason, node: owner! }, 0);
    for (const lines of ownConstants(sheet.lines, body))
      collector.take(sheet, lines, "signature", { ...reason, node }, budget * kept);
  }
}

const windowOf = (line: number, { startLine, endLine }: CodeNode): LineRange => ({
  from: Math.max(startLine, line - most.beside),
  to: Math.min(endLine, line + most.beside),
});

/** Of files whose language is not read, so that no definition leads to a place in them, and of documents that are named, the parts that speak of what is asked. */
function takeUnread(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  {
    budget,
    asked,
    named,
    numbered,
  }: {
    readonly budget: number;
    readonly asked: ReadonlySet<string>;
    readonly named: readonly string[];
    readonly numbered: number;
  },
): void {
  const unread = anchors.filter(
    ({ node }) =>
      !node.test && (isUnread(node, graph) || (prose.test(node.path) && named.includes(node.path))),
  );
  const likeliest = new Set(anchors.slice(0, numbered));
  for (const [rank, anchor] of unread.slice(0, most.parts.length).entries()) {
    const sheet = sheets.get(anchor.node.path)!;
    const whole = { from: 1, to: sheet.lineCount };
    // Behind so many definitions it is a chance hit (a style sheet, of a model's title).
    const parts = likeliest.has(anchor) ? most.parts[rank]! : 1;
    const many = isUnread(anchor.node, graph) ? { parts, words: 1 } : {};
    for (const part of tellingParts(sheet.lines, whole, asked, many))
      collector.take(sheet, part, "body", reasonOf(anchor), budget * kept);
  }
}

/** Constants and paragraphs: a few lines around each. */
function takeLines(
  anchors: readonly Anchor[],
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  for (const anchor of anchors)
    for (const line of anchor.lines ?? []) {
      const sheet = sheets.get(anchor.node.path)!;
      const lines = around({ from: line, to: line }, sheet);
      collector.take(sheet, lines, "body", reasonOf(anchor), budget * keptOfLines);
    }
}

/**
 * Puts the passages in reading order. Within a file lines stay in order, for the model edits by line number; rows
 * come last, but those whose definition stands in a closed gap.
 */
function finished(
  collector: Collector,
  purse: Purse,
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
): Omit<Context, "budget"> {
  const rows = collector.passages.filter(({ kind }) => kind === "outline");
  const windows = collector.passages.filter(({ kind }) => kind !== "outline");
  const score = new Map<string, number>();
  for (const { path, score: one } of windows) score.set(path, Math.max(score.get(path) ?? 0, one));
  const best = [...score].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([path]) => path);
  const files = callOrder(best, graph);
  const shown = files.flatMap((path) => {
    const ofFile = windows.filter((passage) => passage.path === path);
    ofFile.sort((a, b) => a.startLine - b.startLine);
    return closeGaps(ofFile, sheets.get(path)!, purse);
  });
  const hidden = rows.filter((row) => sheets.get(row.path)!.free(linesOf(row)).length > 0);
  const passages = [...shown, ...byFile(hidden)];
  return {
    ...{ passages, leftOut: collector.leftOut, tokens: purse.spent() },
    files: files.map((path) => {
      const { lineCount, stamp } = sheets.get(path)!;
      return { path, lineCount, ...(stamp === undefined ? {} : { stamp }) };
    }),
  };
}

/** Files in the order of their best row, rows in the order of the source. */
function byFile(rows: readonly Passage[]): readonly Passage[] {
  return [...Map.groupBy(rows, ({ path }) => path).values()].flatMap((ofFile) =>
    ofFile.sort((a, b) => a.startLine - b.startLine),
  );
}
