import type { Complaint } from "../errors.ts";
import type { Edit, LineReference } from "./edit.ts";
import { numberLines } from "./number.ts";

/**
 * What is wrong with the lines that an edit names. Each complaint shows the true ones.
 * @param written the edit as it was written, where tags moved its numbers
 */
export function backwards(edit: Edit, text: string, written: Edit = edit): Complaint | undefined {
  if (edit.kind !== "replace" || edit.from.number <= edit.to.number) return undefined;
  const [from, to] = [edit.from.number, edit.to.number];
  const range = `The range ${from}-${to} ends before it starts.`;
  const ends = written.kind === "replace" ? [written.from, written.to] : [];
  const moved = ends.flatMap(({ number, tag }, at) => {
    const meant = at === 0 ? from : to;
    return number === meant ? [] : [`The tag ${tag} behind ${number} is that of line ${meant}.`];
  });
  return {
    kind: "edit/backwards-range",
    line: from,
    message:
      moved.length === 0
        ? `${range} Write ${to}-${from} if these lines are meant.`
        : `${moved.join(" ")} ${range} Copy number and tag together from one shown line.`,
    excerpt: [
      around(text, to, from),
      ...(moved.length === 0
        ? []
        : [
            excerpts(
              text,
              ends.map(({ number }) => number),
            ),
          ]),
    ].join("\n...\n"),
  };
}

/** Undefined where the file has the line. `elsewhere`: lines with the tag that was written. */
export function noSuchLine(
  number: number,
  count: number,
  text: string,
  elsewhere: readonly number[],
): Complaint | undefined {
  if (number >= 1 && number <= count) return undefined;
  const has = count === 0 ? "is empty" : `has the lines 1 to ${count}`;
  return {
    kind: "edit/no-such-line",
    line: number,
    message: `There is no line ${number}: the file ${has}. Copy the number from the numbered view; \`+: code\` adds at the end.`,
    excerpt: excerpts(text, [count, ...elsewhere]),
  };
}

export function wrongTag(
  { number, tag }: LineReference,
  tags: readonly string[],
  elsewhere: readonly number[],
  text: string,
): Complaint {
  const where =
    elsewhere.length === 0
      ? `No line has the tag ${tag}.`
      : `The tag ${tag} is that of line ${elsewhere.join(" and of line ")}.`;
  return {
    kind: "edit/wrong-tag",
    line: number,
    message: `Line ${number} has the tag ${tags[number - 1]}, not ${tag}. ${where} Check which line is meant and copy number and tag from the lines shown here.`,
    excerpt: excerpts(text, [number, ...elsewhere]),
  };
}

export function noTag(number: number, text: string): Complaint {
  return {
    kind: "edit/no-tag",
    line: number,
    message: `Line ${number} is named without its tag, and other lines of this file with theirs. Copy number and tag of every line from the numbered view.`,
    excerpt: around(text, number, number),
  };
}

function excerpts(text: string, lines: readonly number[]): string {
  return lines.map((line) => around(text, line, line)).join("\n...\n");
}

/** At most 17 lines, however far apart `from` and `to` are. */
export function around(text: string, from: number, to: number): string {
  return numberLines(text, { from: from - 3, to: Math.min(to, from + 10) + 3 });
}
