import type { Embedder } from "../llm/embeddings.ts";
import { words } from "../retrieval/words.ts";
import { clustersOf } from "./clusters.ts";
import type { Module } from "./program.ts";

/** What the next cycle is shown of the programs that passed. */
export interface Relevant {
  readonly functions: readonly Module[];
  readonly innerFunctions: readonly Module[];
}

export const nothingRelevant: Relevant = { functions: [], innerFunctions: [] };

/**
 * Of the functions of programs that passed, and of their inner functions apart, one for each of `k` clusters. Without an
 * embedding model they are compared by their words.
 */
export async function representatives(
  modules: readonly Module[],
  k: number,
  embedder: Embedder | undefined,
  signal: AbortSignal,
): Promise<Relevant> {
  const chosen = async (kind: Module["kind"], shown: readonly Module[]): Promise<readonly Module[]> => {
    const all = modules.filter((module) => module.kind === kind && !shown.some((one) => holds(one, module)));
    const texts = all.map(({ text }) => text);
    const vectors = embedder ? await embedded(texts, embedder, signal) : byWords(texts);
    return clustersOf(vectors, k).map(({ nearest }) => all[nearest]!);
  };
  const functions = await chosen("function", []);
  // What stands in a function that is shown need not be shown again.
  return { functions, innerFunctions: await chosen("inner function", functions) };
}

const holds = (outer: Module, inner: Module): boolean => flush(outer.text).includes(flush(inner.text));

const flush = (text: string): string => text.replace(/^\s+/gm, "");

async function embedded(
  texts: readonly string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for await (const batch of embedder.embed(texts, signal)) vectors.push(...batch.vectors);
  return vectors;
}

/** Vectors of length 1: how often each word stands in a text, less for words that stand in many. */
export function byWords(texts: readonly string[]): readonly Float32Array[] {
  const counts = texts.map((text) => Map.groupBy(words(text), (word) => word));
  const inTexts = new Map<string, number>();
  for (const count of counts)
    for (const word of count.keys()) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
  const vocabulary = [...inTexts.keys()];
  return counts.map((count) => {
    const weights = vocabulary.map(
      (word) => Math.sqrt(count.get(word)?.length ?? 0) * Math.log(1 + texts.length / inTexts.get(word)!),
    );
    const length = Math.hypot(...weights) || 1;
    return Float32Array.from(weights, (weight) => weight / length);
  });
}
