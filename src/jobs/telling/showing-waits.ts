import { RateLimitedError } from "../../github/failure.ts";
import type { Step } from "../../step.ts";
import type { Narrator } from "./narrator.ts";

/** The same steps, which tell people for what they wait when GitHub puts them off; the run itself is parked. */
export function showingWaits(step: Step, narrator: Narrator): Step {
  return (name, work) =>
    step(name, async (signal) => {
      try {
        return await work(signal);
      } catch (error) {
        if (error instanceof RateLimitedError)
          narrator.wait?.(
            `GitHub's search limit; it goes on at ${error.until.toISOString().slice(11, 16)} UTC.`,
          );
        throw error;
      }
    });
}
