import { diffLines } from "../../edits/diff.ts";
import { lineTexts, splitByteOrderMark } from "../../source/lines.ts";
import type { Form } from "./form.ts";

/** Nobody writes longer ones. */
const longest = 2_000;
/** Python, and so pip, ends a line with these as well: behind one a comment is none any more. */
const ends = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/;

/** Lines that come or go have to be entries, or empty; one that moves does both: where it stands says what it means. */
export function byLines(empty: RegExp, isEntry: (line: string) => boolean): Form {
  return ({ before, after }) => {
    const changed = diffLines(linesOf(before), linesOf(after)).filter(({ kind }) => kind !== "same");
    const odd = changed
      .flatMap(({ lines }) => lines)
      .find((line) => line.length > longest || ends.test(line) || !(empty.test(line) || isEntry(line)));
    return odd && `\`${odd.trim().slice(0, 80)}\` is not a package with a version of its registry`;
  };
}

const linesOf = (text: string): readonly string[] => lineTexts(splitByteOrderMark(text).body);
