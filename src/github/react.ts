import type { RepositoryClient } from "./client.ts";
import { GitHubError } from "./failure.ts";
import type { CommentRef, Reaction } from "./forge.ts";
import type { AppIdentity } from "./identity.ts";

/** Adds one reaction of ours, then takes back the one that it replaces. GitHub itself keeps a second one out. */
export async function react(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  comment: CommentRef,
  reaction: Reaction,
  replaces: Reaction | undefined,
): Promise<void> {
  const [about, isReview] =
    typeof comment === "number" ? [{ comment_id: comment }, false] : [{ comment_id: comment.review }, true];
  await client.write(({ reactions }, at) => {
    const wish = { ...at, ...about, content: reaction };
    return isReview
      ? reactions.createForPullRequestReviewComment(wish)
      : reactions.createForIssueComment(wish);
  });
  if (replaces === undefined || replaces === reaction) return;
  const earlier = client.pages(({ reactions }, page) => {
    const wish = { ...page, ...about, content: replaces };
    return isReview ? reactions.listForPullRequestReviewComment(wish) : reactions.listForIssueComment(wish);
  });
  for await (const { id, user } of earlier) {
    if (user?.login !== botLogin) continue;
    await takeBack(client, comment, id);
    return;
  }
}

async function takeBack(client: RepositoryClient, comment: CommentRef, id: number): Promise<void> {
  try {
    await client.write(({ reactions }, at) =>
      typeof comment === "number"
        ? reactions.deleteForIssueComment({ ...at, comment_id: comment, reaction_id: id })
        : reactions.deleteForPullRequestComment({ ...at, comment_id: comment.review, reaction_id: id }),
    );
  } catch (error) {
    // Gone already: an earlier attempt, whose answer was lost, did it.
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
  }
}
