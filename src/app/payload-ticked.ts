import { z } from "zod";
import { livingMarker } from "../examples/boxes.ts";
import { account, ignored, issueNumber, place, type Reading, type Received, type Us } from "./payload.ts";

const changed = place.extend({
  action: z.enum(["edited", "reopened"]),
  issue: z.object({
    number: issueNumber,
    body: z.string().nullish(),
    user: account.nullish(),
    state: z.enum(["open", "closed"]),
  }),
  changes: z.object({ body: z.object({ from: z.string().nullish() }).optional() }).optional(),
  sender: account,
});

/**
 * Reads a person's edit of the living issue, or that it was opened again. What is ticked is asked for later, but of an
 * edit it is kept what it did: a look that is under way may write over it.
 */
export function readTicked(received: Received, us: Us): Reading {
  const parsed = changed.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a changed issue of an installation.");
  const { action, issue, sender, changes, installation, repository: where } = parsed.data;
  if (issue.user?.login !== us.login || issue.user.type !== "Bot") return ignored("Not an issue of ours.");
  if (sender.type !== "User") return ignored("Only people tick boxes.");
  const isMeant = action === "reopened" || changes?.body !== undefined;
  const body = issue.body ?? "";
  if (issue.state !== "open" || !isMeant || !body.includes(livingMarker))
    return ignored("No boxes were changed.");
  return {
    kind: "delivery",
    delivery: {
      ...{ kind: "ticked", guid: received.guid, installationId: installation.id },
      repository: { id: where.id },
      issueNumber: issue.number,
      actor: { login: sender.login },
      text: { before: changes?.body?.from ?? body, after: body },
    },
  };
}
