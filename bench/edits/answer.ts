/** A written answer as rows, each with what is known of it, so that faults can be planted and judged alike in all formats. */
import type { CommitChange } from "./commits.ts";

export interface AnswerRow {
  readonly text: string;
  /** Code of a changed or new file: its path, and its 0-based line in the text after the commit. */
  readonly code?: { readonly path: string; readonly line: number };
  /** The row is a whole edit: without it these lines stand in the text after the commit instead of `count` others. */
  readonly alone?: {
    readonly path: string;
    readonly at: number;
    readonly count: number;
    readonly old: readonly string[];
  };
  /** The row is all that is said of a file. */
  readonly whole?: CommitChange;
  /** The edit whose lines the row names, by number or by quoting them; see `Format.slip`. */
  readonly edit?: string;
  /** An old line as it is quoted: its path, and its 0-based line in the text before. */
  readonly quotes?: { readonly path: string; readonly line: number };
}

export type Files = ReadonlyMap<string, string>;

export type Outcome =
  | { readonly kind: "applied"; readonly files: Files; readonly moved: boolean }
  | { readonly kind: "refused" };

export interface Format {
  readonly name: string;
  /** The changes of a commit that the format can speak of. */
  speaksOf(change: CommitChange): boolean;
  /** Undefined where the format cannot say it. */
  write(changes: readonly CommitChange[]): readonly AnswerRow[] | undefined;
  apply(answer: string, files: Files): Outcome;
  /** The answer with one edit's line numbers off by `by`; undefined where it names no numbers. */
  slip?(rows: readonly AnswerRow[], edit: string, by: number): readonly AnswerRow[] | undefined;
  /** The answer with one edit made for the lines `by` below, in every word. */
  elsewhere(
    rows: readonly AnswerRow[],
    edit: string,
    by: number,
    changes: readonly CommitChange[],
  ): readonly AnswerRow[] | undefined;
}

export const fence = "```";

export const fenced = (rows: readonly AnswerRow[]): readonly AnswerRow[] => [
  { text: fence },
  ...rows,
  { text: fence },
];
export const textOf = (rows: readonly AnswerRow[]): string => rows.map(({ text }) => text).join("\n");

/** Lines without their ends, as every format's answer has them. */
export const linesOf = (text: string): readonly string[] =>
  text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);

/** The texts that an answer is written for, by the path they have before. */
export function filesBefore(changes: readonly CommitChange[]): Files {
  return new Map(
    changes.flatMap(({ path, oldPath, before }) =>
      before === undefined ? [] : [[oldPath ?? path, before] as const],
    ),
  );
}

/** The same files after the commit. */
export function filesAfter(changes: readonly CommitChange[], before: Files = filesBefore(changes)): Files {
  const files = new Map(before);
  for (const { oldPath } of changes) if (oldPath !== undefined) files.delete(oldPath);
  for (const { path, after } of changes)
    if (after === undefined) files.delete(path);
    else files.set(path, after);
  return files;
}

export const isSame = (one: Files, other: Files): boolean =>
  one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
