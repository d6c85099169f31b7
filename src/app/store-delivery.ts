import { randomUUID } from "node:crypto";
import type {
  ClosedDelivery,
  CommandDelivery,
  PressDelivery,
  PullDelivery,
  PushDelivery,
  StoreAndEnqueue,
  Stored,
  TickedDelivery,
} from "../command/delivery.ts";
import { isJobVerb } from "../command/verbs.ts";
import { boxChange } from "../examples/boxes.ts";
import { cancelRuns } from "../jobs/cancel.ts";
import type { Enqueuer } from "../jobs/durable/queue.ts";
import type { Database } from "../store/database.ts";
import { forgetInstallation } from "../store/forget.ts";
import { type NewRun, occasionId } from "../store/run.ts";
import { activeRuns, findRun } from "../store/runs.ts";
import { findWatch } from "../store/watches.ts";

export interface StoreDeliveryOptions {
  readonly database: Database;
  readonly enqueuer: Pick<Enqueuer, "storeAndEnqueue" | "enqueueFailure" | "enqueueRefresh" | "enqueueLook">;
  /** The App that was addressed: two deployments may listen to one repository. */
  readonly appSlug: string;
  /** A push is followed where a run was authorised within so many days; 0 or not given: never. */
  readonly refreshDays?: number;
}

/** Joins the webhook to the store: a command becomes a run in the queue, a closed issue stops what runs for it, a push is followed. */
export function createStoreAndEnqueue(options: StoreDeliveryOptions): StoreAndEnqueue {
  return async (delivery) => {
    if (delivery.kind === "closed") return stopRuns(options, delivery);
    if (delivery.kind === "push") return followPush(options, delivery);
    if (delivery.kind === "gone") {
      const { installationId, repositoryIds } = delivery;
      const followed = await forgetInstallation(options.database, installationId, repositoryIds);
      return followed > 0 ? "stored" : "nothing-to-stop";
    }
    if (delivery.kind === "ticked") return followTicks(options, delivery);
    if (delivery.kind === "pull") {
      const id = { guid: delivery.guid, event: "pull_request", action: delivery.action };
      return (await options.enqueuer.storeAndEnqueue(id, reviewRun(delivery, options.appSlug))).kind;
    }
    if (delivery.kind === "press") return storePress(options, delivery);
    const event = delivery.comment.place ? "pull_request_review_comment" : "issue_comment";
    const id = { guid: delivery.guid, event, action: "created" };
    return (await options.enqueuer.storeAndEnqueue(id, toRun(delivery, options.appSlug))).kind;
  };
}

/** The whole delivery is the run's snapshot: the issue as it stood when the command was given. */
export function toRun(delivery: CommandDelivery, appSlug: string): NewRun {
  const { command } = delivery;
  return {
    ...commonOf(delivery, appSlug),
    issueNumber: delivery.issue.number,
    commentId: delivery.comment.id,
    verb: command.kind === "command" ? command.verb : "unknown",
    request: command.kind === "command" ? command.request : command.word,
    frozenAt: delivery.comment.createdAt,
  };
}

/** Of whatever asked for it. */
const commonOf = (delivery: CommandDelivery | PullDelivery | PressDelivery, appSlug: string) => ({
  id: randomUUID(),
  appSlug,
  installationId: delivery.installationId,
  repositoryId: delivery.repository.id,
  owner: delivery.repository.owner,
  name: delivery.repository.name,
  actorLogin: delivery.actor.login,
  actorId: delivery.actor.id,
  snapshot: delivery,
});

/** What a pull request itself gives the occasion for: a review of a person's, examples for a bot's. */
function reviewRun(delivery: PullDelivery, appSlug: string): NewRun {
  return {
    ...commonOf(delivery, appSlug),
    issueNumber: delivery.issue.number,
    // GitHub signs the body and not the GUID: what is sent again under another one is the same occasion.
    commentId: occasionId(
      delivery.head === undefined ? delivery.guid : `${delivery.action} ${delivery.head}`,
    ),
    verb: delivery.authorType === "Bot" ? "examples" : "suggest",
    request: "",
    frozenAt: delivery.at,
  };
}

/** A button is about the run whose check run it stands on: of a fork's pull request GitHub names no number. */
async function storePress(
  { database, enqueuer, appSlug }: StoreDeliveryOptions,
  delivery: PressDelivery,
): Promise<Stored> {
  const { repository, button } = delivery;
  const about = await findRun(database, delivery.runId);
  if (!about || about.repositoryId !== repository.id) return "not-needed";
  const run: NewRun = {
    ...commonOf(delivery, appSlug),
    issueNumber: about.issueNumber,
    commentId: occasionId(delivery.guid),
    verb: button === "cancel" ? "cancel" : "suggest",
    request: about.request,
    frozenAt: new Date().toISOString(),
  };
  const id = { guid: delivery.guid, event: "check_run", action: button };
  return (await enqueuer.storeAndEnqueue(id, run)).kind;
}

async function followPush(
  { enqueuer, refreshDays = 0 }: StoreDeliveryOptions,
  { repository, installationId, commit, pushedAt }: PushDelivery,
): Promise<Stored> {
  if (refreshDays === 0) return "not-needed";
  const { id: repositoryId, owner, name } = repository;
  return enqueuer.enqueueRefresh(
    { repositoryId, installationId, owner, name, commit, pushedAt },
    refreshDays,
  );
}

/** The look that follows asks GitHub what is ticked, and who may. */
async function followTicks(
  { database, enqueuer }: StoreDeliveryOptions,
  { guid, repository, issueNumber, actor, text }: TickedDelivery,
): Promise<Stored> {
  const watch = await findWatch(database, repository.id);
  if (watch?.issueNumber !== issueNumber) return "not-needed";
  const ticked = { login: actor.login, change: boxChange(text.before, text.after) };
  await enqueuer.enqueueLook({ repositoryId: repository.id, slot: `ticked-${guid}`, ticked, attempt: 1 });
  return "stored";
}

/**
 * Idempotent by what it asks, so the delivery itself need not be kept: a run that was asked for after the issue was
 * closed (and opened again) is not meant, however late the delivery comes. Nor are answers: whoever closes with the
 * comment `/coderag help` wants to read it.
 */
async function stopRuns(
  { database, enqueuer }: StoreDeliveryOptions,
  delivery: ClosedDelivery,
): Promise<Stored> {
  const runs = await activeRuns(database, delivery.repository.id, delivery.issue.number);
  const closedAt = Date.parse(delivery.closedAt);
  const meant = runs.filter(
    (run) =>
      isJobVerb(run.verb) && Date.parse(run.frozenAt) <= closedAt && run.cancelRequestedAt === undefined,
  );
  if (meant.length === 0) return "nothing-to-stop";
  await cancelRuns(database, meant, delivery.actor.login, enqueuer.enqueueFailure);
  return "stored";
}
