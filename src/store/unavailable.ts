import { setTimeout as sleep } from "node:timers/promises";

/**
 * Whether PostgreSQL could not be asked (restart, failover, too many connections, read-only standby), as opposed
 * to having said no. What could not be asked can be asked again.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (
    typeof code === "string" &&
    /^(08...|57P0[1-5]|53300|25006|40001|40P01|ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)$/.test(
      code,
    )
  )
    return true;
  return (
    typeof message === "string" &&
    /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i.test(
      message,
    )
  );
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
