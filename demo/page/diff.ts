import { diffStat, type FileStat, unifiedDiff } from "../../src/edits/diff.ts";
import { counted } from "../../src/source/counted.ts";
import type { FileChange } from "../../src/source/file.ts";
import { escapeCode } from "./html.ts";

/** Lines of one file: beyond the first number it is folded, beyond the second the rest is left out. */
const limits = { open: 400, shown: 3_000, word: 500 };

/** "Files changed" as GitHub shows it: each file a foldable unified diff with the line numbers of both sides. */
export function renderChanges(changes: readonly FileChange[]): string {
  const stat = diffStat(changes);
  if (stat.files.length === 0) return "";
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const files = stat.files.map((file) => renderFile(byPath.get(file.path)!, file));
  const count = counted(stat.files.length, "file");
  return `<section id="files" class="files"><h2>Files changed</h2><p class="muted">${count}, ${counts(stat)}</p>\n${files.join("\n")}</section>`;
}

function renderFile(change: FileChange, stat: FileStat): string {
  // The header is ours; without the real path no path can be mistaken for a part of the diff.
  const rows = readRows(unifiedDiff({ ...change, path: "file" }));
  const shown = rows.slice(0, limits.shown);
  const more = rows.length - shown.length;
  const kind =
    stat.kind === "changed"
      ? ""
      : `<span class="kind">${stat.kind === "added" ? "new file" : "deleted"}</span>`;
  const head = `<summary><span class="path">${escapeCode(change.path)}</span>${kind}<span class="stat">${counts(stat)}${squares(stat)}</span></summary>`;
  const body =
    rows.length === 0
      ? `<p class="muted pad">An empty file.</p>`
      : `<div class="wide"><table class="diff"><tbody>\n${withWords(shown).join("\n")}\n</tbody></table></div>`;
  const rest = more > 0 ? `<p class="muted pad">${more} more lines are not shown.</p>` : "";
  return `<details class="file"${rows.length > limits.open ? "" : " open"}>${head}${body}${rest}</details>`;
}

function counts({ added, removed }: { readonly added: number; readonly removed: number }): string {
  return `<span class="plus">+${added}</span> <span class="minus">−${removed}</span>`;
}

/** Five squares that show the share of added and removed lines. */
function squares({ added, removed }: FileStat): string {
  const all = added + removed;
  const few = Math.min(5, all);
  const green = all === 0 ? 0 : Math.round((added / all) * few);
  const kinds = Array.from({ length: 5 }, (_, at) => (at < green ? "a" : at < few ? "r" : ""));
  return `<span class="squares" aria-hidden="true">${kinds.map((kind) => `<i${kind && ` class="${kind}"`}></i>`).join("")}</span>`;
}

type Row =
  | { readonly kind: "hunk" | "note"; readonly text: string }
  | {
      readonly kind: "same" | "add" | "del";
      readonly text: string;
      readonly old: number | undefined;
      readonly now: number | undefined;
    };

/** The lines of one file's unified diff, numbered. The header is skipped. */
function readRows(diff: string): Row[] {
  const rows: Row[] = [];
  let [old, now] = [0, 0];
  let inside = false;
  for (const line of diff.split("\n").slice(0, diff.endsWith("\n") ? -1 : undefined)) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    const text = line.slice(1);
    if (hunk) {
      [old, now, inside] = [Number(hunk[1]), Number(hunk[2]), true];
      rows.push({ kind: "hunk", text: line });
    } else if (!inside) continue;
    else if (line.startsWith("\\")) rows.push({ kind: "note", text: "No newline at the end of the file" });
    else if (line.startsWith("+")) rows.push({ kind: "add", text, old: undefined, now: now++ });
    else if (line.startsWith("-")) rows.push({ kind: "del", text, old: old++, now: undefined });
    else rows.push({ kind: "same", text, old: old++, now: now++ });
  }
  return rows;
}

/** Rows as HTML. Where as many lines were added as removed, the part of each line that differs is marked. */
function withWords(rows: readonly Row[]): string[] {
  const marked = new Map<Row, string>();
  for (let at = 0; at < rows.length; ) {
    const removed = runOf(rows, at, "del");
    const added = runOf(rows, at + removed.length, "add");
    if (removed.length === added.length)
      for (const [nth, row] of removed.entries()) {
        const [before, after] = markChange(row.text, added[nth]!.text);
        marked.set(row, before).set(added[nth]!, after);
      }
    at += Math.max(1, removed.length + added.length);
  }
  return rows.map((row) => renderRow(row, marked.get(row) ?? escapeCode(row.text)));
}

function runOf(rows: readonly Row[], from: number, kind: Row["kind"]): readonly Row[] {
  let end = from;
  while (rows[end]?.kind === kind) end += 1;
  return rows.slice(from, end);
}

/** Two versions of a line, each with its own part marked; unmarked where they have little in common. */
function markChange(before: string, after: string): [string, string] {
  const [old, now] = [[...before], [...after]];
  const least = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (start < least && old[start] === now[start]) start += 1;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const common = old.slice(0, start).join("").trim().length + end;
  const alike = common * 2 >= Math.max(old.length, now.length) - end && common > 2;
  if (!alike || Math.max(old.length, now.length) > limits.word)
    return [escapeCode(before), escapeCode(after)];
  const mark = (line: readonly string[]): string => {
    const part = (from: number, to: number): string => escapeCode(line.slice(from, to).join(""));
    const changed = part(start, line.length - end);
    return (
      part(0, start) +
      (changed === "" ? "" : `<mark>${changed}</mark>`) +
      part(line.length - end, line.length)
    );
  };
  return [mark(old), mark(now)];
}

const signs = { same: " ", add: "+", del: "-" };

function renderRow(row: Row, html: string): string {
  if (!("old" in row))
    return `<tr class="${row.kind}"><td class="n" colspan="2"></td><td class="s"></td><td class="c">${html}</td></tr>`;
  const number = (line: number | undefined): string => `<td class="n">${line ?? ""}</td>`;
  return `<tr class="${row.kind}">${number(row.old)}${number(row.now)}<td class="s">${signs[row.kind]}</td><td class="c">${html}</td></tr>`;
}
