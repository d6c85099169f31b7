import { appointmentOf, CancelledError, isUserError, UserError } from "../../errors.ts";
import type { RunFailure } from "./queue.ts";

/**
 * What a step left in the database. Errors are recorded as data of ours, since a replay must throw what the first
 * attempt threw, of the same type: a revived `Error` that has forgotten that it was a `UserError` would turn a
 * reply into an apology.
 */
export type StepRecord =
  | { readonly kind: "done"; readonly value?: unknown }
  | { readonly kind: "cancelled"; readonly message: string }
  /** The outside world asked for patience. `until`: ISO 8601. */
  | { readonly kind: "parked"; readonly until: string; readonly message: string }
  | { readonly kind: "user"; readonly message: string; readonly cure: string }
  | {
      readonly kind: "bug";
      readonly name: string;
      readonly message: string;
      readonly stack?: string | undefined;
    };

/** Error as a record. */
export function recordError(error: unknown): StepRecord {
  const until = appointmentOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (until) return { kind: "parked", until: until.toISOString(), message };
  if (error instanceof CancelledError) return { kind: "cancelled", message };
  if (error instanceof UserError) return { kind: "user", message, cure: error.cure };
  if (!(error instanceof Error)) return { kind: "bug", name: "Error", message };
  return {
    kind: "bug",
    name: error.name,
    message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}

export function failureOf(error: unknown, step?: string): RunFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return {
    ...{ name, message },
    ...(isUserError(error) && { cure: error.cure }),
    ...(step !== undefined && { step }),
  };
}

/** The value of a record, or its error thrown; `cause` is the original where the step ran just now. */
export function settle(record: Exclude<StepRecord, { kind: "parked" }>, cause: unknown): unknown {
  const options = cause === undefined ? {} : { cause };
  switch (record.kind) {
    case "done":
      return record.value;
    case "cancelled":
      throw new CancelledError(record.message);
    case "user":
      throw new UserError(record.message, record.cure, options);
    case "bug":
      throw Object.assign(new Error(record.message, options), {
        name: record.name,
        ...(record.stack === undefined ? {} : { stack: record.stack }),
      });
  }
}

const networkCodes =
  /^(ECONN(RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_(SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

/**
 * Whether trying again soon may help: a broken connection, a server that says it is at fault for now, or an error
 * that calls itself `transient`.
 */
export function isTransient(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { transient, code, status } = at as { transient?: unknown; code?: unknown; status?: unknown };
    if (transient === true) return true;
    if (typeof code === "string" && networkCodes.test(code)) return true;
    if (typeof status === "number" && [500, 502, 503, 504].includes(status)) return true;
  }
  return false;
}
