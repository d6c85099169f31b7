import { z } from "zod";
import { commit, id, ignored, installation, name, type Reading, type Received, time } from "./payload.ts";

/** In the year 2242: a later one is none. */
const latestSecond = 2 ** 33;

const push = z.object({
  ref: z.string(),
  after: commit,
  deleted: z.boolean().default(false),
  installation,
  repository: z.object({
    id,
    name,
    owner: z.object({ login: name }),
    archived: z.boolean().default(false),
    disabled: z.boolean().default(false),
    default_branch: z.string(),
    // Seconds since 1970 in this event, and a date everywhere else.
    pushed_at: z.union([
      z
        .int()
        .positive()
        .max(latestSecond)
        .transform((seconds) => new Date(seconds * 1000).toISOString()),
      time,
    ]),
  }),
});

const gone = z.object({
  action: z.enum(["deleted", "suspend", "removed"]),
  installation,
  repositories_removed: z.array(z.object({ id })).optional(),
});

/** Reads a push to the repository's default branch. Other branches, tags and deletions are nobody's concern. */
export function readPush(received: Received): Reading {
  const parsed = push.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a push to a repository of an installation.");
  const { ref, after, deleted, repository } = parsed.data;
  if (ref !== `refs/heads/${repository.default_branch}`) return ignored("Not the default branch.");
  if (deleted || /^0+$/.test(after)) return ignored("The branch was deleted.");
  if (repository.archived || repository.disabled) return ignored("The repository is archived or disabled.");
  return {
    kind: "delivery",
    delivery: {
      kind: "push",
      guid: received.guid,
      installationId: parsed.data.installation.id,
      repository: { id: repository.id, owner: repository.owner.login, name: repository.name },
      commit: after,
      pushedAt: repository.pushed_at,
    },
  };
}

/** Reads the end of an installation, or of its access to some repositories. */
export function readGone(received: Received): Reading {
  const parsed = gone.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload does not take an installation away.");
  const { action, installation: from, repositories_removed: removed } = parsed.data;
  if (action === "removed" && !removed) return ignored("No repository was taken out.");
  const repositoryIds = action === "removed" ? removed?.map(({ id }) => id) : undefined;
  return {
    kind: "delivery",
    delivery: { kind: "gone", guid: received.guid, installationId: from.id, repositoryIds },
  };
}
