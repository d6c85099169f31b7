import { createTwoFilesPatch, diffArrays, FILE_HEADERS_ONLY } from "diff";
import type { FileChange } from "../source/file.ts";

export interface DiffOptions {
  /** Unchanged lines shown around each change; 3 unless given. */
  readonly context?: number;
}

/** Lines removed plus added beyond which no smallest diff is looked for: its cost grows with their square. */
const mostEdits = 3_000;

/**
 * One change as a unified diff that `git apply` and `patch` read; empty where nothing changes.
 * A change too large for a smallest diff is shown as all old lines replaced by all new ones.
 */
export function unifiedDiff(change: FileChange, options: DiffOptions = {}): string {
  const { path, before, after } = change;
  if (before === after) return "";
  const [old, now] = [before ?? "", after ?? ""];
  // No line comes or goes: only git's own words say that the file does.
  if (old === "" && now === "")
    return `diff --git a/${path} b/${path}\n${before === undefined ? "new" : "deleted"} file mode 100644\n`;
  const oldName = before === undefined ? "/dev/null" : `a/${path}`;
  const newName = after === undefined ? "/dev/null" : `b/${path}`;
  const limits = {
    context: options.context ?? 3,
    maxEditLength: mostEdits,
    headerOptions: FILE_HEADERS_ONLY,
  };
  const patch = createTwoFilesPatch(oldName, newName, old, now, undefined, undefined, limits);
  return patch ?? wholeReplacement(oldName, newName, old, now);
}

function wholeReplacement(oldName: string, newName: string, old: string, now: string): string {
  const [oldLines, newLines] = [feedLines(old), feedLines(now)];
  const shown = (sign: string, lines: readonly string[]): string =>
    lines
      .map((line) => (line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`))
      .join("");
  const hunk = `@@ -${start(oldLines)},${oldLines.length} +${start(newLines)},${newLines.length} @@`;
  return `--- ${oldName}\n+++ ${newName}\n${hunk}\n${shown("-", oldLines)}${shown("+", newLines)}`;
}

function start(lines: readonly string[]): number {
  return lines.length === 0 ? 0 : 1;
}

/** Lines as git counts them, with their ends. */
function feedLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export interface FileStat {
  readonly path: string;
  readonly kind: "added" | "deleted" | "changed";
  readonly added: number;
  readonly removed: number;
}

export interface DiffStat {
  readonly files: readonly FileStat[];
  readonly added: number;
  readonly removed: number;
}

/** Lines added and removed, a file and in all, in the order of the changes. Unchanged files are left out. */
export function diffStat(changes: readonly FileChange[]): DiffStat {
  const files = changes.filter((change) => change.before !== change.after).map(statOf);
  const sum = (key: "added" | "removed"): number => files.reduce((total, file) => total + file[key], 0);
  return { files, added: sum("added"), removed: sum("removed") };
}

function statOf({ path, before, after }: FileChange): FileStat {
  const kind = before === undefined ? "added" : after === undefined ? "deleted" : "changed";
  let [added, removed] = [0, 0];
  for (const part of diffLines(feedLines(before ?? ""), feedLines(after ?? ""))) {
    if (part.kind === "added") added += part.lines.length;
    if (part.kind === "removed") removed += part.lines.length;
  }
  return { path, kind, added, removed };
}

export interface DiffPart {
  readonly kind: "same" | "removed" | "added";
  readonly lines: readonly string[];
}

/** Two lists of lines as runs of same, removed and added ones; too different: all removed, then all added. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: mostEdits });
  if (parts === undefined)
    return [
      { kind: "removed", lines: before },
      { kind: "added", lines: after },
    ];
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    lines: value,
  }));
}
