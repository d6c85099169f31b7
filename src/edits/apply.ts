import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { bounded } from "./answer-complaints.ts";
import type { EditSet, FileEdits } from "./edit.ts";
import { changesNothing, fileComplaint } from "./file-complaints.ts";
import { parseEdits } from "./parse.ts";
import { placeEdits } from "./place.ts";
import { newText, splice } from "./splice.ts";

export interface Applied {
  /** Empty wherever there is a complaint: an edit set is applied whole or not at all. */
  readonly changes: readonly FileChange[];
  readonly complaints: readonly Complaint[];
}

/**
 * Applies an edit set to the files it was written for. Pure, never throws, and touches no byte that no edit names.
 *
 * `files`: path to text, at least every path of `pathsNamed(edits)` that exists. An answer without a header is
 * accepted where `files` holds exactly one. A file whose text does not change is left out of `changes`; a rename
 * is a deletion and a new file.
 */
export function applyEdits(edits: EditSet, files: ReadonlyMap<string, string>): Applied {
  const only = files.size === 1 ? [...files.keys()][0] : undefined;
  const parts = joinedByPath(edits.files.map((part) => ({ ...part, path: part.path ?? only })));
  const results = parts.map((part) => applyToFile(part, parts, files));
  const complaints = results
    .flatMap((result) => result.complaints)
    // Where lines could not be read, a file without edits is their consequence and teaches nothing.
    .filter((complaint) => edits.whole || complaint.kind !== "edit/no-edits");
  const changes = results
    .flatMap((result) => result.changes)
    .filter((change) => change.before !== change.after);
  if (complaints.length === 0 && edits.whole && edits.files.length > 0 && changes.length === 0)
    complaints.push(changesNothing);
  return { changes: complaints.length === 0 && edits.whole ? changes : [], complaints: bounded(complaints) };
}

/** `parseEdits` and `applyEdits` in one: every complaint of both, and no change where there is one. */
export function applyAnswer(answer: string, files: ReadonlyMap<string, string>): Applied {
  const parsed = parseEdits(answer);
  const applied = applyEdits(parsed.edits, files);
  return { changes: applied.changes, complaints: [...parsed.complaints, ...applied.complaints] };
}

/** Two parts that only change the same file are one: their numbers speak of the same text. */
function joinedByPath(parts: readonly FileEdits[]): FileEdits[] {
  const joined: FileEdits[] = [];
  for (const part of parts) {
    const at = joined.findIndex((other) => other.path === part.path && isPlain(other) && isPlain(part));
    if (at === -1) joined.push(part);
    else joined[at] = { ...joined[at]!, edits: [...joined[at]!.edits, ...part.edits] };
  }
  return joined;
}

function isPlain(part: FileEdits): boolean {
  return part.fate === "changed" && part.newPath === undefined && part.lastNewline === "kept";
}

function applyToFile(
  part: FileEdits,
  parts: readonly FileEdits[],
  files: ReadonlyMap<string, string>,
): Applied {
  const complaint = fileComplaint(part, parts, files);
  if (complaint !== undefined) return { changes: [], complaints: [complaint] };
  const path = part.path!;
  const before = files.get(path);
  if (before === undefined) {
    const text = newText(part);
    return typeof text === "string"
      ? { changes: [{ path, before, after: text }], complaints: [] }
      : { changes: [], complaints: [{ ...text, path }] };
  }
  if (part.fate === "deleted") return { changes: [{ path, before, after: undefined }], complaints: [] };
  const complaints = placeEdits(before, part.edits).map((found) => ({ ...found, path }));
  if (complaints.length > 0) return { changes: [], complaints };
  const after = splice(before, part.edits, part.lastNewline);
  if (part.newPath === undefined) return { changes: [{ path, before, after }], complaints: [] };
  const changes = [
    { path, before, after: undefined },
    { path: part.newPath, before: undefined, after },
  ];
  return { changes, complaints: [] };
}
