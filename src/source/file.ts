/** One text file of a workspace, at the run's pinned commit. */
export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string;
  /** Decoded UTF-8, every byte as it stands in the blob (line ends and BOM kept). */
  readonly text: string;
}

/** What one finished run does to one file. `before` undefined: new file. `after` undefined: deleted. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of a new file that was renamed: its old path, which the same change deletes. It keeps what that was but for its text. */
  readonly movedFrom?: string;
}

/** What a change makes of the text that stood there, or where the file comes from. */
export function textBefore(
  { before, movedFrom }: FileChange,
  changes: readonly FileChange[],
): string | undefined {
  if (movedFrom === undefined) return before;
  return changes.find(({ path, after }) => path === movedFrom && after === undefined)?.before;
}
