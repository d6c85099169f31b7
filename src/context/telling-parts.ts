import { words } from "../retrieval/words.ts";
import type { LineRange } from "../source/line-range.ts";

/** Lines above and below the one in the middle of a part. */
const beside = 12;

export interface TellingOptions {
  /** Most parts; 2 unless given. */
  readonly parts?: number;
  /** How many of the words a line holds at least that makes a part; 2 unless given. */
  readonly words?: number;
}

/**
 * The parts of a long definition that say most of what is asked, best first: stretches around lines that hold two of
 * the words or more, where a word says the more the rarer it is in the definition. Linear in the lines, but for
 * their sorting.
 */
export function tellingParts(
  lines: readonly string[],
  within: LineRange,
  asked: ReadonlySet<string>,
  { parts = 2, words: fewest = 2 }: TellingOptions = {},
): readonly LineRange[] {
  const said = lines
    .slice(within.from - 1, within.to)
    .map((line) => [...new Set(words(line).filter((word) => asked.has(word)))]);
  const frequency = new Map<string, number>();
  for (const word of said.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weightOf = (word: string): number => Math.log(1 + said.length / frequency.get(word)!);
  // Squared: three words in one line are more than in three lines.
  const weights = said.map((ofLine) =>
    ofLine.length < fewest ? 0 : ofLine.reduce((sum, word) => sum + weightOf(word), 0) ** 2,
  );
  const sums = [0];
  for (const weight of weights) sums.push(sums.at(-1)! + weight);

  const stretches = weights.flatMap((weight, at) => {
    if (weight === 0) return [];
    const [first, last] = [Math.max(0, at - beside), Math.min(said.length - 1, at + beside)];
    const part = { from: within.from + first, to: within.from + last };
    return [{ part, weight: sums[last + 1]! - sums[first]! }];
  });
  const taken: LineRange[] = [];
  for (const { part } of stretches.sort((a, b) => b.weight - a.weight)) {
    if (taken.length === parts) break;
    if (taken.every((one) => part.to < one.from || one.to < part.from)) taken.push(part);
  }
  return taken;
}
