/**
 * The three ways to go wrong, as three types.
 *
 * A `Complaint` is the model's to cure: it is data, goes back into the conversation, and is bounded.
 * A `UserError` is a person's to cure: its message is the reply, so it always carries the cure.
 * Anything else thrown is a bug: it ends the run loudly, with the run's id.
 */

/** What a check or the edit language says back to the model; never thrown. */
export interface Complaint {
  /** Stable machine-readable kind, for example `edit/no-such-line` or `syntax/new-error`. */
  readonly kind: string;
  /** One sentence that names the cause and the cure, addressed to the model. */
  readonly message: string;
  readonly path?: string;
  /** 1-based line, in the file if `path` is given, else in the model's answer. */
  readonly line?: number;
  /** The source around the fault, drawn as a compiler would, when that helps. */
  readonly excerpt?: string;
}

/** A person's mistake or a missing permission: `message` says what happened, `cure` what to do. */
export class UserError extends Error {
  readonly cure: string;
  constructor(message: string, cure: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UserError";
    this.cure = cure;
  }
}

/** The run was cancelled by a person, or its issue was closed. */
export class CancelledError extends Error {
  constructor(reason = "The run was cancelled.") {
    super(reason);
    this.name = "CancelledError";
  }
}

/** When to come back, of an error that says so (a rate limit): an appointment, and no failure. */
export function appointmentOf(error: unknown): Date | undefined {
  const { until } = (error ?? {}) as { readonly until?: unknown };
  return until instanceof Date && Number.isFinite(until.getTime()) ? until : undefined;
}

/** True for a `UserError` of any name, also for one that was recorded by a durable step and read back without its class. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && typeof (error as UserError).cure === "string";
}

/** True for a `CancelledError`, also for one that was recorded by a durable step and read back without its class. */
export function isCancelled(error: unknown): error is CancelledError {
  return error instanceof Error && error.name === "CancelledError";
}
