import type { CommandDelivery, Occasion } from "../../command/delivery.ts";
import type { Run } from "../../store/run.ts";
import { setUsage } from "../../store/runs.ts";
import { accept } from "../acceptance/accept.ts";
import { acceptOccasion } from "../acceptance/accept-occasion.ts";
import { type Wish, wishOf } from "../acceptance/wish.ts";
import { jobs } from "../job.ts";
import { guarded, type Surroundings } from "../surroundings.ts";
import { createCommentNarrator, type Telling } from "../telling/comment-narrator.ts";
import { begun } from "../telling/last-word.ts";
import { alsoAskedFor, reportFailure, reportOutcome } from "../telling/report.ts";
import { tellProgress } from "../telling/tell-progress.ts";
import type { RunContext, RunHandlers } from "./execute.ts";

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
    accept: (run, context) =>
      occasionOf(run) ? acceptOccasion(run, around(run), context) : accept(run, around(run), context),
    async job(run, context) {
      const wish = await wishOfJob(run, context);
      const surroundings = around({ ...run, verb: wish.verb });
      const narrator = createCommentNarrator(
        begun(run, wish.verb),
        tellingOf(run, surroundings, context),
        context.log,
      );
      const occasion = occasionOf(run);
      const delivery = occasion ? undefined : (run.snapshot as CommandDelivery);
      try {
        const signal = new AbortController().signal;
        const asked = { ...run, ...wish, delivery, occasion };
        const outcome = await jobs[wish.verb](asked, surroundings, narrator, context.step, signal);
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

/** The run's one comment or check run, and its row. */
const tellingOf = (run: Run, surroundings: Surroundings, { database }: RunContext): Telling => ({
  show: (progress) => tellProgress(run, progress, surroundings, database),
  spent: (usage) => setUsage(database, run.id, usage),
  also: () => alsoAskedFor(run, database),
});

/** Only a `retry` has to be looked up: all others say themselves what they want. */
async function wishOfJob(run: Run, { step, database }: RunContext): Promise<Wish> {
  const wish = await (run.verb === "retry"
    ? step("find-last", () => wishOf(run, database))
    : wishOf(run, database));
  if (!wish) throw new Error(`Run ${run.id} was queued as a job and is none: ${run.verb}.`);
  return wish;
}

/** What made a run that no comment made. */
function occasionOf({ snapshot }: Run): Occasion | undefined {
  const { kind } = snapshot as { readonly kind: string };
  return kind === "pull" || kind === "press" ? (snapshot as Occasion) : undefined;
}
