import type { CodeNode } from "../../graph/graph.ts";
import type { Bm25 } from "../bm25.ts";
import type { SearchIndex } from "../documents.ts";
import { queryWords } from "../words.ts";
import type { Similar, Target } from "./target.ts";

/** Similar definitions that are looked at, and hits of the search of which they are the best. */
const most = { similar: 20, hits: 40 };

/**
 * Similarity edges of the requirement graph that leave the target, by words: definitions whose requirement (name,
 * signature, description) is like the target's. arXiv 2504.10046, section "Requirement graph", without a model.
 */
export function similarByWords({ node, requirement }: Target, index: SearchIndex): readonly Similar[] {
  const name = node.kind === "Module" ? "" : `${node.qualifiedName} ${node.name}`;
  return bestOf(index, index.purposes, `${requirement}\n${name}\n${node.signature}`, node, most.similar);
}

/** Finds the definitions that are like one, the likest first. */
export type FindSimilar = (node: CodeNode) => readonly CodeNode[];

/** Likeness to the most similar definition from which on another one is called similar. */
const similarShare = 0.5;

/** Finds by words what people and models are shown as similar. */
export const similarIn =
  (index: SearchIndex): FindSimilar =>
  (node) =>
    similarByWords({ node, requirement: node.doc ?? "" }, index)
      .filter(({ share }) => share >= similarShare)
      .map((similar) => similar.node);

/** Definitions of a search but for the target, modules and tests; `share`: 1 for the best. */
export function bestOf(
  index: SearchIndex,
  bm25: Bm25,
  query: string,
  target: CodeNode,
  limit: number,
): readonly Similar[] {
  const found = bm25
    .search(queryWords(query), most.hits)
    .map(({ document, score }) => ({ node: index.nodes[document]!, score }))
    .filter(({ node }) => node.id !== target.id && node.kind !== "Module" && !node.test)
    .slice(0, limit);
  const best = found[0]?.score ?? 1;
  return found.map(({ node, score }) => ({ node, share: score / best }));
}
