import { setTimeout as sleep } from "node:timers/promises";
import { types } from "node:util";

/**
 * PostgreSQL could not be asked (restart, failover, no room on its disk, too many connections, read-only standby, so
 * busy that a statement or a lock took too long, a password that is being changed, a database that is being restored),
 * as opposed to having said no. What could not be asked can be asked again.
 */
export class UnavailableError extends Error {
  constructor(cause?: Error) {
    super(cause ? `PostgreSQL cannot be reached: ${cause.message}` : "PostgreSQL cannot be reached.", {
      cause,
    });
    this.name = "UnavailableError";
  }
}

export const isUnavailable = (error: unknown): error is UnavailableError => error instanceof UnavailableError;

/** Runs what asks PostgreSQL, so that an absent server shows as an `UnavailableError`. */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw types.isNativeError(error) && isAbsence(error) ? new UnavailableError(error) : error;
  }
}

/**
 * Asks again, with growing pauses up to 10 s, until PostgreSQL answers or `signal` aborts. A run outlives the
 * restart of its database; only its worker's end stops the asking.
 */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 10_000)) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || signal.aborted) throw error;
      await sleep(pause, undefined, { signal });
    }
  }
}

const codes =
  /^(08...|57P0[1-5]|57014|53[1-4]00|58030|25006|25P0[34]|28...|3D000|40001|40P01|55P03|ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/;
const messages =
  /connection terminated|timeout exceeded when trying to connect|connection error|client was closed|not currently accepting connections/i;

function isAbsence(error: Error): boolean {
  const { code } = error as { code?: unknown };
  return (typeof code === "string" && codes.test(code)) || messages.test(error.message);
}
