import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { ModelError } from "../../llm/model-error.ts";
import type { Similar, Target } from "../bigraph/target.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import {
  type DefinitionVectors,
  type EmbeddingCost,
  type EmbedOptions,
  type EmbedWith,
  embedDefinitions,
  embedTexts,
} from "./embed-definitions.ts";
import { importantFirst } from "./important-first.ts";
import { findSimilar, type Likeness, rankByEmbedding, targetText } from "./similar-by-embedding.ts";

/** What a repository's definitions mean, as far as there are vectors; words where there are none. */
export interface Semantics {
  /** Definitions that have a vector; 0 without an embedding model. */
  readonly size: number;
  readonly spent: EmbeddingCost;
  /** Similarity edges that leave a target, for `RankOptions.similar`: by words, and by vectors where there are any. */
  similar(target: Target, signal: AbortSignal): Promise<readonly Similar[]>;
  /** The baseline `embedding`: definitions by cosine alone; each counts by the text it is nearest to. Empty without vectors. */
  rank(texts: readonly string[], limit: number, signal: AbortSignal): Promise<readonly Likeness[]>;
  /** What was compared by words alone and why, so far, in words for a person. */
  notes(): readonly string[];
}

export interface SemanticsOptions extends EmbedOptions {
  /** Definitions to embed before all others where not all can be: the best hits of a search. */
  readonly first?: readonly CodeNode[];
}

const nothingSpent: EmbeddingCost = { texts: 0, tokens: 0, cost: 0 };

/**
 * Embeds what is new of a repository (see `embedDefinitions`) and answers by it. `embedWith` undefined: no embedding
 * model is configured, and everything is answered by words. An endpoint that fails later is a note, too.
 */
export async function openSemantics(
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
  embedWith: EmbedWith | undefined,
  { first = [], ...options }: SemanticsOptions,
  signal: AbortSignal,
): Promise<Semantics> {
  const vectors =
    embedWith &&
    (await embedDefinitions(importantFirst(graph, first), readSource, embedWith, options, signal));
  const notes = new Set(vectors?.notes);
  const usable: DefinitionVectors | undefined = vectors && vectors.nodes.length > 0 ? vectors : undefined;

  const queries = async (texts: readonly string[], abort: AbortSignal): Promise<readonly Float32Array[]> => {
    if (!embedWith || !usable) return [];
    try {
      return await embedTexts(embedWith.embedder, texts, abort);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      notes.add(`${error.message} Definitions are compared by their words.`);
      return [];
    }
  };
  return {
    size: usable?.nodes.length ?? 0,
    spent: vectors?.spent ?? nothingSpent,
    similar: async (target, abort) => {
      const [query] = await queries([targetText(target)], abort);
      return findSimilar(target, index, usable && query && { vectors: usable, query });
    },
    rank: async (texts, limit, abort) => {
      const asked = await queries(texts, abort);
      return usable && asked.length > 0 ? rankByEmbedding(asked, usable, limit) : [];
    },
    notes: () => [...notes],
  };
}
