import type { RepositoryClient } from "./client.ts";
import { authorOf } from "./comment.ts";
import type { AppIdentity } from "./identity.ts";
import { reviewThreads } from "./review-threads.ts";

/** What we said on a pull request before. */
export interface OurReviews {
  /** Oldest first. */
  readonly reviews: readonly OurReview[];
  readonly threads: readonly OurThread[];
}

export interface OurReview {
  readonly id: number;
  readonly body: string;
  /** The head that it speaks about. */
  readonly commit: string | undefined;
}

/** A conversation on lines of the diff that we began. */
export interface OurThread {
  /** What `Publisher.resolveThread` wants. */
  readonly id: string;
  readonly path: string;
  /** Our first comment. */
  readonly body: string;
  readonly resolved: boolean;
  /** Its lines are other ones by now. */
  readonly outdated: boolean;
  /** Nobody else has written in it. */
  readonly alone: boolean;
}

export async function readOurReviews(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  number: number,
): Promise<OurReviews> {
  const reviews: OurReview[] = [];
  const all = client.pages((github, page) => github.pulls.listReviews({ ...page, pull_number: number }));
  for await (const { id, user, body, commit_id } of all)
    if (user?.login === botLogin) reviews.push({ id, body, commit: commit_id ?? undefined });
  // Threads begin with a review.
  return { reviews, threads: reviews.length === 0 ? [] : await readThreads(client, botLogin, number) };
}

async function readThreads(
  client: RepositoryClient,
  botLogin: string,
  number: number,
): Promise<readonly OurThread[]> {
  return (await reviewThreads(client, number)).flatMap(({ id, isResolved, isOutdated, path, comments }) => {
    const [first] = comments;
    if (!first || authorOf(first.author) !== botLogin) return [];
    const alone = comments.every(({ author }) => authorOf(author) === botLogin);
    return [{ id, path, body: first.body, resolved: isResolved, outdated: isOutdated, alone }];
  });
}
