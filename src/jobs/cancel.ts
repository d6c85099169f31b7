import { isJobVerb } from "../command/verbs.ts";
import type { Database } from "../store/database.ts";
import { isFinal, type Run } from "../store/run.ts";
import { activeRuns, findRun, requestCancel } from "../store/runs.ts";
import type { Enqueuer } from "./durable/queue.ts";

/** Where a run says how it ended; a repeated one where its own command did. */
function toldIn(verb: Run["verb"]): string {
  if (verb === "retry") return "comment or check run";
  return verb === "suggest" ? "check run" : "comment";
}

/** Queues the failure path of a run that nobody works on, which then says that it was cancelled. */
export type EndUnbegun = Enqueuer["enqueueFailure"];

/**
 * Asks everything that runs for this issue to stop. The runs hear of it within about half a second, wherever they
 * are, and say themselves in their own comments or check runs what they left behind.
 */
export async function cancel(run: Run, database: Database, end: EndUnbegun): Promise<string> {
  const all = await otherJobs(run, database);
  const others = all.filter((other) => isGivenBefore(other, run));
  const asked = await cancelRuns(database, others, run.actorLogin, end);
  if (asked.length === 0)
    return all.length === 0
      ? "Nothing is running here, so there was nothing to cancel."
      : "What runs here was asked for after this command, so it goes on.";
  const places = new Set(others.filter(({ id }) => asked.includes(id)).map(({ verb }) => toldIn(verb)));
  const [place] = places.size === 1 ? places : ["comment or check run"];
  return asked.length === 1
    ? `The run is being cancelled; its own ${place} says how it ended.`
    : `${asked.length} runs are being cancelled; their own ${place}s say how they ended.`;
}

/**
 * What was asked for after a cancel is wanted, also where GitHub delivers the cancel late. Runs that no comment made are
 * dated by another clock.
 */
const isGivenBefore = (other: Run, { ordinal, frozenAt }: Run): boolean =>
  other.ordinal < ordinal &&
  (other.commentId === undefined || Date.parse(other.frozenAt) <= Date.parse(frozenAt));

/** What else is asked for here and not over. */
export async function otherJobs(run: Run, database: Database): Promise<readonly Run[]> {
  const active = await activeRuns(database, run.repositoryId, run.issueNumber);
  return active.filter(({ id, verb }) => id !== run.id && isJobVerb(verb));
}

/**
 * Asks runs to stop and returns the ids of those that were not over yet. One that waits (for its turn, or for a rate
 * limit) would hear of it only when it goes on, so it is ended from here: whatever begins after the request was
 * stored is refused its first step, hence nothing of it can happen beside its end.
 */
export async function cancelRuns(
  database: Database,
  runs: readonly Run[],
  by: string,
  end: EndUnbegun,
): Promise<readonly string[]> {
  const ids = runs.map((run) => run.id);
  const asked = ids.length === 0 ? [] : await requestCancel(database, ids, by);
  for (const id of asked) {
    const now = await findRun(database, id);
    if (now && !isFinal(now.state) && now.state !== "running")
      await end(now, { name: "CancelledError", message: "The run was cancelled." });
  }
  return asked;
}
