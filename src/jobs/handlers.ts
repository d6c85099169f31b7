import type { CommandDelivery } from "../command/delivery.ts";
import type { Run } from "../store/run.ts";
import { accept } from "./accept.ts";
import { createCommentNarrator } from "./comment-narrator.ts";
import type { RunHandlers } from "./execute.ts";
import { jobs } from "./job.ts";
import { jobVerbOf, reportFailure, reportOutcome } from "./report.ts";
import { guarded, type Surroundings } from "./surroundings.ts";

/**
 * Joins the verbs to the durable worker. `surroundings` is asked once for each attempt at a run; nothing that it
 * makes outlives the attempt. `redact` takes every known secret out of what is published.
 */
export function createHandlers(
  surroundingsOf: (run: Run) => Surroundings,
  redact: (text: string) => string,
): RunHandlers {
  const around = (run: Run): Surroundings => guarded(surroundingsOf(run), redact);
  return {
    accept: (run, context) => accept(run, around(run), context),
    async job(run, context) {
      const verb = jobVerbOf(run);
      const surroundings = around(run);
      const narrator = createCommentNarrator(run, verb, surroundings, context);
      const delivery = run.snapshot as CommandDelivery;
      try {
        const signal = new AbortController().signal;
        const outcome = await jobs[verb]({ ...run, delivery }, surroundings, narrator, context.step, signal);
        await narrator.settled();
        await context.step("report", () =>
          reportOutcome(run, outcome, narrator.progress(), surroundings, context),
        );
      } finally {
        await narrator.settled();
      }
    },
    async fail(run, failure, context) {
      await context.step("report", () => reportFailure(run, failure, around(run), context));
    },
  };
}
