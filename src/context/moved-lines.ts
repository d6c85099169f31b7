/** Removed lines that a diff adds again: at another indentation, further down, or in another file. */

import type { FileDiff } from "../edits/file-diff.ts";
import { addedRanges, gitLines, removedRows } from "../edits/hunks.ts";
import { shownPath } from "../source/paths.ts";

/**
 * A run of fewer lines that are not blank is drawn, unless it stood so near another one and goes on where that ended, or so
 * many new lines below; of one in another file, which may not be shown, more are worth a line (three imports are not). Of a
 * line that stands everywhere so many places are tried.
 */
const limits = { least: 3, elsewhere: 8, near: 20, between: 3, places: 50 };

/** Removed lines, and the added ones of some file that say the same. */
interface Run {
  readonly path: string;
  /** 1-based. */
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
  readonly isIndented: boolean;
}

/**
 * The removed lines of a file as they are drawn, by the line above which they stood: each after `- `; of those that are
 * still there, once, how many and where.
 */
export type DrawRemoved = (file: FileDiff) => ReadonlyMap<number, readonly string[]>;

/** `files`: the whole diff, with what of it finds no room. */
export function drawRemovedOf(files: readonly FileDiff[]): DrawRemoved {
  const added = new Map(files.map((file) => [file.path, addedLines(file)]));
  const places = new Map<string, { readonly path: string; readonly line: number }[]>();
  for (const [path, lines] of added)
    for (const [line, text] of lines) {
      const known = places.get(text.trim());
      if (!known) places.set(text.trim(), [{ path, line }]);
      else if (known.length < limits.places) known.push({ path, line });
    }
  return ({ path, fresh }) => {
    const rows = new Map<number, (string | Run)[]>();
    let last:
      | { readonly among: (string | Run)[]; readonly at: number; readonly run: Run; readonly above: number }
      | undefined;
    for (const { above, texts } of removedRows(fresh)) {
      const own: (string | Run)[] = [];
      rows.set(above, own);
      for (let at = 0; at < texts.length; ) {
        const runs = runsFrom(texts.slice(at));
        const isNear = last !== undefined && above - last.above <= limits.near;
        const next = isNear ? runs.find((run) => goesOn(last!.run, run)) : undefined;
        const run = next ?? runs.find((one) => isLong(one, path));
        at += run?.texts.length ?? 1;
        if (next) {
          last = { ...last!, run: joined(last!.run, next), above };
          last.among[last.at] = last.run;
        } else if (run) last = { among: own, at: own.push(run) - 1, run, above };
        else own.push(`- ${texts[at - 1]}`);
      }
    }
    return new Map([...rows].map(([above, own]) => [above, own.map((row) => drawn(row, path))]));
  };

  /** Where the first of these lines is added again, with what follows it there; the longest first. */
  function runsFrom(texts: readonly string[]): readonly Run[] {
    const key = texts[0]!.trim();
    const all = (key === "" ? [] : (places.get(key) ?? [])).map(({ path, line }): Run => {
      const lines = added.get(path)!;
      let count = 1;
      while (count < texts.length && lines.get(line + count)?.trim() === texts[count]!.trim()) count += 1;
      const same = texts.slice(0, count);
      const isIndented = same.some((text, index) => lines.get(line + index) !== text);
      return { path, from: line, to: line + count - 1, texts: same, isIndented };
    });
    return all.sort((a, b) => b.texts.length - a.texts.length);
  }
}

const isLong = ({ texts, path }: Run, own: string): boolean =>
  texts.filter((text) => text.trim() !== "").length >= (path === own ? limits.least : limits.elsewhere);

const goesOn = (last: Run, { path, from }: Run): boolean =>
  path === last.path && from > last.to && from - last.to <= limits.between + 1;

const joined = (last: Run, next: Run): Run => ({
  ...last,
  to: next.to,
  texts: [...last.texts, ...next.texts],
  isIndented: last.isIndented || next.isIndented,
});

function drawn(row: string | Run, own: string): string {
  if (typeof row === "string") return row;
  const { path, from, to, texts, isIndented } = row;
  const where = path === own ? "at" : `in ${shownPath(path)} at`;
  const how = isIndented ? ", with another indentation" : "";
  return `- ... ${texts.length} lines that stand ${where} ${from}-${to} now${how} ...`;
}

function addedLines({ after, fresh }: FileDiff): ReadonlyMap<number, string> {
  const lines = gitLines(after);
  const added = new Map<number, string>();
  for (const { from, to } of addedRanges(fresh))
    for (let line = from; line <= to; line += 1) added.set(line, lines[line - 1] ?? "");
  return added;
}
