/**
 * The line-numbered edit language as values: what a model's answer says, before any file is looked at.
 * `docs/edit-format.md` is its definition; the format comes from an article on line-numbered edits and is a
 * superset of it.
 */

/** A line as the answer names it. */
export interface LineReference {
  /** 1-based, as written; may lie outside the file. */
  readonly number: number;
  /** The content tag written with the number, which must be the line's own. */
  readonly tag: string | undefined;
}

export type Edit =
  /** Lines `from` to `to`, inclusive, become `lines`; an empty list deletes them. */
  | (EditLines & { readonly kind: "replace"; readonly from: LineReference; readonly to: LineReference })
  | (EditLines & { readonly kind: "before" | "after"; readonly at: LineReference })
  /** At the top or at the end of the file. */
  | (EditLines & { readonly kind: "top" | "end" });

interface EditLines {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** 1-based line of the answer where the edit begins. */
  readonly answerLine: number;
}

/** What the answer says of one file: a header and the edits under it. */
export interface FileEdits {
  /** Undefined where the answer has no header, which is enough when one file only was shown. */
  readonly path: string | undefined;
  /** Proves which text of the file was shown; see `stampOf`. */
  readonly stamp: string | undefined;
  /** `whole`: the edits are not changes but the file's new text. */
  readonly fate: "changed" | "new" | "whole" | "deleted";
  /** The path after a rename. */
  readonly newPath: string | undefined;
  readonly form: FileForm;
  readonly edits: readonly Edit[];
  /** 1-based line of the answer where the file's part begins. */
  readonly answerLine: number;
}

/** What a header says of the file's bytes beyond its lines; what it does not name stays as it is. */
export interface FileForm {
  /** Whether the file shall end with a line end. */
  readonly lastNewline?: "present" | "absent";
  /** How every line shall end. */
  readonly ends?: "\n" | "\r\n";
  readonly byteOrderMark?: "present" | "absent";
}

export interface EditSet {
  readonly files: readonly FileEdits[];
  /** False where a part of the answer could not be read; then nothing of it may be applied. */
  readonly whole: boolean;
}

/** Every path that the edits name, so that a caller knows which files to read before applying them. */
export function pathsNamed(edits: EditSet): readonly string[] {
  const paths = edits.files.flatMap((file) => [file.path, file.newPath]);
  return [...new Set(paths.filter((path) => path !== undefined))];
}
