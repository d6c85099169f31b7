import { pushBranch } from "./branch.ts";
import type { RepositoryClient } from "./client.ts";
import type { Publisher } from "./forge.ts";
import type { AppIdentity } from "./identity.ts";
import { createNotes } from "./note.ts";
import { openPullRequest } from "./pull-request.ts";
import { react } from "./react.ts";

/** The only writer of a repository. `identity` tells which comments, reactions and commits are ours. */
export function createPublisher(client: RepositoryClient, identity: () => Promise<AppIdentity>): Publisher {
  const notes = createNotes(client, identity);
  return {
    async react(commentId, reaction, replaces) {
      await react(client, await identity(), commentId, reaction, replaces);
    },
    note: notes.write,
    async pushBranch(draft) {
      return pushBranch(client, await identity(), draft);
    },
    openPullRequest: (draft, branch) => openPullRequest(client, draft, branch),
  };
}
