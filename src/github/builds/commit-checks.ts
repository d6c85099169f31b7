import { isPermissionRefusal, LostAnswerError, refusedWith } from "../failure.ts";

export interface CommitChecks {
  /** Those that failed, the first ones with what they say. */
  readonly failed: readonly FailedCheck[];
  readonly passed: number;
  /** Queued or running. */
  readonly unfinished: number;
  /** Further ones that were not looked at. */
  readonly unread: number;
  /** Where one of the two kinds could not be read at all. Not in what runs of earlier versions recorded. */
  readonly lacking?: { readonly kind: "check runs" | "commit statuses"; readonly why: UnreadChecks };
}

export interface FailedCheck {
  /** `test (ubuntu-latest, 20)`. */
  readonly name: string;
  /** Another run of it passed on the same commit. */
  readonly alsoPassed?: true;
  /** Absent where nothing was asked of it. */
  readonly details?: CheckDetails;
}

export interface CheckDetails {
  /** Title and summary, as the check says them. */
  readonly said: string;
  readonly annotations: readonly FailureAnnotation[];
  /** The end of what the job printed; undefined for other programs' checks, and where it is not given any more. */
  readonly log: string | undefined;
  /** Bytes of the log before that. */
  readonly skipped: number;
}

export interface FailureAnnotation {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** What builds say could not be read: the installation withholds it, or GitHub did not answer. */
export type UnreadChecks = "withheld" | "unanswered";

/** Why it could not be read; throws what is no answer of GitHub's. */
export function whyUnread(error: unknown): UnreadChecks {
  if (isPermissionRefusal(error)) return "withheld";
  if (refusedWith(error) !== undefined || error instanceof LostAnswerError) return "unanswered";
  throw error;
}
