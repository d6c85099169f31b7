import { z } from "zod";
import { slugOf } from "../command/bot-login.ts";
import type { DeliveryFacts, PullDelivery } from "../command/delivery.ts";
import {
  account,
  commit,
  factsOf,
  ignored,
  place,
  pullRequest,
  type Reading,
  type Received,
  repositoryFacts,
  time,
  type Us,
} from "./payload.ts";

const pull = place.extend({
  sender: account,
  pull_request: pullRequest.extend({
    draft: z.boolean().default(false),
    updated_at: time.nullish(),
    user: account.nullish(),
    head: z.object({ sha: commit }).optional(),
  }),
});

const changed = pull.extend({ action: z.enum(["opened", "ready_for_review", "synchronize"]) });
const closed = pull.extend({ action: z.literal("closed") });

const actions: Readonly<Record<z.infer<typeof changed>["action"], PullDelivery["action"]>> = {
  opened: "opened",
  ready_for_review: "ready",
  synchronize: "pushed",
};

const pressed = place.extend({
  action: z.enum(["rerequested", "requested_action"]),
  requested_action: z.object({ identifier: z.string() }).nullish(),
  sender: account,
  check_run: z.object({
    external_id: z.uuid(),
    app: z.object({ slug: z.string() }),
  }),
});

/** Reads that a pull request was opened, made ready or pushed to. Who may have it reviewed is decided in the run. */
export function readPullChanged(received: Received): Reading {
  const parsed = changed.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a new state of a pull request.");
  const { action, pull_request: about, repository: where } = parsed.data;
  if (about.state === "closed" || where.archived) return ignored("The pull request is closed or archived.");
  if (about.draft) return ignored("The pull request is a draft.");
  return {
    kind: "delivery",
    delivery: {
      ...pullFacts(received.guid, parsed.data),
      ...{ kind: "pull", action: actions[action], draft: about.draft, head: about.head?.sha },
      ...{ authorType: about.user?.type ?? "User", at: about.updated_at ?? new Date(0).toISOString() },
    },
  };
}

/** Reads the end of a pull request, which asks its runs to stop. */
export function readPullClosed(received: Received): Reading {
  const parsed = closed.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a closed pull request of an installation.");
  const closedAt = parsed.data.pull_request.closed_at;
  if (!closedAt) return ignored("The pull request is open again.");
  return {
    kind: "delivery",
    delivery: { kind: "closed", ...pullFacts(received.guid, parsed.data), closedAt },
  };
}

/** Reads that somebody pressed GitHub's own button, or one of ours, on a check run of ours. */
export function readPressed(received: Received, us: Us): Reading {
  const parsed = pressed.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a button of a check run of ours.");
  const { action, requested_action: asked, sender, check_run: check, installation } = parsed.data;
  if (check.app.slug !== slugOf(us.login)) return ignored("Another App's check run.");
  if (sender.type !== "User") return ignored("Bots do not command.");
  const button = action === "rerequested" ? "rerun" : asked?.identifier;
  if (button !== "rerun" && button !== "cancel") return ignored("No button of ours.");
  return {
    kind: "delivery",
    delivery: {
      ...{ kind: "press", guid: received.guid, installationId: installation.id, button },
      ...{ repository: repositoryFacts(parsed.data.repository), runId: check.external_id, actor: sender },
    },
  };
}

const pullFacts = (guid: string, data: z.infer<typeof pull>): DeliveryFacts =>
  factsOf(guid, { ...data, issue: { ...data.pull_request, pull_request: {} } }, data.sender);
