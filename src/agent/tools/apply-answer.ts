import { type Applied, applyEdits } from "../../edits/apply.ts";
import { pathsNamed } from "../../edits/edit.ts";
import { longestWhole } from "../../edits/file-complaints.ts";
import { fileHeader } from "../../edits/number.ts";
import { parseEdits } from "../../edits/parse.ts";
import type { Complaint } from "../../errors.ts";
import { restore } from "../../llm/untrusted.ts";
import type { FileChange } from "../../source/file.ts";
import { splitLines } from "../../source/lines.ts";
import type { Workspace } from "../../workspace/workspace.ts";

export interface AppliedAnswer {
  /** Empty wherever there is a complaint. */
  readonly changes: readonly FileChange[];
  readonly complaints: readonly Complaint[];
  /** Lines that were named by a wrong number and found by their tag. */
  readonly moved: Applied["moved"];
  /** Files that the answer gives whole. */
  readonly whole: number;
  /** Headers under which files that the answer names may be given whole. */
  readonly mayBeWhole: readonly string[];
}

/** Reads an answer in the edit language and applies it to the workspace's files; nothing is written anywhere. */
export async function applyAnswer(answer: string, workspace: Workspace): Promise<AppliedAnswer> {
  return applyWritten(restore(answer), workspace);
}

/** As `applyAnswer`, for an answer to files that no prompt had to escape. `only`: the file that edits without a header are for. */
export async function applyWritten(
  answer: string,
  workspace: Workspace,
  only?: string,
): Promise<AppliedAnswer> {
  const parsed = parseEdits(answer);
  const named = pathsNamed(parsed.edits);
  const paths = only === undefined ? named : [...new Set([...named, only])];
  const files = await workspace.readMany(paths);
  // A file that exists but cannot be read must not be taken for a new one.
  const closed = paths.filter((path) => workspace.entries.has(path) && !files.has(path)).map(notEditable);
  const applied = applyEdits(parsed.edits, files);
  const complaints = [...parsed.complaints, ...closed, ...applied.complaints];
  const good = complaints.length === 0;
  return {
    changes: good ? applied.changes : [],
    complaints,
    moved: good ? applied.moved : [],
    whole: parsed.edits.files.filter(({ fate }) => fate === "whole").length,
    mayBeWhole: [...files]
      .filter(([, text]) => splitLines(text).length <= longestWhole)
      .map(([path, text]) => `${fileHeader(path, text)} (whole) <<`),
  };
}

function notEditable(path: string): Complaint {
  return {
    kind: "edit/not-editable",
    message: "This path is a symbolic link, binary, not UTF-8 or too large. Leave it as it is.",
    path,
  };
}
