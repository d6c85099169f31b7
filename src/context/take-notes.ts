import type { ReleaseNotes } from "../retrieval/history/release-notes.ts";
import type { Collector } from "./collect.ts";
import type { Sheet } from "./sheet.ts";

/** Lines shown of a file of release notes, those above its newest part, and lines among which that begins. */
const limits = { lines: 16, above: 1, top: 60 };
/** Share of the budget that this leaves. */
const kept = 0.05;
const newest = /^\W*(?:unreleased|next|upcoming|development|main|master)\b/i;

/** Shows where a line about the change goes: the newest part of the file, or one of the files that changes bring along. */
export function takeNotes(
  { path, kind }: ReleaseNotes,
  sheets: ReadonlyMap<string, Sheet>,
  collector: Collector,
  budget: number,
): void {
  const sheet = sheets.get(path);
  if (!sheet) return;
  const at = kind === "log" ? sheet.lines.slice(0, limits.top).findIndex((line) => newest.test(line)) : 0;
  const from = Math.max(1, at + 1 - limits.above);
  const to = Math.min(sheet.lineCount, from + limits.lines - 1);
  const route = [
    { kind: "from", id: "request" },
    { kind: "signal", text: "past changes are told here" },
  ] as const;
  collector.take(sheet, { from, to }, "body", { route, score: 0 }, budget * kept);
}
