import type { Complaint } from "../errors.ts";
import { mostComplaints } from "./answer-complaints.ts";
import type { Edit, LineReference } from "./edit.ts";
import { around } from "./place-complaints.ts";

/** Replaced stretches must not meet, and nothing can be inserted in the middle of one. */
export function overlaps(edits: readonly Edit[], text: string): Complaint[] {
  const replaced = edits
    .filter((edit) => edit.kind === "replace")
    .sort((a, b) => a.from.number - b.from.number || a.to.number - b.to.number);
  const complaints: Complaint[] = [];
  let reach: (typeof replaced)[number] | undefined;
  for (const edit of replaced) {
    if (complaints.length > mostComplaints) break;
    if (reach !== undefined && edit.from.number <= reach.to.number)
      complaints.push({
        kind: "edit/overlap",
        line: edit.from.number,
        message: `The edits of ${span(reach)} and of ${span(edit)} overlap. Give these lines once, as one range.`,
        excerpt: around(text, edit.from.number, edit.from.number),
      });
    if (reach === undefined || edit.to.number > reach.to.number) reach = edit;
  }
  // Where none overlap, each insertion has at most one stretch to fall into: the last that starts at or above it.
  if (complaints.length > 0) return complaints;
  for (const edit of edits) {
    if (complaints.length > mostComplaints) break;
    if (edit.kind !== "before" && edit.kind !== "after") continue;
    const stretch = lastStarting(replaced, edit.at.number);
    if (stretch !== undefined && isWithin(edit, stretch))
      complaints.push(insertInside(edit.at.number, span(stretch), text));
  }
  return complaints;
}

function lastStarting<Item extends { readonly from: LineReference }>(
  sorted: readonly Item[],
  line: number,
): Item | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.from.number <= line) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

function isWithin(
  edit: Extract<Edit, { kind: "before" | "after" }>,
  stretch: Extract<Edit, { kind: "replace" }>,
): boolean {
  const line = edit.at.number;
  return edit.kind === "before"
    ? line > stretch.from.number && line <= stretch.to.number
    : line >= stretch.from.number && line < stretch.to.number;
}

function insertInside(line: number, stretch: string, text: string): Complaint {
  return {
    kind: "edit/overlap",
    line,
    message: `Line ${line} lies inside ${stretch}, which another edit replaces, so nothing can be inserted there. Put the new lines into that edit.`,
    excerpt: around(text, line, line),
  };
}

function span({ from, to }: Extract<Edit, { kind: "replace" }>): string {
  return from.number === to.number ? `line ${from.number}` : `lines ${from.number} to ${to.number}`;
}
