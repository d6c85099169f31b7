import { createChecks } from "./check-run.ts";
import type { RepositoryClient } from "./client.ts";
import { pushBranch } from "./drafts/branch.ts";
import { openPullRequest } from "./drafts/pull-request.ts";
import { pushFollowUp } from "./follow-up.ts";
import type { Publisher } from "./forge.ts";
import type { Forks } from "./forks.ts";
import type { AppIdentity } from "./identity.ts";
import { keepPage } from "./living-issue.ts";
import { createNotes } from "./note.ts";
import { react } from "./react.ts";
import { postReview } from "./review.ts";
import type { RepositoryRef } from "./session.ts";
import { resolveThread } from "./thread.ts";
import { undoLast } from "./undo.ts";

/**
 * The only writer of a repository. `identity` tells which comments, reactions and commits are ours; `checks` may
 * write check runs, where that was granted; `forks` reaches the forks that pull requests come from.
 */
export function createPublisher(
  client: RepositoryClient,
  checks: RepositoryClient,
  identity: () => Promise<AppIdentity>,
  forks: Forks,
): Publisher {
  const writer = (fork: RepositoryRef | undefined): RepositoryClient => (fork ? forks.client(fork) : client);
  const notes = createNotes(client, identity);
  return {
    async react(comment, reaction, replaces) {
      await react(client, await identity(), comment, reaction, replaces);
    },
    note: notes.write,
    noted: notes.read,
    amendNote: notes.amend,
    async pushBranch(draft) {
      return pushBranch(client, await identity(), draft);
    },
    async pushFollowUp(followUp) {
      return pushFollowUp(writer(followUp.fork), followUp);
    },
    async undo(wish) {
      return undoLast(client, writer(wish.fork), await identity(), wish);
    },
    openPullRequest: (draft, branch) => openPullRequest(client, draft, branch),
    async review(draft) {
      return postReview(client, await identity(), draft);
    },
    async keepPage(page) {
      return keepPage(client, await identity(), page);
    },
    resolveThread: (id) => resolveThread(client, id),
    checkRun: createChecks(checks).write,
  };
}
