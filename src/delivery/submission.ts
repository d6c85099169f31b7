/**
 * What the model hands in at the end of an `implement` run, through the tool `submit-edits`. Everything in it is
 * untrusted text: the edits go through the gate, the words through the markdown cleaner.
 */
export interface Submission {
  /** Title of the pull request, from the user's side. */
  readonly title: string;
  /** What changes for the user and how, a few sentences. */
  readonly summary: string;
  /** The whole answer in the line-numbered edit language (`docs/edit-format.md`). */
  readonly edits: string;
  readonly requirements: readonly LedgerEntry[];
  readonly assumptions: readonly string[];
  readonly reuse: readonly ReuseDecision[];
}

/** One row of the requirement ledger. */
export interface LedgerEntry {
  /** `R1`, `R2`, ... */
  readonly id: string;
  readonly requirement: string;
  readonly status: "done" | "partly" | "not-done";
  /** Where it is fulfilled, after the change: `src/a.ts#Parser.parse` or a path. Empty where it is not done. */
  readonly where: readonly string[];
  /** Why it is not done, or what to look at. */
  readonly note: string;
}

/** What the model says about an existing definition that resembles what was asked. */
export interface ReuseDecision {
  /** Id of the existing definition, as the context shows it. */
  readonly definition: string;
  readonly decision: "reused" | "not-reused";
  readonly reason: string;
}
