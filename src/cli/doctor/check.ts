import { UserError } from "../../errors.ts";
import { cureOfGitHub } from "../cure-of-github.ts";
import { cureOfDisk } from "../local-cures.ts";

/** What one look at the installation found. */
export interface Check {
  readonly name: string;
  /** `warning`: works, but less than it could. `failed`: runs will not work. */
  readonly state: "ok" | "warning" | "failed";
  /** One sentence, without its full stop. */
  readonly detail: string;
  /** What to do, where something is to be done. */
  readonly cure?: string;
}

const millisecondsAtMost = 30_000;

/** A failed check for whatever went wrong while looking; a doctor that falls over helps nobody. */
export async function attempt(
  name: string,
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<Check>,
): Promise<Check> {
  const limit = AbortSignal.timeout(millisecondsAtMost);
  try {
    const either = AbortSignal.any([signal, limit]);
    return await Promise.race([look(either), rejectedBy(either)]);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted)
      return { name, state: "failed", detail: `no answer within ${millisecondsAtMost / 1000} s` };
    const detail = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
    const cure = error instanceof UserError ? error.cure : (cureOfGitHub(error) ?? cureOfDisk(error));
    return { name, state: "failed", detail, ...(cure !== undefined && { cure }) };
  }
}

/** Not everything that is asked knows of signals. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
