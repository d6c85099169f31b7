import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { bounded } from "./answer-complaints.ts";
import type { EditSet, FileEdits } from "./edit.ts";
import { changesNothing, fileComplaint, staleFile } from "./file-complaints.ts";
import { carry } from "./merge.ts";
import { parseEdits } from "./parse.ts";
import { type Moved, placeEdits } from "./place.ts";
import { splice, wholeText } from "./splice.ts";
import { stampOf } from "./tag.ts";

export interface Applied {
  /** Empty wherever there is a complaint: an edit set is applied whole or not at all. */
  readonly changes: readonly FileChange[];
  readonly complaints: readonly Complaint[];
  /** Lines that were named by a wrong number and found by their tag. */
  readonly moved: readonly (Moved & { readonly path: string })[];
}

export interface ApplyOptions {
  /**
   * Texts that were shown, of files that may have changed since. Edits are applied to what was shown, and their
   * change is carried onto the file as it is now. Without it, edits for a changed file are refused.
   */
  readonly shown?: ReadonlyMap<string, string>;
}

/**
 * Applies an edit set to the files it was written for. Pure, never throws, and touches no byte that no edit names.
 *
 * `files`: path to text, at least every path of `pathsNamed(edits)` that exists. An answer without a header is
 * accepted where `files` holds exactly one. A file whose text does not change is left out of `changes`; a rename
 * is a deletion and a new file.
 */
export function applyEdits(
  edits: EditSet,
  files: ReadonlyMap<string, string>,
  { shown = new Map() }: ApplyOptions = {},
): Applied {
  const only = files.size === 1 ? [...files.keys()][0] : undefined;
  const parts = joinedByPath(edits.files.map((part) => ({ ...part, path: part.path ?? only })));
  const results = parts.map((part) => applyToFile(part, parts, files, shown));
  const complaints = results
    .flatMap((result) => result.complaints)
    // Where lines could not be read, a file without edits is their consequence and teaches nothing.
    .filter((complaint) => edits.whole || complaint.kind !== "edit/no-edits");
  const changes = results
    .flatMap((result) => result.changes)
    .filter((change) => change.before !== change.after);
  if (complaints.length === 0 && edits.whole && edits.files.length > 0 && changes.length === 0)
    complaints.push(changesNothing);
  const good = complaints.length === 0 && edits.whole;
  const moved = results.flatMap((result) => result.moved);
  return { changes: good ? changes : [], complaints: bounded(complaints), moved: good ? moved : [] };
}

/** `parseEdits` and `applyEdits` in one: every complaint of both, and no change where there is one. */
export function applyAnswer(
  answer: string,
  files: ReadonlyMap<string, string>,
  options: ApplyOptions = {},
): Applied {
  const parsed = parseEdits(answer);
  const applied = applyEdits(parsed.edits, files, options);
  return { ...applied, complaints: [...parsed.complaints, ...applied.complaints] };
}

/** Two parts that only change the same file are one: their numbers speak of the same text. */
function joinedByPath(parts: readonly FileEdits[]): FileEdits[] {
  const joined: FileEdits[] = [];
  for (const part of parts) {
    const at = joined.findIndex((other) => isPlain(other) && isPlain(part) && isSameFile(other, part));
    if (at === -1) joined.push(part);
    else {
      const other = joined[at]!;
      joined[at] = { ...other, stamp: other.stamp ?? part.stamp, edits: [...other.edits, ...part.edits] };
    }
  }
  return joined;
}

function isPlain(part: FileEdits): boolean {
  return part.fate === "changed" && part.newPath === undefined && Object.keys(part.form).length === 0;
}

function isSameFile(one: FileEdits, other: FileEdits): boolean {
  const sameText = one.stamp === undefined || other.stamp === undefined || one.stamp === other.stamp;
  return one.path === other.path && sameText;
}

type PartResult = Omit<Applied, "moved"> & { readonly moved: Applied["moved"] };

const failed = (complaints: readonly Complaint[]): PartResult => ({ changes: [], complaints, moved: [] });
const changed = (...changes: readonly FileChange[]): PartResult => ({ changes, complaints: [], moved: [] });

function applyToFile(
  part: FileEdits,
  parts: readonly FileEdits[],
  files: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, string>,
): PartResult {
  const complaint = fileComplaint(part, parts, files);
  if (complaint !== undefined) return failed([complaint]);
  const path = part.path!;
  const before = files.get(path);
  if (before === undefined) return given(part, before);
  const base = textMeant(part, before, shown.get(path));
  if (base === undefined) return failed([staleFile(path, before, linesNamed(part))]);
  if (part.fate === "whole" || part.fate === "deleted") {
    if (base !== before) return failed([staleFile(path, before, [])]);
    return part.fate === "whole" ? given(part, before) : changed({ path, before, after: undefined });
  }
  const placed = placeEdits(base, part);
  if (placed.complaints.length > 0) return failed(placed.complaints.map((found) => ({ ...found, path })));
  const carried = carriedOnto(before, base, splice(base, placed.edits, part.form));
  if (carried.kind === "conflict") return failed([staleFile(path, before, [carried.line])]);
  const after = carried.text;
  const result =
    part.newPath === undefined
      ? changed({ path, before, after })
      : changed(
          { path, before, after: undefined },
          { path: part.newPath, before: undefined, after, movedFrom: path },
        );
  return { ...result, moved: placed.moved.map((each) => ({ ...each, path })) };
}

/** A new file, or the whole text for an old one. */
function given(part: FileEdits, before: string | undefined): PartResult {
  const path = part.path!;
  const text = wholeText(part, before ?? "");
  return typeof text === "string" ? changed({ path, before, after: text }) : failed([{ ...text, path }]);
}

/** The text that the edits' numbers speak of; undefined where it is not known. */
function textMeant({ stamp }: FileEdits, now: string, shown: string | undefined): string | undefined {
  if (stamp === undefined) return shown ?? now;
  return [now, shown].find((text) => text !== undefined && stampOf(text) === stamp);
}

function carriedOnto(now: string, base: string, after: string): ReturnType<typeof carry> {
  return now === base ? { kind: "text", text: after } : carry(base, after, now);
}

/** The first lines that the edits name, to show what stands there now. */
function linesNamed({ edits }: FileEdits): readonly number[] {
  return edits
    .flatMap((edit) => (edit.kind === "replace" ? [edit.from.number] : "at" in edit ? [edit.at.number] : []))
    .slice(0, 3);
}
