/**
 * Finds the lines of a file where quoted words stand. Words count, not how they are set: a model joins the lines of a
 * call into one, leaves out the marks of a comment that runs over two, or copies the numbers that it was shown. What
 * no reader sees is not shown to a model either, and counts for nothing.
 */
import { restore } from "../llm/untrusted.ts";
import { stripInvisible } from "../source/invisible.ts";
import type { LineRange } from "../source/line-range.ts";
import { lineTexts } from "../source/lines.ts";

export interface FoundQuote {
  /** Without what it was shown with: line numbers, back-ticks around it. */
  readonly quote: string;
  /** Nearest to a line: the last place above it, and the first from it on. */
  readonly places: readonly LineRange[];
}

/** Undefined for so few words that they stand anywhere. */
export type FindQuote = (quote: string, near: number) => FoundQuote | undefined;

/** In characters, white space aside. */
const shortestQuote = 4;

/** For many quotes of one file; the time is linear in the file for each. */
export function createQuoteFinder(text: string): FindQuote {
  const lines = lineTexts(stripInvisible(text).text);
  const exact = createFinder(lines.map(letters));
  let bare: Find | undefined;
  return (quote, near) => {
    const written = restore(stripInvisible(quote).text);
    const words = letters(written);
    if (words.length < shortestQuote) return undefined;
    const places = exact(words, near);
    if (places.length > 0) return { quote, places };
    const plain = lineTexts(written.replace(/^\s*`+|`+\s*$/g, "")).map((line) =>
      line.replace(shownNumber, ""),
    );
    const unmarked = plain.map((line) => letters(withoutMark(line))).join("");
    if (unmarked.length < shortestQuote) return { quote, places: [] };
    bare ??= createFinder(lines.map((line) => letters(withoutMark(line))));
    return { quote: plain.join("\n"), places: bare(unmarked, near) };
  };
}

/** Without white space. */
const letters = (text: string): string => text.replace(/\s+/g, "");

/** `12bk: code`, as files are shown. */
const shownNumber = /^\s*\d+[a-z]{2}=?:[ \t]?/;

/** Without what makes a line a comment, or goes on with one. */
const withoutMark = (line: string): string => line.replace(/^\s*(?:\/\/[/!]?|\/\*+|\*+|#+|--+|;+)/, "");

type Find = (words: string, near: number) => readonly LineRange[];

function createFinder(lines: readonly string[]): Find {
  const starts: number[] = [];
  const numbers: number[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    starts.push(length);
    numbers.push(index + 1);
    length += line.length;
  }
  const whole = lines.join("");
  const lineAt = (offset: number): number => numbers[lastAtMost(starts, offset)]!;
  return (words, near) => {
    const start = starts[lastAtMost(numbers, near - 1) + 1] ?? whole.length;
    const above = start === 0 ? -1 : whole.lastIndexOf(words, start - 1);
    return [above, whole.indexOf(words, start)]
      .filter((at) => at >= 0)
      .map((at) => ({ from: lineAt(at), to: lineAt(at + words.length - 1) }));
  };
}

/** The place of the last number that is at most so large, of rising ones; -1 where all are larger. */
function lastAtMost(rising: readonly number[], limit: number): number {
  let [low, high] = [-1, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rising[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
