/** The marks of an answer, `[^1]`: found in its text as it is shown, so that what counts is what a reader sees. */
import { safeLine, safeMarkdown } from "../markdown.ts";
import type { CodeAnswer } from "./answer.ts";

/** In characters. */
const longestOpen = 500;

/** A row of marks as they are once the text was made safe: outside of code their brackets are escaped. */
const rows = /\\\[\^\d{1,3}\\\](?:[ ,;]{0,2}\\\[\^\d{1,3}\\\])*/g;

/** `[^1]: a.py`, a line that says what `sources` says. */
const definitions = /^[ >]*\\\[\^\d{1,3}\\\]:.*$/gm;

/** The model's words made safe, with their marks as they are there. */
export interface ShownAnswer {
  readonly answer: string;
  readonly open: readonly string[];
}

export function shownAnswer({ answer, open }: Pick<CodeAnswer, "answer" | "open">): ShownAnswer {
  const text = safeMarkdown(answer)
    .replace(definitions, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { answer: text, open: open.map((one) => safeLine(one, longestOpen)) };
}

/** The numbers that are marked somewhere. */
export function markedNumbers({ answer, open }: ShownAnswer): ReadonlySet<number> {
  return new Set(
    [answer, ...open].flatMap((text) => [...text.matchAll(rows)].flatMap(([row]) => numbersOf(row))),
  );
}

/** The text with each row of marks told by its numbers, each said once, and not stuck to the word before it. */
export const replaceMarks = (text: string, told: (numbers: readonly number[]) => string): string =>
  text.replace(rows, (row, at: number) => {
    const said = told([...new Set(numbersOf(row))]);
    return said !== "" && /\S/.test(text[at - 1] ?? " ") ? ` ${said}` : said;
  });

const numbersOf = (row: string): readonly number[] =>
  [...row.matchAll(/\d+/g)].map(([number]) => Number(number));
