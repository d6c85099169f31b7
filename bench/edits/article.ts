/**
 * The article's own format and rules: numbers alone, a row for each line; rows that name no line of the file, and
 * rows before the first number, are dropped without a word; deleting leaves a blank line. One file for each answer,
 * so an answer for several files is several answers, and only changed files can be spoken of.
 */
import { type AnswerRow, type Format, fence, linesOf, type Outcome } from "./answer.ts";
import { hunksOf } from "./hunks.ts";

/** Stands between the answers for two files; no model writes it. */
const file = "\u0000file ";

export const article: Format = {
  name: "the article's rules",
  speaksOf: ({ before, after, oldPath }) =>
    before !== undefined && after !== undefined && oldPath === undefined,
  write(changes) {
    return changes.flatMap(({ path, before, after }): AnswerRow[] => [
      { text: `${file}${path}` },
      ...hunksOf(linesOf(before!), linesOf(after!)).flatMap((hunk) => {
        const rows = rowsOf(hunk.at, hunk.old, hunk.now, linesOf(before!));
        const edit = `${path} ${hunk.at}`;
        let line = hunk.from - (hunk.old.length === 0 && hunk.at > 0 ? 1 : 0);
        return rows.map(({ text, deletes, old }): AnswerRow => {
          const named = /^\d/.test(text) ? { edit } : {};
          if (deletes) return { text, ...named, alone: { path, at: line, count: 0, old: [old!] } };
          const at = line++;
          return old === undefined
            ? { text, ...named, code: { path, line: at } }
            : { text, ...named, alone: { path, at, count: 1, old: [old] } };
        });
      }),
    ]);
  },
  apply(answer, files) {
    const now = new Map(files);
    for (const part of answer.split(file).slice(1)) {
      const [path, ...rows] = part.split("\n");
      const text = now.get(path!);
      if (text !== undefined) now.set(path!, applied(rows, text));
    }
    return { kind: "applied", files: now, moved: false } satisfies Outcome;
  },
  slip: (rows, edit, by) => rows.map((row) => (row.edit === edit ? { text: shifted(row.text, by) } : row)),
  elsewhere: (rows, edit, by) =>
    rows.map((row) => (row.edit === edit ? { text: shifted(row.text, by) } : row)),
};

const shifted = (row: string, by: number): string =>
  row.replace(/^\d+/, (number) => String(Math.max(0, Number(number) + by)));

interface Row {
  readonly text: string;
  readonly deletes?: true;
  /** The only row for a line: without it the line stays as it was. */
  readonly old?: string;
}

function rowsOf(
  at: number,
  old: readonly string[],
  now: readonly string[],
  before: readonly string[],
): readonly Row[] {
  const row = (number: number, line: string): string => `${number}: ${line}`;
  if (old.length === 0 && at === 0) return now.map((line) => ({ text: `_: ${line}` }));
  if (old.length === 0)
    return [{ text: row(at, before[at - 1]!) }, ...now.map((line) => ({ text: row(at, line) }))];
  return old.flatMap((line, index): readonly Row[] => {
    const mine = index < old.length - 1 ? now.slice(index, index + 1) : now.slice(index);
    const number = at + index + 1;
    if (mine.length === 0) return [{ text: `${number}:`, deletes: true, old: line }];
    return mine.map((code) =>
      mine.length === 1 ? { text: row(number, code), old: line } : { text: row(number, code) },
    );
  });
}

function applied(rows: readonly string[], text: string): string {
  const lines = text.split("\n");
  const put = new Map<number, string[]>();
  const [top, end]: [string[], string[]] = [[], []];
  let fenced = false;
  for (const row of rows) {
    if (row.startsWith(fence)) fenced = !fenced;
    const match = /^\s*(\d+|_|\+): ?(.*)$/s.exec(row);
    if (match === null) continue;
    const [, place, code] = match as unknown as [string, string, string];
    if (place === "_") top.push(code);
    else if (place === "+") end.push(code);
    else put.set(Number(place), [...(put.get(Number(place)) ?? []), code]);
  }
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const body = lines.slice(0, last).flatMap((line, index) => put.get(index + 1) ?? [line]);
  return [...top, ...body, ...end, ...lines.slice(last)].join("\n");
}
