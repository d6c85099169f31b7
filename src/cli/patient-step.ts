import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../errors.ts";
import { RateLimitedError } from "../github/failure.ts";
import type { Step } from "../step.ts";

/** A person waits this long for GitHub's limit, and no longer. */
const longestWaitMs = 5 * 60_000;

/** Does each step as it comes, and sits out GitHub's limit where that does not take long. */
export function patientStep(tell: (line: string) => void, signal: AbortSignal): Step {
  return async (_name, work) => {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await work(signal);
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
        const wait = error.until.getTime() - Date.now();
        const when = error.until.toLocaleTimeString("en-GB");
        if (wait > longestWaitMs)
          throw new UserError(
            `GitHub's rate limit is used up until ${when}.`,
            "Try again then; with GITHUB_TOKEN set, the limits are far higher. What was read until now is kept.",
          );
        tell(`GitHub's limit is used up; going on at ${when}.`);
        await sleep(Math.max(0, wait), undefined, { signal });
      }
    }
  };
}
