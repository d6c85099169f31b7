/** The files of a diff as a model reads them: lines of the head, and the removed ones where they stood. */
import type { FileDiff } from "../edits/file-diff.ts";
import { addedRanges } from "../edits/hunks.ts";
import { counted } from "../source/counted.ts";
import { type LineRange, overlap } from "../source/line-range.ts";
import { shownPath } from "../source/paths.ts";
import { type DrawRemoved, drawRemovedOf } from "./moved-lines.ts";
import type { Sheet } from "./sheet.ts";

/** Lines of a file, and what the diff says of it. */
export function drawFile(
  file: FileDiff,
  sheet: Sheet,
  ranges: readonly LineRange[],
  drawRemoved: DrawRemoved,
): string {
  const gone = new Map(drawRemoved(file));
  const rows: string[] = [];
  let next = 1;
  for (const { from, to } of ranges) {
    if (from > next) rows.push(`... ${from - next} lines not shown ...`);
    for (let line = from; line <= to + 1; line += 1) {
      // What was removed at the very end stands below the last line.
      rows.push(...(gone.get(line) ?? []));
      gone.delete(line);
      if (line <= to && line <= sheet.lineCount) rows.push(sheet.show({ from: line, to: line }));
    }
    next = to + 1;
  }
  if (next <= sheet.lineCount) rows.push(`... ${sheet.lineCount - next + 1} lines not shown ...`);
  const head = `=== ${shownPath(sheet.path)}#${sheet.stamp} (${sheet.lineCount} lines)`;
  return [head, ...changeOf(file), ...rows].join("\n");
}

/** The lines of a file that is gone. */
export function drawDeleted(file: FileDiff, drawRemoved: DrawRemoved): string {
  const lines = file.hunks.reduce((sum, { oldLines }) => sum + oldLines, 0);
  const rows = [...drawRemoved(file).values()].flat();
  return [`=== ${shownPath(file.path)} (deleted, ${counted(lines, "line")})`, ...rows].join("\n");
}

/** What a diff says of files that are read one by one. */
export interface DiffMarks {
  /** By path; of a file that is still there. */
  readonly changed: ReadonlyMap<string, ChangeMarks>;
  /** By path the lines of a file that is gone. */
  readonly deleted: ReadonlyMap<string, string>;
}

export interface ChangeMarks {
  /** Which of its lines are new, to stand above them. */
  readonly above: readonly string[];
  /** Rows for the removed lines, by the line above which they stood. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

export function marksOf(files: readonly FileDiff[], deleted: readonly FileDiff[]): DiffMarks {
  const drawRemoved = drawRemovedOf(files);
  return {
    changed: new Map(files.map((file) => [file.path, { above: changeOf(file), removed: drawRemoved(file) }])),
    deleted: new Map(deleted.map((file) => [file.path, drawDeleted(file, drawRemoved)])),
  };
}

function changeOf(file: FileDiff): readonly string[] {
  const added = addedRanges(file.fresh).flatMap((range) =>
    file.added.flatMap((other) => overlap(range, other) ?? []),
  );
  const changed = added.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
  return [
    ...(file.previousPath === undefined ? [] : [`renamed from: ${shownPath(file.previousPath)}`]),
    `added or changed lines: ${changed === "" ? "none, only removed ones" : changed}`,
  ];
}
