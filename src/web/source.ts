/** A page or a registry's entry that was read, as it is kept with the run and shown to a reviewer. Survives JSON. */
export interface WebSource {
  /** Untrusted; may be empty. */
  readonly title: string;
  /** The address that was read, after redirects. */
  readonly url: string;
  /** ISO 8601. */
  readonly readAt: string;
}
