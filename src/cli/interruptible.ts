import { CancelledError } from "../errors.ts";

/** Does work that Ctrl-C ends: the signal says so, with a `CancelledError` as its reason. A second Ctrl-C kills. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  said = "Interrupted.",
): Promise<T> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CancelledError(said));
  process.once("SIGINT", interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}
