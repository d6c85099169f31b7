/**
 * The hunks of a diff, as GitHub shows them on a pull request: the only lines that a review can speak about. Lines are
 * git's: they end at `\n`, and a `\r` belongs to its line.
 */

import { structuredPatch } from "diff";
import type { LineRange } from "../source/line-range.ts";

export interface Hunk {
  /** First line on each side, 1-based; where a side has no line, the number that git writes. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly rows: readonly HunkRow[];
}

export interface HunkRow {
  readonly kind: "same" | "added" | "removed";
  /** Without its `\n`. */
  readonly text: string;
}

/** Unchanged lines that GitHub shows around a change. */
const context = 3;
/** As for `unifiedDiff`: beyond it all old lines are replaced by all new ones. */
const mostEdits = 3_000;
const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const kinds = { " ": "same", "+": "added", "-": "removed" } as const;

/**
 * Reads the patch of one file as `GET /pulls/N/files` has it: from the first `@@` on, without a last line end.
 * Undefined where it is cut off or no patch, for then nothing that it says can be relied on.
 */
export function parsePatch(patch: string): readonly Hunk[] | undefined {
  const hunks: Hunk[] = [];
  const lines = patch.replace(/\n$/, "").split("\n");
  for (let at = 0; at < lines.length; ) {
    const found = head.exec(lines[at]!);
    if (!found) return undefined;
    const [oldStart, oldLines, newStart, newLines] = found
      .slice(1)
      .map((number) => (number === undefined ? 1 : Number(number))) as [number, number, number, number];
    const rows: HunkRow[] = [];
    for (at += 1; at < lines.length && !lines[at]!.startsWith("@@"); at += 1) {
      const sign = lines[at]![0] ?? " ";
      if (sign === "\\") continue;
      if (!(sign in kinds)) return undefined;
      rows.push({ kind: kinds[sign as keyof typeof kinds], text: lines[at]!.slice(1) });
    }
    const count = (side: HunkRow["kind"]): number => rows.filter(({ kind }) => kind !== side).length;
    if (count("added") !== oldLines || count("removed") !== newLines) return undefined;
    hunks.push({ oldStart, oldLines, newStart, newLines, rows });
  }
  return hunks;
}

/** The hunks between two versions of a file, for those whose patch GitHub leaves out. */
export function hunksOf(before: string | undefined, after: string | undefined): readonly Hunk[] {
  if (before === after) return [];
  const options = { context, maxEditLength: mostEdits };
  const patch = structuredPatch("a", "b", before ?? "", after ?? "", "", "", options);
  if (!patch) return [wholeReplacement(gitLines(before ?? ""), gitLines(after ?? ""))];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    ...{ oldStart, oldLines, newStart, newLines },
    rows: lines
      .filter((line) => !line.startsWith("\\"))
      .map((line) => ({ kind: kinds[line[0] as keyof typeof kinds], text: line.slice(1) })),
  }));
}

/** Whether the right side of the hunks is this text: GitHub may show another state than the one that was read. */
export function hunksFit(hunks: readonly Hunk[], text: string): boolean {
  const lines = gitLines(text);
  return hunks.every(({ newStart, rows }) =>
    rows
      .filter(({ kind }) => kind !== "removed")
      .every((row, index) => lines[newStart - 1 + index] === row.text),
  );
}

/** The one hunk on whose right side all these lines stand. */
export function hunkHolding(hunks: readonly Hunk[], { from, to }: LineRange): Hunk | undefined {
  return hunks.find(
    ({ newStart, newLines }) => newLines > 0 && from >= newStart && to < newStart + newLines && from <= to,
  );
}

/** The lines on the right side that the diff brings in, as runs. */
export function addedRanges(hunks: readonly Hunk[]): readonly LineRange[] {
  const runs: { from: number; to: number }[] = [];
  for (const { newStart, rows } of hunks) {
    let line = newStart;
    for (const { kind } of rows) {
      if (kind === "removed") continue;
      const last = runs.at(-1);
      if (kind === "added" && last?.to === line - 1) last.to = line;
      else if (kind === "added") runs.push({ from: line, to: line });
      line += 1;
    }
  }
  return runs;
}

/** The removed lines of each hunk, with the line of the right side above which they stood. */
export function removedRows(
  hunks: readonly Hunk[],
): readonly { readonly above: number; readonly texts: readonly string[] }[] {
  const found: { above: number; texts: string[] }[] = [];
  for (const { newStart, newLines, rows } of hunks) {
    // Where nothing is left on the right, git names the line before.
    let line = newLines === 0 ? newStart + 1 : newStart;
    for (const { kind, text } of rows) {
      const last = found.at(-1);
      if (kind !== "removed") line += 1;
      else if (last?.above === line) last.texts.push(text);
      else found.push({ above: line, texts: [text] });
    }
  }
  return found;
}

/** Lines as git counts them, without their `\n`. */
export function gitLines(text: string): readonly string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

function wholeReplacement(old: readonly string[], now: readonly string[]): Hunk {
  const rows = [
    ...old.map((text) => ({ kind: "removed" as const, text })),
    ...now.map((text) => ({ kind: "added" as const, text })),
  ];
  const start = (lines: readonly string[]): number => (lines.length === 0 ? 0 : 1);
  return {
    ...{ oldStart: start(old), oldLines: old.length, newStart: start(now), newLines: now.length },
    rows,
  };
}
