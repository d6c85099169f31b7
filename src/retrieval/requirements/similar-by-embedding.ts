import type { CodeNode } from "../../graph/graph.ts";
import { similarByWords } from "../bigraph/similar.ts";
import type { Similar, Target } from "../bigraph/target.ts";
import type { SearchIndex } from "../documents.ts";
import type { DefinitionVectors } from "./embed-definitions.ts";

/** Similar definitions that are answered, and neighbours that say where likeness ends. */
const most = { similar: 20, neighbours: 80 };

/** How fast a rank loses worth. Cormack et al. (2009) take 60; 10 keeps the first few apart, as word scores do. */
const rankDamping = 10;

/** A definition and how alike it is: 1 for the most alike. */
export interface Likeness {
  readonly node: CodeNode;
  readonly score: number;
}

/** What of a target is embedded: its requirement, and the name and signature where it has them. */
export function targetText({ node, requirement }: Target): string {
  return node.kind === "Module" ? requirement : `${requirement}\n${node.qualifiedName}\n${node.signature}`;
}

/** Similarity edges of the requirement graph that leave the target, by the cosine of their vectors. `query`: of `targetText`. */
export function similarByEmbedding(
  target: Target,
  vectors: DefinitionVectors,
  query: Float32Array,
): readonly Similar[] {
  return rankByEmbedding([query], vectors, most.neighbours)
    .filter(({ node }) => node.id !== target.node.id)
    .slice(0, most.similar)
    .map(({ node, score }) => ({ node, share: score }));
}

/**
 * Definitions by cosine alone, the baseline `embedding`: each counts by the query that it is nearest to. Scores run
 * from 1 (the nearest) to 0 (as near as the last that was looked at): models differ in what a cosine of .7 means.
 */
export function rankByEmbedding(
  queries: readonly Float32Array[],
  { nodes, table }: DefinitionVectors,
  limit: number,
): readonly Likeness[] {
  const cosines = new Map<number, number>();
  for (const query of queries)
    for (const { row, cosine } of table.nearest(query, Math.max(limit, most.neighbours) + 1))
      cosines.set(row, Math.max(cosine, cosines.get(row) ?? Number.NEGATIVE_INFINITY));
  const found = [...cosines].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const [best, floor] = [found[0]?.[1] ?? 1, found.at(-1)?.[1] ?? 0];
  const span = best - floor || 1;
  return found
    .slice(0, limit)
    .map(([row, cosine]) => ({ node: nodes[row]!, score: best === floor ? 1 : (cosine - floor) / span }));
}

/**
 * Similarity edges by words and, where there are vectors, by both: the two rankings are fused by reciprocal rank
 * (Cormack, Clarke and Buettcher 2009). What has no vector yet keeps its place among the words.
 */
export function findSimilar(
  target: Target,
  index: SearchIndex,
  semantic?: { readonly vectors: DefinitionVectors; readonly query: Float32Array },
): readonly Similar[] {
  const byWords = similarByWords(target, index);
  if (!semantic || semantic.vectors.nodes.length === 0) return byWords;
  return fuseSimilar([byWords, similarByEmbedding(target, semantic.vectors, semantic.query)]);
}

/** Several rankings as one; `share`: 1 for the best. */
export function fuseSimilar(rankings: readonly (readonly Similar[])[]): readonly Similar[] {
  const sums = new Map<string, { readonly node: CodeNode; sum: number }>();
  for (const ranking of rankings)
    for (const [rank, { node }] of ranking.entries()) {
      const entry = sums.get(node.id) ?? { node, sum: 0 };
      entry.sum += 1 / (rankDamping + rank + 1);
      sums.set(node.id, entry);
    }
  const fused = [...sums.values()].sort((a, b) => b.sum - a.sum || (a.node.id < b.node.id ? -1 : 1));
  const best = fused[0]?.sum ?? 1;
  return fused.slice(0, most.similar).map(({ node, sum }) => ({ node, share: sum / best }));
}
