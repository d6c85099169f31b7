import type { CommandDelivery, Occasion, ReviewPlace } from "../command/delivery.ts";
import type { WorkVerb } from "../command/verbs.ts";

/** A run as its job needs it; a stored run and a run of the command line both have this shape. */
export interface JobRun {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly issueNumber: number;
  /** What is done: for `retry` the verb of the command that is repeated. */
  readonly verb: WorkVerb;
  /** Words behind the verb, untrusted. */
  readonly request: string;
  readonly actorLogin: string;
  readonly actorId: number;
  /** ISO 8601. */
  readonly frozenAt: string;
  /** Lines of a pull request's diff that the command is about. */
  readonly place?: ReviewPlace | undefined;
  /** What the signed payload said; undefined on the command line. */
  readonly delivery: CommandDelivery | undefined;
  /** What made the run where no comment did. */
  readonly occasion?: Occasion | undefined;
  /** The head of the pull request when the run was queued, where its check run stands. */
  readonly head?: string;
}
