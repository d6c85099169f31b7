import type { CodeNode } from "../graph/graph.ts";
import { baseName } from "../source/paths.ts";
import type { Bm25 } from "./bm25.ts";
import { rememberingEach } from "./remember.ts";
import { words } from "./words.ts";

/** The words of a name, each with how much it counts. */
export interface NameWords {
  /** The name in one piece, where it has several words. */
  readonly whole?: string | undefined;
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
  const whole = parts.size > 1 ? name.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase() : undefined;
  if (whole !== undefined) parts.delete(whole);
  return { ...weightedWords(index, [...parts]), whole };
}

function weightedWords({ idf }: Bm25, parts: readonly string[]): NameWords {
  const weights = parts.map((part) => idf(part) || 1);
  return { parts, weights, sum: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** What a text says: its words, and those of them that are only halves of names; see `halvesIn`. */
export interface Said {
  readonly words: ReadonlySet<string>;
  readonly halves: ReadonlySet<string>;
}

/** A word of a name says little of another name that has it, too: `TargetFinder` does not mean `file_finder`. */
const half = 0.3;

/** As `coveredShare`, for a name that may be a compound: what is said only as a half of other names counts little. */
export function saidShare(name: NameWords, { words: all, halves }: Said): number {
  const { parts, weights, sum, whole } = name;
  if (whole === undefined || all.has(whole)) return coveredShare(name, all);
  let found = 0;
  for (let at = 0; at < parts.length; at++)
    if (all.has(parts[at]!)) found += weights[at]! * (halves.has(parts[at]!) ? half : 1);
  return sum === 0 ? 0 : found / sum;
}

/** How much of a name is said, from 0 to 1. */
export function coveredShare({ parts, weights, sum }: NameWords, said: ReadonlySet<string>): number {
  let found = 0;
  for (let at = 0; at < parts.length; at++) if (said.has(parts[at]!)) found += weights[at]!;
  return sum === 0 ? 0 : found / sum;
}
