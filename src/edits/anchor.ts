/**
 * A change of one file as a suggestion that a reviewer can commit with a button. GitHub replaces whole lines of the
 * right side, all within one hunk of the diff, and writes `\n` behind each.
 */

import { readsAsCommand } from "../source/commands.ts";
import type { FileChange } from "../source/file.ts";
import { type LineRange, overlap } from "../source/line-range.ts";
import { diffLines } from "./diff.ts";
import { gitLines, type Hunk, hunkHolding } from "./hunks.ts";

/** Lines `from` to `to` of the right side become `lines`; an empty list deletes them. */
export interface Suggestion extends LineRange {
  readonly path: string;
  readonly lines: readonly string[];
}

export type Anchoring =
  | { readonly kind: "suggestion"; readonly suggestion: Suggestion }
  /** It cannot be one. `lines`: what changes in the old file, where it is one. */
  | { readonly kind: "outside"; readonly why: WhyOutside; readonly lines: LineRange | undefined };

export type WhyOutside =
  | "adds or deletes a file"
  | "outside the diff"
  | "more than one hunk"
  | "too long"
  | "line ends"
  | "a command at the beginning of a line";

/** Lines on either side, beyond which nobody reads a suggestion, and characters, of which GitHub takes 65,536 in a comment. */
const most = { lines: 60, characters: 20_000 };

/**
 * Decides whether a change of one file can be a suggestion on these hunks. `before` is the right side of the diff. `taken`:
 * lines that are others' to replace, so that mere insertions take the neighbour that is free.
 */
export function anchorChange(
  change: FileChange,
  hunks: readonly Hunk[],
  taken: readonly LineRange[] = [],
): Anchoring {
  const { path, before, after } = change;
  const outside = (why: WhyOutside, lines?: LineRange): Anchoring => ({ kind: "outside", why, lines });
  if (before === undefined || after === undefined) return outside("adds or deletes a file");
  const [old, now] = [gitLines(before), gitLines(after)];
  const region = changedRegion(old, now);
  if (!region) return outside("line ends");
  const shown = { from: region.from, to: Math.max(region.from, region.to) };
  // A suggestion carries `\n` alone, no byte order mark, and cannot say that the last line has no end.
  const ends =
    before.includes("\r") || after.includes("\r") || before.endsWith("\n") !== after.endsWith("\n");
  if (ends) return outside("line ends", shown);
  const marked = before.startsWith("\uFEFF") ? [{ from: 1, to: 1 }] : [];
  const anchored = withinHunk(region, old, hunks, [...taken, ...marked]);
  if (!anchored) return outside(touches(shown, hunks), shown);
  if (marked.length > 0 && anchored.from === 1) return outside("line ends", shown);
  if (isTooLong(anchored)) return outside("too long", shown);
  // Bots read commands from the lines of a comment, and a suggestion cannot move them aside as a code block can.
  if (anchored.lines.some(readsAsCommand)) return outside("a command at the beginning of a line", shown);
  return { kind: "suggestion", suggestion: { path, ...anchored } };
}

/** The text after a suggestion is committed: what GitHub's button does. */
export function commitSuggestion(text: string, { from, to, lines }: Suggestion): string {
  const all = text.split("\n");
  all.splice(from - 1, to - from + 1, ...lines);
  return all.join("\n");
}

interface Region extends LineRange {
  readonly lines: readonly string[];
}

const isTooLong = ({ from, to, lines }: Region): boolean =>
  Math.max(to - from + 1, lines.length) > most.lines || lines.join("\n").length > most.characters;

/** From the first changed line to the last, with what stands there afterwards; `to < from`: lines are only added above `from`. */
function changedRegion(old: readonly string[], now: readonly string[]): Region | undefined {
  const parts = diffLines(old, now);
  const first = parts.findIndex(({ kind }) => kind !== "same");
  if (first < 0) return undefined;
  const last = parts.findLastIndex(({ kind }) => kind !== "same");
  const count = (of: typeof parts, side: "added" | "removed"): number =>
    of.reduce((sum, { kind, lines }) => sum + (kind === side ? 0 : lines.length), 0);
  const from = count(parts.slice(0, first), "added") + 1;
  const changed = parts.slice(first, last + 1);
  const lines = changed.flatMap((part) => (part.kind === "removed" ? [] : part.lines));
  return { from, to: from + count(changed, "added") - 1, lines };
}

/** Mere insertions take a neighbour along, since a suggestion always replaces a line. */
function withinHunk(
  region: Region,
  old: readonly string[],
  hunks: readonly Hunk[],
  taken: readonly LineRange[],
): Region | undefined {
  const { from, to, lines } = region;
  if (to >= from) return hunkHolding(hunks, region) && region;
  const above = { from: from - 1, to: from - 1, lines: [old[from - 2] ?? "", ...lines] };
  const below = { from, to: from, lines: [...lines, old[from - 1] ?? ""] };
  const shown = [above, below].filter(
    (one) => 1 <= one.from && one.to <= old.length && hunkHolding(hunks, one),
  );
  return shown.find((one) => !taken.some((other) => overlap(one, other))) ?? shown[0];
}

function touches({ from, to }: LineRange, hunks: readonly Hunk[]): WhyOutside {
  const inside = (line: number): boolean => hunkHolding(hunks, { from: line, to: line }) !== undefined;
  return inside(from) && inside(to) ? "more than one hunk" : "outside the diff";
}
