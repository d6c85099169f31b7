/** The last word of a run: one edit of its comment, one reaction, one final state. Idempotent, for it may be repeated. */
import type { WorkVerb } from "../../command/verbs.ts";
import { parseProgress } from "../../delivery/parse-progress.ts";
import { marker, type Progress } from "../../delivery/progress.ts";
import type { CheckAnnotation } from "../../github/check-run.ts";
import type { Usage } from "../../llm/model.ts";
import type { Database } from "../../store/database.ts";
import { alsoAsked } from "../../store/recent.ts";
import type { Run, RunOutcome } from "../../store/run.ts";
import { findRun, setOutcome, setUsage } from "../../store/runs.ts";
import { wishOf } from "../acceptance/wish.ts";
import type { RunContext } from "../durable/execute.ts";
import type { RunFailure } from "../durable/queue.ts";
import type { Outcome } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";
import { commentOf } from "./comment-of.ts";
import { begun, ended, failureEnd, lastReactions, recorded } from "./last-word.ts";
import { endedStages } from "./stage-of.ts";
import { placeOf, sinceAsked, tellProgress } from "./tell-progress.ts";
import { reactedAtLast, type Untold, unlessLocked, untold as untoldOf } from "./unless-locked.ts";

/** Who gave the same command since, for the one comment. */
export async function alsoAskedFor(run: Run, database: Database): Promise<Pick<Progress, "also">> {
  const also = await alsoAsked(database, run.id);
  return also.length === 0 ? {} : { also };
}

export async function reportOutcome(
  run: Run,
  outcome: Outcome,
  progress: Progress,
  surroundings: Surroundings,
  { database }: RunContext,
): Promise<void> {
  const { usage } = outcome;
  if (usage) await setUsage(database, run.id, { ...usage, cost: usage.cost ?? 0 });
  const record = recorded(outcome);
  const said = { ...ended(outcome, progress), ...(await alsoAskedFor(run, database)) };
  const annotations = outcome.kind === "answered" ? outcome.annotations : undefined;
  const told = await sayEnd(run, said, record.kind, surroundings, database, annotations);
  await setOutcome(database, run.id, { ...record, details: { ...record.details, ...told } });
}

/** For a run that threw: a person's mistake is answered, a cancellation is confirmed, a bug is apologised for. */
export async function reportFailure(
  run: Run,
  failure: RunFailure,
  surroundings: Surroundings,
  { database }: RunContext,
): Promise<void> {
  const now = (await findRun(database, run.id)) ?? run;
  const end = failureEnd(now, failure, surroundings.webUrl);
  // A command that failed before it was known to be a job is told of like the first verb.
  const verb = (await wishOf(run, database))?.verb ?? "implement";
  const state = end.kind === "cancelled" ? "running" : "failed";
  const told = await toldBefore(run, verb, surroundings);
  const stages = endedStages(verb, failure.step, state, told?.stages);
  const usage = now.inputTokens > 0 && { usage: usageOf(now) };
  const also = await alsoAskedFor(run, database);
  const said = { ...begun(run, verb), stages, end, ...usage, ...also };
  const untold = await sayEnd(run, said, end.kind, surroundings, database);
  await setOutcome(database, run.id, {
    kind: end.kind,
    message: failure.message,
    details: { ...failure, ...untold },
  });
}

/** What the run's comment says until now: whoever tells its end need not be the process that told its way. */
async function toldBefore(
  run: Run,
  verb: WorkVerb,
  { publisher }: Surroundings,
): Promise<Progress | undefined> {
  if (placeOf(verb) !== "comment") return undefined;
  const body = await publisher.noted(run.issueNumber, marker(run, "progress"), sinceAsked(run));
  return body === undefined ? undefined : parseProgress(body);
}

/** Returns what is to be remembered of it: where the conversation is locked, people read the end nowhere. */
export async function sayEnd(
  run: Run,
  progress: Progress,
  kind: RunOutcome["kind"],
  surroundings: Surroundings,
  database: Database,
  annotations?: readonly CheckAnnotation[],
): Promise<Untold> {
  const { publisher } = surroundings;
  try {
    return untoldOf(await unlessLocked(tellProgress(run, progress, surroundings, database, annotations)));
  } finally {
    // The eyes go, also where GitHub refuses the comment for good.
    if (run.commentId !== undefined)
      await reactedAtLast(publisher.react(commentOf(run), lastReactions[kind], "eyes"));
  }
}

/** Field by field: the comment keeps what it shows, and a run holds more than anybody should read there. */
function usageOf({ inputTokens, outputTokens, cost }: Run): Usage {
  const known = { inputTokens, outputTokens, cachedTokens: 0, estimated: false, milliseconds: 0 };
  // Nothing is stored as zero where the model has no price, and then nothing is said of money.
  return { ...known, cost: cost > 0 ? cost : undefined };
}
