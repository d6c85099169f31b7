/**
 * What happens first to a run that no comment made: a pull request was opened or pushed to, or somebody pressed a
 * button of a check run. Nobody asked in words, so nobody is answered in words: what is not wanted ends silently.
 */
import type { Occasion, PressDelivery, PullDelivery } from "../../command/delivery.ts";
import { commandsPerHour } from "../../command/gate.ts";
import type { Verb } from "../../command/verbs.ts";
import type { Database } from "../../store/database.ts";
import { commandsBefore, reviewsBefore } from "../../store/recent.ts";
import { setRunConfig } from "../../store/repository-configs.ts";
import { isAccepted, type Run } from "../../store/run.ts";
import { activeRuns, findRun, lastHead, setOutcome, setState } from "../../store/runs.ts";
import { cancelRuns } from "../cancel.ts";
import { abandonable } from "../durable/abandonable.ts";
import type { RunContext } from "../durable/execute.ts";
import { pinHead, waitingOf } from "../durable/queue-job.ts";
import { readConfig } from "../reading/repository-config.ts";
import type { Surroundings } from "../surroundings.ts";
import { begun } from "../telling/last-word.ts";
import { tellProgress } from "../telling/tell-progress.ts";
import { mayWrite } from "./authorise.ts";

export async function acceptOccasion(
  run: Run,
  surroundings: Surroundings,
  context: RunContext,
): Promise<void> {
  const { step, database } = context;
  const occasion = run.snapshot as Occasion;
  const refusal = await step("authorise", (signal) =>
    abandonable(refusalOf(run, occasion, surroundings, database), signal),
  );
  if (refusal !== undefined)
    return step("end", () => setOutcome(database, run.id, { kind: "declined", message: refusal }));
  if (occasion.kind === "press" && occasion.button === "cancel")
    return step("cancel", () => cancelPressed(run, occasion, context));
  if (run.verb === "examples") return context.enqueueJob();
  await step("announce", async () => {
    await pinHead(run, surroundings, database);
    const progress = { ...begun(run, "suggest"), ...(await waitingOf(run, database)) };
    await tellProgress(run, progress, surroundings, database);
  });
  await context.enqueueJob();
}

/** Why nothing is done; undefined where it is wanted. */
async function refusalOf(
  run: Run,
  occasion: Occasion,
  surroundings: Surroundings,
  database: Database,
): Promise<string | undefined> {
  const { config } = await readConfig(run, surroundings, database);
  await setRunConfig(database, run.id, config);
  const { verb } = run;
  if (config.verbs[verb as Verb] === false) return `\`${verb}\` is switched off in this repository.`;
  if (occasion.kind === "press")
    return (await mayWrite(occasion.actor.login, surroundings.reader))
      ? undefined
      : "The button needs write access.";
  if ((await commandsBefore(database, run)) >= commandsPerHour) return "Too many runs within an hour.";
  if (verb === "suggest")
    return (
      unwanted(occasion, config.suggestions.automatic) ??
      (await waitingTwin(run, database)) ??
      (await overtaken(run, surroundings, database)) ??
      tooOften(run, surroundings, database)
    );
  return config.examples.pullRequests
    ? waitingTwin(run, database)
    : "The repository does not ask for examples on pull requests.";
}

/** Why no review is made; undefined where it is wanted. Drafts and the pull requests of bots are nobody's wish. */
export function unwanted(
  { action, draft, authorType }: PullDelivery,
  automatic: readonly PullDelivery["action"][],
): string | undefined {
  if (!automatic.includes(action)) return "The repository does not ask for this review.";
  if (draft) return "The pull request is a draft.";
  return authorType === "User" ? undefined : "The pull request is a bot's.";
}

/** Anybody can open pull requests without end, and each review is paid for. */
async function tooOften(run: Run, { reader }: Surroundings, database: Database): Promise<string | undefined> {
  if ((await reviewsBefore(database, run)) < commandsPerHour) return undefined;
  return (await mayWrite(run.actorLogin, reader))
    ? undefined
    : "Too many reviews within an hour for somebody without write access.";
}

/** One that waits will see these commits, too: it reads the head when it begins. */
async function waitingTwin(run: Run, database: Database): Promise<string | undefined> {
  const earlier = await acceptedBefore(run, database);
  const waits = earlier.find(({ state, request }) => state !== "running" && request === "");
  return waits && `One waits already: ${waits.id}.`;
}

/** What GitHub tells late may be over by then, or have been looked at with what was pushed after it. */
async function overtaken(
  run: Run,
  { reader }: Surroundings,
  database: Database,
): Promise<string | undefined> {
  const { state, head } = await reader.pull(run.issueNumber);
  if (state !== "open") return `The pull request is ${state}.`;
  const looked = await lastHead(database, run.repositoryId, run.issueNumber);
  const heads = [looked, ...(await acceptedBefore(run, database)).map((earlier) => earlier.head)];
  return heads.includes(head.commit) ? "These commits are looked at already." : undefined;
}

/** What was accepted of the same verb, and has not ended. */
async function acceptedBefore(run: Run, database: Database): Promise<readonly Run[]> {
  const active = await activeRuns(database, run.repositoryId, run.issueNumber);
  return active.filter(
    (other) => other.ordinal < run.ordinal && other.verb === run.verb && isAccepted(other),
  );
}

async function cancelPressed(
  run: Run,
  { runId, actor }: PressDelivery,
  { database, enqueueFailure }: RunContext,
): Promise<void> {
  const meant = await findRun(database, runId);
  const same = meant?.repositoryId === run.repositoryId ? [meant] : [];
  await cancelRuns(database, same, actor.login, enqueueFailure);
  await setState(database, run.id, "running");
  await setOutcome(database, run.id, { kind: "delivered", message: "Asked to stop." });
}
