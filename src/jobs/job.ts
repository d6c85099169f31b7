import type { WorkVerb } from "../command/verbs.ts";
import type { Step } from "../step.ts";
import { ask } from "./ask.ts";
import { examples } from "./examples.ts";
import { implement } from "./implement.ts";
import type { JobRun } from "./job-run.ts";
import type { Outcome } from "./outcome.ts";
import { search } from "./search.ts";
import { suggest } from "./suggest.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Narrator } from "./telling/narrator.ts";
import { undo } from "./undo.ts";

/**
 * The work of one verb: a file of one screen whose effects are durable steps. It returns how it ended; the comment,
 * the reaction and the final state are made of that by `report.ts`, the same for all. Which stages people see is in
 * `src/delivery/plans.ts`, who may command it where in `src/command/verbs.ts`.
 */
export type Job = (
  run: JobRun,
  surroundings: Surroundings,
  narrator: Narrator,
  step: Step,
  signal: AbortSignal,
) => Promise<Outcome>;

/** Every verb that has work of its own. */
export const jobs: Readonly<Record<WorkVerb, Job>> = {
  ...{ ask, examples, fix: implement, implement, search, suggest, undo },
};
