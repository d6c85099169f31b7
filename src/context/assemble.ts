import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { countTokens } from "../llm/tokens.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Collector, createCollector, type Reason } from "./collect.ts";
import type { Context, Passage } from "./context.ts";
import { declarationLines } from "./declaration.ts";
import { callOrder } from "./order.ts";
import { createPurse } from "./purse.ts";
import { createSheet, type Range, type Sheet } from "./sheet.ts";

export interface ContextOptions {
  /** Tokens for all passages together. */
  readonly budget: number;
  /** Definitions whose body may be shown; of the others the signature is. 16 unless given. */
  readonly bodies?: number;
  /** Tracked files that the request names and the graph does not know: `package.json`, `docs/usage.md`. */
  readonly files?: readonly string[];
}

/**
 * Lines: a body, the body of one of the best anchors, a whole file, a file's head, the lines around a body. Then how
 * many anchors are the best, and how many files get room as likely to change.
 */
const limits = { body: 160, long: 600, whole: 240, head: 40, around: 3, best: 3, likely: 3, bodies: 16 };
/** Shares of the budget that stay untouched: by whole files for the rest, and by bodies for signatures. */
const kept = { fromFiles: 0.5, fromBodies: 0.15 };

/**
 * Chooses what the model reads. The files most likely to change come first, whole where they are small; then the
 * bodies of the best anchors, with the imports of their file and the declaration of their class; then signatures of
 * the rest. Nothing is shown twice, and what did not fit is named.
 */
export async function assembleContext(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  workspace: Pick<Workspace, "readMany">,
  options: ContextOptions,
): Promise<Context> {
  const extra = options.files ?? [];
  const paths = [...new Set([...anchors.map((anchor) => anchor.node.path), ...extra])];
  const texts = await workspace.readMany(paths);
  const sheets = new Map([...texts].map(([path, text]) => [path, createSheet(path, text)]));
  const collector = createCollector(createPurse(options.budget));
  for (const path of paths) if (!sheets.has(path)) collector.leave(path, "not readable", 0);
  const readable = anchors.filter((anchor) => sheets.has(anchor.node.path));

  takeLikelyFiles(readable, extra, sheets, collector, options.budget);
  takeBodies(readable, graph, sheets, collector, options);
  takeSignatures(readable, graph, sheets, collector);
  return finished(collector, graph, sheets, options.budget);
}

/** Small files among the likeliest are shown whole: an edit often needs what stands next to the anchor. */
function takeLikelyFiles(
  anchors: readonly Anchor[],
  extra: readonly string[],
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  const named = extra.map((path) => ({
    path,
    reason: {
      route: [{ kind: "from", id: "request" } as const, { kind: "mention", text: path } as const],
      score: 1,
    },
  }));
  const likely = likelyFiles(anchors).map((anchor) => ({ path: anchor.node.path, reason: reasonOf(anchor) }));
  for (const { path, reason } of [...named, ...likely]) {
    const sheet = sheets.get(path);
    if (!sheet) continue;
    const whole: Range = { from: 1, to: sheet.lineCount };
    if (
      sheet.lineCount > limits.whole ||
      !collector.take(sheet, whole, "body", reason, budget * kept.fromFiles)
    ) {
      const head: Range = { from: 1, to: Math.min(limits.head, sheet.lineCount) };
      if (extra.includes(path)) collector.take(sheet, head, "file-head", reason, 0);
    }
  }
}

/** The anchor that speaks best for each of the files with the highest sums of scores; tests are not likely to be first. */
function likelyFiles(anchors: readonly Anchor[]): readonly Anchor[] {
  const files = new Map<string, { best: Anchor; sum: number }>();
  for (const anchor of anchors.slice(0, limits.bodies)) {
    const file = files.get(anchor.node.path);
    if (file) file.sum += anchor.score;
    else files.set(anchor.node.path, { best: anchor, sum: anchor.score });
  }
  return [...files.values()]
    .filter(({ best }) => !best.node.test)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, limits.likely)
    .map(({ best }) => best);
}

function takeBodies(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  options: ContextOptions,
): void {
  const reserve = options.budget * kept.fromBodies;
  for (const [rank, anchor] of anchors.slice(0, options.bodies ?? limits.bodies).entries()) {
    const { node } = anchor;
    const sheet = sheets.get(node.path)!;
    const reason = reasonOf(anchor);
    const body = bodyOf(node, sheet);
    const most = rank < limits.best && node.kind !== "Class" ? limits.long : limits.body;
    if (node.kind === "Module" || body.to - body.from >= most) continue;
    if (!collector.take(sheet, body, "body", { ...reason, node }, reserve)) {
      collector.leave(node.id, "over budget", countTokens(sheet.show(body)));
      continue;
    }
    const head: Range = { from: 1, to: headEnd(graph, sheet) };
    collector.take(sheet, head, "file-head", reason, 0);
    const owner = node.owner === undefined ? undefined : graph.node(node.owner);
    if (owner)
      collector.take(sheet, declarationLines(owner, sheet), "signature", { ...reason, node: owner }, 0);
  }
}

/** The signatures of the remaining anchors, and of what a long class or file among the anchors contains. */
function takeSignatures(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
): void {
  for (const anchor of anchors) {
    const { node } = anchor;
    const sheet = sheets.get(node.path)!;
    const reason = reasonOf(anchor);
    const parts = graph.outgoing(node.id, "Contain").flatMap((edge) => graph.node(edge.to) ?? []);
    const declared = node.kind === "Module" ? parts : [node, ...(node.kind === "Class" ? parts : [])];
    if (node.kind === "Module")
      collector.take(sheet, { from: 1, to: headEnd(graph, sheet) }, "file-head", reason, 0);
    for (const part of declared) {
      const lines = declarationLines(part, sheet);
      if (sheet.free(lines).length === 0) continue;
      if (!collector.take(sheet, lines, "signature", { ...reason, node: part }, 0))
        collector.leave(part.id, "over budget", countTokens(sheet.show(lines)));
    }
    if (
      node.kind !== "Module" &&
      node.endLine - node.startLine > limits.body &&
      sheet.free(bodyOf(node, sheet)).length > 0
    )
      collector.leave(node.id, "too long", countTokens(sheet.show(bodyOf(node, sheet))));
  }
}

/** A definition with a few lines around, where an edit may have to go. */
function bodyOf(node: CodeNode, sheet: Sheet): Range {
  return {
    from: Math.max(1, node.startLine - limits.around),
    to: Math.min(sheet.lineCount, node.endLine + limits.around),
  };
}

/** The last line before a file's first definition: its imports and constants, at most 40 lines. */
function headEnd(graph: CodeGraph, sheet: Sheet): number {
  const first = graph.inFile(sheet.path).find((node) => node.kind !== "Module");
  return Math.min(limits.head, sheet.lineCount, first ? first.startLine - 1 : limits.head);
}

function reasonOf(anchor: Anchor): Reason {
  return { route: anchor.route, score: anchor.score };
}

/** Puts the passages in reading order. Within a file lines stay in order: the model edits by line number. */
function finished(
  collector: Collector,
  graph: CodeGraph,
  sheets: ReadonlyMap<string, Sheet>,
  budget: number,
): Context {
  const score = new Map<string, number>();
  for (const { path, score: one } of collector.passages) score.set(path, Math.max(score.get(path) ?? 0, one));
  const best = [...score].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([path]) => path);
  const files = callOrder(best, graph);
  const place = new Map(files.map((path, at) => [path, at]));
  const passages: readonly Passage[] = [...collector.passages].sort(
    (a, b) => place.get(a.path)! - place.get(b.path)! || a.startLine - b.startLine,
  );
  return {
    ...{ passages, budget, leftOut: collector.leftOut },
    files: files.map((path) => ({ path, lineCount: sheets.get(path)!.lineCount })),
    tokens: passages.reduce((sum, passage) => sum + passage.tokens, 0),
  };
}
