import type { CommandDelivery } from "../../command/delivery.ts";
import type { WorkVerb } from "../../command/verbs.ts";
import type { Progress } from "../../delivery/progress.ts";
import type { PublishedNote } from "../../github/forge.ts";
import type { Database } from "../../store/database.ts";
import { overtakenBy, runsAhead } from "../../store/recent.ts";
import { isAccepted, isAnnounced, type Run } from "../../store/run.ts";
import { activeRuns, findRun, setOutcome, setTraces } from "../../store/runs.ts";
import { type Wish, wishOf } from "../acceptance/wish.ts";
import type { Surroundings } from "../surroundings.ts";
import { commentOf } from "../telling/comment-of.ts";
import { begun } from "../telling/last-word.ts";
import { refuse } from "../telling/refuse.ts";
import { alsoAskedFor } from "../telling/report.ts";
import { placeOf, tellProgress } from "../telling/tell-progress.ts";
import { reacted } from "../telling/unless-locked.ts";
import type { RunContext } from "./execute.ts";

/** The last step before a run waits for its turn. */
const announcing = "announce";

/** Says in the run's one comment that it begins, or for what it waits, and queues the work. */
export async function queueJob(
  run: Run,
  wish: Wish,
  surroundings: Surroundings,
  context: RunContext,
): Promise<void> {
  const { step, database } = context;
  const twin = await step("find-twin", () => findTwin(run, wish, database));
  if (twin === "newer") return step("answer", () => refuseLate(run, surroundings, database));
  if (twin !== undefined) return step("answer", () => joinTwin(run, twin, wish, surroundings, database));
  await step(announcing, async () => {
    if (placeOf(wish.verb) === "check-run") await pinHead(run, surroundings, database);
    const note = await announce(run, wish, surroundings, database);
    if (note) await setTraces(database, run.id, { noteCommentId: note.id });
  });
  await context.enqueueJob();
}

async function announce(
  run: Run,
  { verb }: Wish,
  surroundings: Surroundings,
  database: Database,
): Promise<PublishedNote | undefined> {
  const waiting = await waitingOf(run, database);
  const also = await alsoAskedFor(run, database);
  return tellProgress(run, { ...begun(run, verb), ...waiting, ...also }, surroundings, database);
}

/** The head where the check run of a queued run stands; the job moves it on where somebody pushes before it begins. */
export async function pinHead(run: Run, { reader }: Surroundings, database: Database): Promise<void> {
  const { head } = await reader.pull(run.issueNumber);
  await setTraces(database, run.id, { head: head.commit });
}

/**
 * What leaves nothing to be done: the id of a run for this issue that asks for the very same, was accepted and has not
 * ended, or of one that was asked for later and came first; `newer` where such a one would be overruled, or was `cancel`.
 */
async function findTwin(run: Run, wish: Wish, database: Database): Promise<string | "newer" | undefined> {
  for (const other of await activeRuns(database, run.repositoryId, run.issueNumber)) {
    // What nobody has judged yet may come to nothing; of two that are judged at once the first is carried out.
    const isFirst = other.ordinal < run.ordinal ? isAccepted(other) : isAnnounced(other);
    if (!isFirst || other.id === run.id) continue;
    const theirs = await wishOf(other, database);
    if (theirs && sameAs(theirs, wish)) return other.id;
  }
  for (const other of await overtakenBy(database, run)) {
    if (other.verb === "cancel") return "newer";
    const theirs = await wishOf(other, database);
    if (theirs && sameAs(theirs, wish)) return other.state === "cancelled" ? "newer" : other.id;
    if (theirs && overrules[wish.verb]?.includes(theirs.verb)) return "newer";
  }
  return undefined;
}

/** What writes anew, or takes back, what the newer command wrote. */
const overrules: Partial<Record<WorkVerb, readonly WorkVerb[]>> = {
  implement: ["implement", "undo"],
  undo: ["implement", "fix"],
};

async function refuseLate(run: Run, surroundings: Surroundings, database: Database): Promise<void> {
  const { comment } = run.snapshot as Partial<CommandDelivery>;
  const cause = "came late, after a newer one was given here, so nothing was done.";
  const which = comment ? `[A command](${comment.url})` : "A command";
  const told = await refuse(
    run,
    `${which} ${cause} Give it again if it is still wanted.`,
    surroundings,
    "eyes",
  );
  const message = `The command ${cause}`;
  await setOutcome(database, run.id, { kind: "declined", message, details: { refused: "late", ...told } });
}

const sameAs = (one: Wish, other: Wish): boolean =>
  one.verb === other.verb &&
  one.request.trim() === other.request.trim() &&
  one.place?.path === other.place?.path &&
  one.place?.line === other.place?.line;

/**
 * The answer to a command that is carried out already stands in that run's one comment. Where the run is at work its
 * narrator puts it there; one that still waits for its turn is told of again here.
 */
async function joinTwin(
  run: Run,
  twinId: string,
  wish: Wish,
  surroundings: Surroundings,
  database: Database,
): Promise<void> {
  const message = `The same command runs already: ${twinId}.`;
  await setOutcome(database, run.id, { kind: "declined", message, details: { twin: twinId } });
  const twin = await findRun(database, twinId);
  if (twin?.state === "waiting" && twin.step === announcing)
    await announce(twin, wish, surroundings, database);
  await reacted(surroundings.publisher.react(commentOf(run), "+1", "eyes"));
}

/** For what the run waits; nothing where it is its turn. */
export async function waitingOf(run: Run, database: Database): Promise<Pick<Progress, "waiting">> {
  const ahead = await runsAhead(database, run);
  if (ahead === 0) return {};
  const waiting =
    ahead === 1
      ? "another run is in progress in this repository; this one begins when it has ended."
      : `${ahead} other runs come first in this repository; this one begins when they have ended.`;
  return { waiting };
}
