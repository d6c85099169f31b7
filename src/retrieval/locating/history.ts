/** What a repository's past says of its present: which files change, and for what reasons. */
export interface History {
  /** The newest first; at most some hundred. */
  readonly commits: readonly PastCommit[];
}

export interface PastCommit {
  readonly sha: string;
  /** Subject and body. */
  readonly message: string;
  /** Files that it changed, added or removed, by their paths then. */
  readonly paths: readonly string[];
}
