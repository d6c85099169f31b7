/** What a check tells the reviewer: it does not stop the change, and stands in the pull request. */
export interface Finding {
  /** Stable machine-readable kind. Kinds that begin with `weakened/` forbid to say that tests vouch for the change. */
  readonly kind: string;
  readonly path: string;
  /** 1-based, in the changed file; in the old one where the file is deleted. */
  readonly line?: number;
  readonly message: string;
}
