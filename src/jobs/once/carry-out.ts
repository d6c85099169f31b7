/** One run from its first step to its last word where nothing is stored: what a second attempt needs stands on GitHub. */
import type { Progress } from "../../delivery/progress.ts";
import type { CheckAnnotation } from "../../github/check-run.ts";
import type { CommentRef } from "../../github/forge.ts";
import type { Logger } from "../../log.ts";
import type { RepositoryConfig } from "../../repository-config/schema.ts";
import type { FinalState } from "../../store/run.ts";
import { createPlainSteps } from "../durable/plain-steps.ts";
import { failureOf } from "../durable/step-record.ts";
import { jobs } from "../job.ts";
import type { JobRun } from "../job-run.ts";
import type { Surroundings, Traces } from "../surroundings.ts";
import { createCommentNarrator } from "../telling/comment-narrator.ts";
import { begun, ended, failureEnd, lastReactions, recorded } from "../telling/last-word.ts";
import { placeOf, tellAt } from "../telling/tell-progress.ts";
import { reacted, unlessLocked } from "../telling/unless-locked.ts";

/** What all runs without a store work with. */
export interface OnceParts {
  /** What is around a run of this verb under this configuration. */
  readonly surroundingsOf: (
    config: RepositoryConfig,
    verb: string,
    remember: (traces: Traces) => Promise<void>,
  ) => Surroundings;
  readonly log: Logger;
  /** Before the first repetition of a step that failed for a moment, in milliseconds. */
  readonly firstPauseMs?: number;
}

interface CarryOptions extends OnceParts {
  readonly config: RepositoryConfig;
  /** What asked for it; undefined where nobody asked in words. */
  readonly comment: CommentRef | undefined;
}

/** Does the work and says on GitHub how it ended. Throws only where GitHub cannot be told. */
export async function carryOut(
  run: JobRun,
  { surroundingsOf, log, config, comment, firstPauseMs }: CarryOptions,
  signal: AbortSignal,
): Promise<FinalState> {
  let traces: Traces = {};
  const surroundings = surroundingsOf(config, run.verb, async (more) => {
    traces = { ...traces, ...more };
  });
  const { reader, publisher } = surroundings;
  if (placeOf(run.verb) === "check-run") traces = { head: (await reader.pull(run.issueNumber)).head.commit };
  const commentId = typeof comment === "object" ? comment.review : comment;
  const { id, issueNumber, frozenAt } = run;
  const at = { id, issueNumber, commentId, frozenAt };
  const narrator = createCommentNarrator(
    begun(run, run.verb),
    {
      show: (progress) => tellAt(at, progress, surroundings, traces.head),
      spent: async () => undefined,
      also: async () => ({}),
    },
    log,
  );
  const work = async (): Promise<Ended> => {
    // At once and not beside the work: where nothing can be said, nothing is paid for.
    await tellAt(at, narrator.progress(), surroundings, traces.head);
    const asked = traces.head === undefined ? run : { ...run, head: traces.head };
    const steps = createPlainSteps(signal, firstPauseMs);
    const outcome = await jobs[run.verb](asked, surroundings, narrator, steps, signal);
    const annotations = outcome.kind === "answered" ? outcome.annotations : undefined;
    return { kind: recorded(outcome).kind, progress: ended(outcome, narrator.progress()), annotations };
  };
  const { kind, progress, annotations } = await work().catch((error: unknown): Ended => {
    log.error("The run failed.", { error });
    const end = failureEnd({ ...run, ...traces }, failureOf(error), surroundings.webUrl);
    return { kind: end.kind, progress: { ...narrator.progress(), end } };
  });
  await narrator.settled();
  try {
    await unlessLocked(tellAt(at, progress, surroundings, traces.head, annotations));
  } finally {
    // The eyes go, also where GitHub refuses the comment for good.
    if (comment !== undefined) await reacted(publisher.react(comment, lastReactions[kind], "eyes"));
  }
  return kind;
}

interface Ended {
  readonly kind: FinalState;
  readonly progress: Progress;
  readonly annotations?: readonly CheckAnnotation[] | undefined;
}
