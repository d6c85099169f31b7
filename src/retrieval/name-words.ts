import type { CodeNode } from "../graph/graph.ts";
import { baseName } from "../source/paths.ts";
import type { Bm25 } from "./bm25.ts";
import { rememberingEach } from "./remember.ts";
import { words } from "./words.ts";

/** The words of a name, each with how much it counts. */
export interface NameWords {
  readonly parts: readonly string[];
  readonly weights: readonly number[];
  readonly sum: number;
}

/**
 * The words of a definition's name without the whole name that `words` adds to them; rare words among the index's
 * documents count more. Made once for an index: every request asks for thousands.
 */
export const nameWordsIn: (index: Bm25) => (node: CodeNode) => NameWords = rememberingEach(
  (index: Bm25, { name }: CodeNode) => nameWords(index, name),
);

/** The words of a path without its file's ending. */
export interface PathWords {
  readonly name: NameWords;
  readonly whole: NameWords;
}

export const pathWordsIn: (index: Bm25) => (path: string) => PathWords = rememberingEach(
  (index: Bm25, path: string) => {
    const whole = path.replace(/\.[^./]*$/, "");
    return {
      name: nameWords(index, baseName(whole)),
      whole: weightedWords(index, [...new Set(words(whole))]),
    };
  },
);

function nameWords(index: Bm25, name: string): NameWords {
  const parts = new Set(words(name));
  if (parts.size > 1) parts.delete(name.replace(/[_$]+/g, "").toLowerCase());
  return weightedWords(index, [...parts]);
}

function weightedWords({ idf }: Bm25, parts: readonly string[]): NameWords {
  const weights = parts.map((part) => idf(part) || 1);
  return { parts, weights, sum: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** How much of a name is said, from 0 to 1. */
export function coveredShare({ parts, weights, sum }: NameWords, said: ReadonlySet<string>): number {
  let found = 0;
  for (let at = 0; at < parts.length; at++) if (said.has(parts[at]!)) found += weights[at]!;
  return sum === 0 ? 0 : found / sum;
}
