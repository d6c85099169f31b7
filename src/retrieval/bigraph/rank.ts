import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import { collectEvidence, sharesOf, weigh } from "../evidence.ts";
import { callSignals } from "./call-signals.ts";
import type { Case, Evidence } from "./evidence.ts";
import { importSignals } from "./import-signals.ts";
import { placeSignals, priorsOf } from "./place-signals.ts";
import { priors, type Signal, signalNames } from "./signals.ts";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import type { Similar, Target } from "./target.ts";
import { typeSignals } from "./type-signals.ts";
import { type Weights, weightsFor } from "./weights.ts";
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
  /** Those learned for the target's language where not given. */
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
  { limit, weights = weightsFor(target.node.path), without = new Set(), similar }: RankOptions,
): Promise<readonly Support[]> {
  const around = await surroundingsOf(target, graph, index, readSource, similar);
  return fuse(gather(around).cases(), weights, without, limit);
}

/** Everything that speaks for anything but the target, which is never its own support, and modules, which are no definitions. */
export function gather(around: Surroundings): Evidence {
  const { id } = around.target.node;
  const evidence = collectEvidence<Signal, CodeNode>(signalNames, {
    excluded: (node) => node.id === id || node.kind === "Module",
    begin: priorsOf(around),
  });
  for (const signals of [placeSignals, importSignals, callSignals, typeSignals, wordSignals])
    signals(around, evidence);
  return evidence;
}

function fuse(
  cases: Iterable<Case>,
  weights: Weights,
  without: ReadonlySet<Signal>,
  limit: number,
): readonly Support[] {
  const column = signalNames.map((name) => (without.has(name) ? 0 : weights[name]));
  const speaking = [...signalNames.keys()].filter(
    (at) => !priors.has(signalNames[at]!) && !without.has(signalNames[at]!),
  );
  const spokenFor = Array.from(cases).filter(({ values }) => speaking.some((at) => values[at]! > 0));
  return weigh(spokenFor, column, limit).map(({ one, score }) => ({
    ...{ node: one.node, score },
    reasons: sharesOf(one, signalNames, column)
      .filter(({ signal }) => !priors.has(signal))
      .map(({ signal, share, note }) => ({ signal, share, via: note })),
  }));
}
