import type { Complaint } from "../errors.ts";
import { splitByteOrderMark, splitLines } from "../source/lines.ts";
import { mostComplaints } from "./answer-complaints.ts";
import type { Edit, FileEdits, LineReference } from "./edit.ts";
import { overlaps } from "./overlaps.ts";
import { backwards, noSuchLine, noTag, wrongTag } from "./place-complaints.ts";
import { tagsOf } from "./tag.ts";

export interface Placement {
  /** The edits at the lines that they mean; empty where there is a complaint. */
  readonly edits: readonly Edit[];
  readonly moved: readonly Moved[];
  /** Each shows the true lines around the place. */
  readonly complaints: readonly Complaint[];
}

/** A line that the answer named by a wrong number and a tag that fits one place only. */
export interface Moved {
  readonly written: number;
  readonly meant: number;
}

/** How far a number may be off and still be put right. Less than the distance within which tags differ. */
const farthest = 4;

/**
 * Finds the lines that the edits of one file mean. `stamp`, where given, must be the text's own.
 *
 * A number with another line's tag is moved to the one line nearby that has the tag, if something else speaks for
 * it: the file's stamp, which says that the tagged line is there, or a second tag in the same edit; and if the edits
 * then stand in the order of the file, as those under a forgotten header would not. Everything else is a complaint.
 */
export function placeEdits(text: string, { edits, stamp }: Pick<FileEdits, "edits" | "stamp">): Placement {
  const { body } = splitByteOrderMark(text);
  const tags = tagsOf(body, splitLines(body).length);
  const tagged = edits.some((edit) => references(edit).some(({ tag }) => tag !== undefined));
  const complaints: Complaint[] = [];
  const found = edits.map((edit) => references(edit).map((reference) => lineOf(reference, tags)));
  const placed = edits.map((edit, index) => movedTo(edit, found[index]!));
  const ordered = areInOrder(placed);
  const moved: Moved[] = [];
  for (const [index, edit] of edits.entries()) {
    // An excerpt costs a walk over the file, so a hostile answer gets a bounded number of them.
    if (complaints.length > mostComplaints) break;
    const own = references(edit);
    const trusted = ordered && (stamp !== undefined || own.filter(({ tag }) => tag !== undefined).length > 1);
    const misplaced = own.flatMap((reference, at): Complaint[] => {
      const line = found[index]![at];
      const { number, tag } = reference;
      if (tagged && tag === undefined)
        return [noSuchLine(number, tags.length, text, []) ?? noTag(number, text)];
      if (line === number) return [];
      if (line === undefined || !trusted)
        return [
          noSuchLine(number, tags.length, text, tag === undefined ? [] : linesWith(tag, number, tags)) ??
            wrongTag(reference, tags, linesWith(tag!, number, tags), text),
        ];
      moved.push({ written: number, meant: line });
      return [];
    });
    complaints.push(...misplaced);
    const turned = misplaced.length === 0 ? backwards(placed[index]!, text, edit) : undefined;
    if (turned !== undefined) complaints.push(turned);
  }
  if (complaints.length === 0) complaints.push(...overlaps(placed, text));
  return complaints.length > 0 ? { edits: [], moved: [], complaints } : { edits: placed, moved, complaints };
}

function references(edit: Edit): readonly LineReference[] {
  if (edit.kind === "replace") return edit.from === edit.to ? [edit.from] : [edit.from, edit.to];
  return edit.kind === "before" || edit.kind === "after" ? [edit.at] : [];
}

/** The line that has this number and tag, else the one nearby that has the tag. */
function lineOf({ number, tag }: LineReference, tags: readonly string[]): number | undefined {
  const exists = number >= 1 && number <= tags.length;
  if (tag === undefined) return exists ? number : undefined;
  if (exists && tags[number - 1] === tag) return number;
  let found: number | undefined;
  for (let line = Math.max(1, number - farthest); line <= number + farthest; line++) {
    if (tags[line - 1] !== tag) continue;
    if (found !== undefined) return undefined;
    found = line;
  }
  return found;
}

/** Lines with this tag, the nearest first, at most two. */
function linesWith(tag: string, number: number, tags: readonly string[]): readonly number[] {
  return tags
    .flatMap((other, index) => (other === tag ? [index + 1] : []))
    .sort((a, b) => Math.abs(a - number) - Math.abs(b - number))
    .slice(0, 2);
}

function movedTo(edit: Edit, lines: readonly (number | undefined)[]): Edit {
  const at = (reference: LineReference, index: number): LineReference =>
    lines[index] === undefined ? reference : { ...reference, number: lines[index] };
  if (edit.kind === "replace") {
    const from = at(edit.from, 0);
    return { ...edit, from, to: edit.from === edit.to ? from : at(edit.to, 1) };
  }
  return edit.kind === "before" || edit.kind === "after" ? { ...edit, at: at(edit.at, 0) } : edit;
}

function areInOrder(edits: readonly Edit[]): boolean {
  const starts = edits.flatMap((edit) =>
    references(edit)
      .slice(0, 1)
      .map(({ number }) => number),
  );
  return starts.every((start, index) => index === 0 || start >= starts[index - 1]!);
}
