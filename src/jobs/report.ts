/** The last word of a run: one edit of its comment, one reaction, one final state. Idempotent, for it may be repeated. */
import type { WorkVerb } from "../command/verbs.ts";
import type { LeftBehind, Progress, ProgressEnd } from "../delivery/progress.ts";
import type { CheckAnnotation } from "../github/check-run.ts";
import type { Reaction } from "../github/forge.ts";
import type { Usage } from "../llm/model.ts";
import type { Database } from "../store/database.ts";
import { alsoAsked } from "../store/recent.ts";
import type { Run, RunOutcome } from "../store/run.ts";
import { findRun, setOutcome, setUsage } from "../store/runs.ts";
import { commentOf } from "./comment-of.ts";
import type { RunContext } from "./execute.ts";
import type { Delivered, Outcome } from "./outcome.ts";
import type { RunFailure } from "./queue.ts";
import { endedStages } from "./stage-of.ts";
import type { Surroundings } from "./surroundings.ts";
import { tellProgress } from "./tell-progress.ts";
import { wishOf } from "./wish.ts";

const done = { state: "done", note: "" } as const;

/** The progress of a run whose command was accepted a moment ago. */
export function begun(run: Run, verb: WorkVerb): Progress {
  return {
    runId: run.id,
    issueNumber: run.issueNumber,
    verb,
    stages: { authorise: done, acknowledge: done },
  };
}

/** Who gave the same command since, for the one comment. */
export async function alsoAskedFor(run: Run, database: Database): Promise<Pick<Progress, "also">> {
  const also = await alsoAsked(database, run.id);
  return also.length === 0 ? {} : { also };
}

const reactions: Record<RunOutcome["kind"], Reaction> = {
  delivered: "rocket",
  declined: "-1",
  failed: "confused",
  cancelled: "-1",
};

export async function reportOutcome(
  run: Run,
  outcome: Outcome,
  progress: Progress,
  surroundings: Surroundings,
  { database }: RunContext,
): Promise<void> {
  const { usage } = outcome;
  if (usage) await setUsage(database, run.id, { ...usage, cost: usage.cost ?? 0 });
  const stages = outcome.kind === "declined" ? progress.stages : allDone(progress.stages);
  const record = recorded(outcome);
  const also = await alsoAskedFor(run, database);
  const end = outcome.kind === "delivered" ? deliveredEnd(outcome) : outcome;
  const said = { ...progress, stages, end, ...(usage && { usage }), ...also } as Progress;
  const annotations = outcome.kind === "answered" ? outcome.annotations : undefined;
  await say(run, said, record.kind, surroundings, database, annotations);
  await setOutcome(database, run.id, record);
}

/** For a run that threw: a person's mistake is answered, a cancellation is confirmed, a bug is apologised for. */
export async function reportFailure(
  run: Run,
  failure: RunFailure,
  surroundings: Surroundings,
  { database }: RunContext,
): Promise<void> {
  const now = (await findRun(database, run.id)) ?? run;
  const end = failureEnd(now, failure, surroundings);
  // A command that failed before it was known to be a job is told of like the first verb.
  const verb = (await wishOf(run, database))?.verb ?? "implement";
  const stages = endedStages(verb, failure.step, end.kind === "cancelled" ? "running" : "failed");
  const usage = now.inputTokens > 0 && { usage: usageOf(now) };
  const also = await alsoAskedFor(run, database);
  const said = { ...begun(run, verb), stages, end, ...usage, ...also };
  await say(run, said, end.kind, surroundings, database);
  await setOutcome(database, run.id, {
    kind: end.kind,
    message: failure.message,
    details: { ...failure },
  });
}

/** A commit on a pull request that was there is told by its name; a draft by the pull request. */
function deliveredEnd({ onto, commit, ...outcome }: Delivered): ProgressEnd {
  return { ...outcome, ...(onto && { commit }) };
}

/** The stage that runs has come to its end with the run; what was skipped stays so. */
function allDone(stages: Progress["stages"]): Progress["stages"] {
  const ended = Object.entries(stages).map(([stage, { state, note }]) => [
    stage,
    { state: state === "running" ? "done" : state, note: state === "running" ? "" : note },
  ]);
  return { ...Object.fromEntries(ended), report: done };
}

async function say(
  run: Run,
  progress: Progress,
  kind: RunOutcome["kind"],
  surroundings: Surroundings,
  database: Database,
  annotations?: readonly CheckAnnotation[],
): Promise<void> {
  const { publisher } = surroundings;
  await tellProgress(run, progress, surroundings, database, annotations);
  if (run.commentId !== undefined) await publisher.react(commentOf(run), reactions[kind], "eyes");
}

function failureEnd(
  run: Run,
  failure: RunFailure,
  { webUrl }: Surroundings,
): ProgressEnd & { kind: "failed" | "cancelled" } {
  const left = leftBehind(run, webUrl);
  if (failure.name === "CancelledError")
    return {
      kind: "cancelled",
      ...(run.cancelRequestedBy === undefined ? {} : { by: run.cancelRequestedBy }),
      ...left,
    };
  if (failure.cure !== undefined)
    return { kind: "failed", cause: failure.message, cure: failure.cure, ...left };
  return {
    kind: "failed",
    cause: "Something went wrong inside CodeRAG; that is a bug, not your mistake.",
    cure: `Give the command again, and if it fails again, send the host this run's id: ${run.id}.`,
    ...left,
  };
}

/** Field by field: the comment keeps what it shows, and a run holds more than anybody should read there. */
function usageOf({ inputTokens, outputTokens, cost }: Run): Usage {
  const known = { inputTokens, outputTokens, cachedTokens: 0, estimated: false, milliseconds: 0 };
  // Nothing is stored as zero where the model has no price, and then nothing is said of money.
  return { ...known, cost: cost > 0 ? cost : undefined };
}

function leftBehind(run: Run, webUrl: string | undefined): { readonly left?: LeftBehind } {
  const { pullNumber: number, branch } = run;
  if (number !== undefined) {
    const url = webUrl === undefined ? "" : `${webUrl}/${run.owner}/${run.name}/pull/${number}`;
    return { left: { kind: "pull-request", number, url } };
  }
  return branch === undefined ? {} : { left: { kind: "branch", name: branch } };
}

function recorded(outcome: Outcome): RunOutcome {
  if (outcome.kind === "answered") return { kind: "delivered", message: outcome.headline };
  return outcome.kind === "delivered"
    ? {
        kind: "delivered",
        message: outcome.title,
        details: { pullNumber: outcome.pullRequest.number, branch: outcome.branch, commit: outcome.commit },
      }
    : { kind: "declined", message: outcome.cause, details: { cure: outcome.cure } };
}
