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
}
