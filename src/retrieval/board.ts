import type { CodeNode } from "../graph/graph.ts";
import { firstFew } from "./first-few.ts";
import type { RouteHop } from "./route.ts";

/** A definition taken into the context, with the way by which it was found. */
export interface Anchor {
  readonly node: CodeNode;
  /** The way that brought most of the score. */
  readonly route: readonly RouteHop[];
  /** Comparable within one answer only; above 0. */
  readonly score: number;
  /** Requirements that led here (`R1`), the strongest first; empty where only the request as a whole did. */
  readonly requirements: readonly string[];
  /** Of a module: lines that matter and stand in no definition, in order (constants, documentation). */
  readonly lines?: readonly number[];
}

/** One reason to take a definition. */
export interface Clue {
  readonly node: CodeNode;
  readonly score: number;
  readonly route: readonly RouteHop[];
  readonly requirement: string | undefined;
  readonly line?: number;
}

/** What speaks for one definition so far. */
export interface Tally {
  best: Clue;
  sum: number;
  readonly requirements: Map<string, number>;
  readonly lines: Set<number>;
}

export type Board = Map<CodeNode, Tally>;

/** What clues after the best count; they are not independent of it. */
const again = 0.3;
/** What a test counts where the request asks for none. */
const test = 0.5;

export function credit(board: Board, clue: Clue): void {
  let tally = board.get(clue.node);
  if (!tally) {
    tally = { best: clue, sum: 0, requirements: new Map(), lines: new Set() };
    board.set(clue.node, tally);
  }
  tally.sum += clue.score;
  if (clue.line !== undefined) tally.lines.add(clue.line);
  if (clue.score > tally.best.score) tally.best = clue;
  if (clue.requirement !== undefined) {
    const before = tally.requirements.get(clue.requirement) ?? 0;
    tally.requirements.set(clue.requirement, Math.max(before, clue.score));
  }
}

/** The best clue counts whole, the others in part. */
export function total(tally: Tally): number {
  return tally.best.score + again * (tally.sum - tally.best.score);
}

/** The `count` definitions that lead so far. */
export function leaders(board: Board, count: number) {
  const scored = Array.from(board, ([node, tally]) => {
    return { node, tally, score: total(tally), route: tally.best.route };
  });
  return firstFew(scored, count, (a, b) => b.score - a.score || order(a.node, b.node));
}

export function ranked(board: Board, testsWanted: boolean, limit: number): readonly Anchor[] {
  return [...board]
    .map(([node, tally]) => ({
      ...{ node, route: tally.best.route, requirements: strongest(tally) },
      score: total(tally) * (node.test && !testsWanted ? test : 1),
      ...(tally.lines.size > 0 ? { lines: [...tally.lines].sort((a, b) => a - b) } : {}),
    }))
    .sort((a, b) => b.score - a.score || order(a.node, b.node))
    .slice(0, limit);
}

export function strongest(tally: Tally): readonly string[] {
  return [...tally.requirements].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** Ties are broken by id, so that an answer is the same on every machine. */
function order(a: CodeNode, b: CodeNode): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
