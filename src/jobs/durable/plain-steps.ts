import { setTimeout as sleep } from "node:timers/promises";
import { appointmentOf } from "../../errors.ts";
import type { Step } from "../../step.ts";
import { isTransient } from "./step-record.ts";

/** Longer waits than this would cost more than they bring where every minute is paid for. */
const longestWaitMs = 5 * 60_000;
const attempts = 3;

/**
 * Steps of a run that nothing records: each is carried out as it comes, again after a passing fault, and after a rate
 * limit where that ends soon.
 */
export function createPlainSteps(signal: AbortSignal, firstPauseMs = 1000): Step {
  return async (_name, work) => {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await work(signal);
      } catch (error) {
        const until = appointmentOf(error);
        const wait = until ? until.getTime() - Date.now() : firstPauseMs * 4 ** (attempt - 1);
        const worthIt = until ? wait <= longestWaitMs : isTransient(error);
        if (!worthIt || attempt === attempts) throw error;
        await sleep(Math.max(0, wait), undefined, { signal });
      }
    }
  };
}
