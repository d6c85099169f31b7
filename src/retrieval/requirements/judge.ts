import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { addUsage } from "../../llm/budget.ts";
import type { Support } from "../bigraph/rank.ts";
import type { Similar, Target } from "../bigraph/target.ts";
import type { ReadSource } from "../documents.ts";
import { type Asked, nothingAsked, type PaidModel } from "./ask-lines.ts";
import { requirementTexts } from "./derive.ts";
import { labelCandidates, type Relation } from "./label.ts";
import { usualWriteLimits, writeRequirements } from "./write.ts";

/** What a model says of a target's best candidates. Survives JSON, so it can be one recorded step of a run. */
export interface Judged extends Asked {
  /** Requirement texts that it wrote, by the ids of their definitions. */
  readonly texts: Readonly<Record<string, string>>;
  /** How candidates stand to the target, by their ids. */
  readonly relations: Readonly<Record<string, Relation>>;
}

export const nothingJudged: Judged = { ...nothingAsked, texts: {}, relations: {} };

/** Candidates that are judged, of the ranking and of the Similarity edges each. */
const most = { ranked: 12, similar: 8 };

/** Whom to judge: the best of the ranking and the most similar, each once. */
export function candidatesOf(ranking: readonly Support[], similar: readonly Similar[]): readonly CodeNode[] {
  const best = [...ranking.slice(0, most.ranked), ...similar.slice(0, most.similar)].map(({ node }) => node);
  return [...new Map(best.map((node) => [node.id, node])).values()];
}

/**
 * Two questions at most: what the candidates without documentation are for, and how all stand to the target. Without
 * a model nothing is judged; where it fails, the notes say so.
 */
export async function judgeCandidates(
  target: Target,
  candidates: readonly CodeNode[],
  graph: CodeGraph,
  readSource: ReadSource,
  paid: PaidModel | undefined,
  signal: AbortSignal,
): Promise<Judged> {
  if (!paid || candidates.length === 0) return nothingJudged;
  const written = await writeRequirements(candidates, readSource, paid, usualWriteLimits, signal);
  const texts = await requirementTexts(candidates, graph, readSource, written.texts);
  const pairs = candidates.map((node) => ({ node, text: texts.get(node.id)! }));
  const labels = await labelCandidates(target, pairs, paid, signal);
  return {
    ...{ texts: written.texts, relations: labels.relations },
    usage: addUsage(written.usage, labels.usage),
    notes: [...new Set([...written.notes, ...labels.notes])],
  };
}
