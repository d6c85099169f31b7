import type { Complaint } from "../errors.ts";
import { splitByteOrderMark, splitLines } from "../source/lines.ts";
import { mostComplaints } from "./answer-complaints.ts";
import type { Edit, LineReference } from "./edit.ts";
import { numberLines } from "./number.ts";
import { tagsOf } from "./tag.ts";

/**
 * Whether every edit names lines that the file has, by tags that are theirs, without overlap.
 * Each complaint shows the true lines around the place.
 */
export function placeEdits(text: string, edits: readonly Edit[]): readonly Complaint[] {
  const tags = tagsOf(splitLines(splitByteOrderMark(text).body).map((line) => line.text));
  const misplaced: Complaint[] = [];
  for (const edit of edits) {
    // An excerpt costs a walk over the file, so a hostile answer gets a bounded number of them.
    if (misplaced.length > mostComplaints) return misplaced;
    misplaced.push(...misplacement(edit, text, tags));
  }
  return misplaced.length > 0 ? misplaced : overlaps(edits, text);
}

function misplacement(edit: Edit, text: string, tags: readonly string[]): Complaint[] {
  const order = backwards(edit, text);
  if (order !== undefined) return [order];
  return references(edit)
    .map((reference) => noSuchLine(reference, tags.length, text) ?? wrongTag(reference, tags, text))
    .filter((complaint) => complaint !== undefined);
}

function references(edit: Edit): readonly LineReference[] {
  if (edit.kind === "replace") return edit.from === edit.to ? [edit.from] : [edit.from, edit.to];
  return edit.kind === "before" || edit.kind === "after" ? [edit.at] : [];
}

function backwards(edit: Edit, text: string): Complaint | undefined {
  if (edit.kind !== "replace" || edit.from.number <= edit.to.number) return undefined;
  const [from, to] = [edit.from.number, edit.to.number];
  return {
    kind: "edit/backwards-range",
    line: from,
    message: `The range ${from}-${to} ends before it starts. Write ${to}-${from} if these lines are meant.`,
    excerpt: around(text, to, from),
  };
}

function noSuchLine({ number }: LineReference, count: number, text: string): Complaint | undefined {
  if (number >= 1 && number <= count) return undefined;
  const has = count === 0 ? "is empty" : `has the lines 1 to ${count}`;
  return {
    kind: "edit/no-such-line",
    line: number,
    message: `There is no line ${number}: the file ${has}. Copy the number from the numbered view; \`+: code\` adds at the end.`,
    excerpt: around(text, count, count),
  };
}

function wrongTag(
  { number, tag }: LineReference,
  tags: readonly string[],
  text: string,
): Complaint | undefined {
  if (tag === undefined || tag === tags[number - 1]) return undefined;
  const elsewhere = tags
    .map((other, index) => ({ other, line: index + 1 }))
    .filter(({ other }) => other === tag)
    .sort((a, b) => Math.abs(a.line - number) - Math.abs(b.line - number))
    .slice(0, 2)
    .map(({ line }) => line);
  const where =
    elsewhere.length === 0
      ? `No line has the tag #${tag}.`
      : `The tag #${tag} is that of line ${elsewhere.join(" and of line ")}.`;
  return {
    kind: "edit/wrong-tag",
    line: number,
    message: `Line ${number} has the tag #${tags[number - 1]}, not #${tag}. ${where} Check which line is meant and copy number and tag from the lines shown here.`,
    excerpt: [number, ...elsewhere].map((line) => around(text, line, line)).join("\n...\n"),
  };
}

/** Replaced stretches must not meet, and nothing can be inserted in the middle of one. */
function overlaps(edits: readonly Edit[], text: string): Complaint[] {
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
        message: `The edits of ${span(reach)} and of ${span(edit)} overlap. Give these lines once, as one range \`N-M: code\`.`,
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

/** At most 17 lines, however far apart `from` and `to` are. */
function around(text: string, from: number, to: number): string {
  return numberLines(text, { from: from - 3, to: Math.min(to, from + 10) + 3 });
}
