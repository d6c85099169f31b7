import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import { collectEvidence } from "../evidence.ts";
import { callSignals } from "./call-signals.ts";
import type { Case, Evidence } from "./evidence.ts";
import { importSignals } from "./import-signals.ts";
import { placeSignals, priorSignals } from "./place-signals.ts";
import { priors, type Signal, signalNames } from "./signals.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import type { Similar, Target } from "./target.ts";
import { typeSignals } from "./type-signals.ts";
import { weights as learned, type Weights } from "./weights.ts";
import { wordSignals } from "./word-signals.ts";

/** A definition that the target probably needs. */
export interface Support {
  readonly node: CodeNode;
  /** 1 for the best; how likely it is against the best. */
  readonly score: number;
  /** The signals that spoke for it, the heaviest first. */
  readonly reasons: readonly Reason[];
}

export interface Reason {
  readonly signal: Signal;
  /** Its part of the logarithm of the score. */
  readonly share: number;
  readonly via: CodeNode | undefined;
}

export interface RankOptions {
  readonly limit: number;
  readonly weights?: Weights;
  /** Signals that are switched off, for ablation. */
  readonly without?: ReadonlySet<Signal>;
  /** Definitions with a similar requirement; found by words where not given. */
  readonly similar?: readonly Similar[];
}

/**
 * Ranks the definitions that a target will call or build on: the bigraph's mapping from the target requirement, its
 * sub-requirements and similar requirements to code (arXiv 2504.10046, section "Bigraph mapping"), with the target's
 * file, imports, types and siblings. Every definition has one value a signal; a learned weight each says what it counts.
 */
export async function rankSupport(
  target: Target,
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
  { limit, weights = learned, without = new Set(), similar }: RankOptions,
): Promise<readonly Support[]> {
  const around = await surroundingsOf(target, graph, index, readSource, similar);
  return fuse(gather(around).cases(), weights, without, limit);
}

/** Everything that speaks for anything but the target, which is never its own support, and modules, which are no definitions. */
export function gather(around: Surroundings): Evidence {
  const { id } = around.target.node;
  const evidence = collectEvidence<Signal, CodeNode>(
    signalNames,
    (node) => node.id === id || node.kind === "Module",
  );
  for (const signals of [placeSignals, importSignals, callSignals, typeSignals, wordSignals, priorSignals])
    signals(around, evidence);
  return evidence;
}

function weighted(values: Float64Array, column: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < column.length; at++) sum += values[at]! * column[at]!;
  return sum;
}

/** Best first; ties by id, so that an answer is the same on every machine. */
function fuse(
  cases: Iterable<Case>,
  weights: Weights,
  without: ReadonlySet<Signal>,
  limit: number,
): readonly Support[] {
  const column = signalNames.map((name) => (without.has(name) ? 0 : weights[name]));
  const speaking = signalNames.map((name) => !priors.has(name) && !without.has(name));
  const scored = [...cases]
    .filter(({ values }) => speaking.some((speaks, at) => speaks && values[at]! > 0))
    .map((one) => ({ one, sum: weighted(one.values, column) }))
    .sort((a, b) => b.sum - a.sum || (a.one.node.id < b.one.node.id ? -1 : 1));
  const best = scored[0]?.sum ?? 0;
  return scored.slice(0, limit).map(({ one, sum }) => ({
    ...{ node: one.node, score: Math.exp(sum - best) },
    reasons: signalNames
      .map((signal, at) => ({ signal, share: one.values[at]! * column[at]!, via: one.notes.get(signal) }))
      .filter(({ signal, share }) => share > 0 && !priors.has(signal))
      .sort((a, b) => b.share - a.share),
  }));
}
