import type { RepositoryClient } from "./client.ts";
import { GitHubError } from "./failure.ts";
import type { Reaction } from "./forge.ts";
import type { AppIdentity } from "./identity.ts";

/** Adds one reaction of ours, then takes back the one that it replaces. GitHub itself keeps a second one out. */
export async function react(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  commentId: number,
  reaction: Reaction,
  replaces: Reaction | undefined,
): Promise<void> {
  await client.write((github, at) =>
    github.reactions.createForIssueComment({ ...at, comment_id: commentId, content: reaction }),
  );
  if (replaces === undefined || replaces === reaction) return;
  const earlier = client.pages((github, page) =>
    github.reactions.listForIssueComment({ ...page, comment_id: commentId, content: replaces }),
  );
  for await (const { id, user } of earlier) {
    if (user?.login !== botLogin) continue;
    await takeBack(client, commentId, id);
    return;
  }
}

async function takeBack(client: RepositoryClient, commentId: number, id: number): Promise<void> {
  try {
    await client.write((github, at) =>
      github.reactions.deleteForIssueComment({ ...at, comment_id: commentId, reaction_id: id }),
    );
  } catch (error) {
    // Gone already: an earlier attempt, whose answer was lost, did it.
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
  }
}
