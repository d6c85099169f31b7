/** How a run's end is told: the last state of its one comment, one reaction, one record. Values only; nothing is written. */
import type { WorkVerb } from "../../command/verbs.ts";
import type { LeftBehind, Progress, ProgressEnd } from "../../delivery/progress.ts";
import type { Reaction } from "../../github/forge.ts";
import type { Run, RunOutcome, RunTraces } from "../../store/run.ts";
import type { RunFailure } from "../durable/queue.ts";
import type { Delivered, Outcome } from "../outcome.ts";

const done = { state: "done", note: "" } as const;

/** The progress of a run whose command was accepted a moment ago. */
export function begun({ id, issueNumber }: Pick<Run, "id" | "issueNumber">, verb: WorkVerb): Progress {
  return { runId: id, issueNumber, verb, stages: { authorise: done, acknowledge: done } };
}

export const lastReactions: Record<RunOutcome["kind"], Reaction> = {
  delivered: "rocket",
  declined: "-1",
  failed: "confused",
  cancelled: "-1",
};

/** The progress of a run that ended with this outcome. */
export function ended(outcome: Outcome, progress: Progress): Progress {
  const { usage } = outcome;
  const stages = outcome.kind === "declined" ? progress.stages : allDone(progress.stages);
  const end = outcome.kind === "delivered" ? deliveredEnd(outcome) : outcome;
  return { ...progress, stages, end, ...(usage && { usage }) } as Progress;
}

/** A commit on a pull request that was there is told by its name; a draft by the pull request. */
function deliveredEnd({ onto, commit, ...outcome }: Delivered): ProgressEnd {
  return { ...outcome, ...(onto && { commit }) };
}

/** The stage that runs has come to its end with the run; what was skipped stays so. */
function allDone(stages: Progress["stages"]): Progress["stages"] {
  const over = Object.entries(stages).map(([stage, { state, note }]) => [
    stage,
    { state: state === "running" ? "done" : state, note: state === "running" ? "" : note },
  ]);
  return { ...Object.fromEntries(over), report: done };
}

/** What is known of a run that threw. */
export interface FailedRun extends RunTraces, Pick<Run, "owner" | "name"> {
  readonly cancelRequestedBy?: string | undefined;
}

/** A person's mistake is answered with the cure, a cancellation is confirmed, GitHub's fault named, a bug apologised for. */
export function failureEnd(
  run: FailedRun,
  failure: RunFailure,
  webUrl: string | undefined,
): ProgressEnd & { kind: "failed" | "cancelled" } {
  const left = leftBehind(run, webUrl);
  if (failure.name === "CancelledError")
    return {
      kind: "cancelled",
      ...(run.cancelRequestedBy === undefined ? {} : { by: run.cancelRequestedBy }),
      ...left,
    };
  if (failure.cure !== undefined)
    return { kind: "failed", cause: publicCause(failure.message), cure: failure.cure, ...left };
  if (isGitHubDown(failure))
    return {
      kind: "failed",
      cause: "GitHub did not answer, also when it was asked again.",
      cure: "Give the command again in some minutes; if it fails again, send the host the run's id below.",
      ...left,
    };
  return {
    kind: "failed",
    cause: "Something went wrong inside CodeRAG; that is a bug, not your mistake.",
    cure: "Give the command again; if it fails again, send the host the run's id below.",
    ...left,
  };
}

/** Its answer was lost, or it said that it failed itself: nobody here can do anything about that. */
const isGitHubDown = ({ name, message }: RunFailure): boolean =>
  ["LostAnswerError", "RemoteGitError"].includes(name) ||
  (name === "GitHubError" && /^GitHub answered (?:5\d\d|408) /.test(message));

/**
 * A whole sentence without inner addresses: plain http leads to the host's own network (a local model), which is nobody's
 * business in a thread. Sentences that end in a provider's words may lack their full stop.
 */
function publicCause(message: string): string {
  const told = message.replace(/(?: to)? ?http:\/\/[^\s,;]*[^\s,;:.]/g, "").trimEnd();
  return /[.!?…]$/.test(told) ? told : `${told}.`;
}

/** What it had written; empty where that is nothing. */
export function leftBehind(run: FailedRun, webUrl: string | undefined): { readonly left?: LeftBehind } {
  const { pullNumber: number, branch } = run;
  if (number !== undefined) {
    const url = webUrl === undefined ? "" : `${webUrl}/${run.owner}/${run.name}/pull/${number}`;
    return { left: { kind: "pull-request", number, url } };
  }
  return branch === undefined ? {} : { left: { kind: "branch", name: branch } };
}

/** The outcome as it is stored with the run. */
export function recorded(outcome: Outcome): RunOutcome {
  if (outcome.kind === "answered") return { kind: "delivered", message: outcome.headline };
  return outcome.kind === "delivered"
    ? {
        kind: "delivered",
        message: outcome.title,
        details: { pullNumber: outcome.pullRequest.number, branch: outcome.branch, commit: outcome.commit },
      }
    : { kind: "declined", message: outcome.cause, details: { cure: outcome.cure } };
}
