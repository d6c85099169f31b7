import type { RepositoryClient } from "./client.ts";
import { authorOf, type Comment } from "./comment.ts";
import type { AppIdentity } from "./identity.ts";
import { reviewThreads } from "./review-threads.ts";

/** What was said on the diff of a pull request before. */
export interface OurReviews {
  /** Oldest first. */
  readonly reviews: readonly OurReview[];
  readonly threads: readonly OurThread[];
  /** With what others began theirs, without what somebody hid. */
  readonly others: readonly OthersRemark[];
}

export interface OthersRemark extends Pick<Comment, "body" | "createdAt" | "updatedAt"> {
  readonly author: string;
  readonly path: string;
  /** Of the head's file; absent where its lines are other ones by now, or it is about the whole file. */
  readonly line?: number;
  readonly resolved: boolean;
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
  return { reviews, ...(await readThreads(client, botLogin, number)) };
}

async function readThreads(
  client: RepositoryClient,
  botLogin: string,
  number: number,
): Promise<Pick<OurReviews, "threads" | "others">> {
  const threads: OurThread[] = [];
  const others: OthersRemark[] = [];
  for (const thread of await reviewThreads(client, number)) {
    const { id, isResolved: resolved, isOutdated: outdated, path, line, comments } = thread;
    const [first] = comments;
    if (!first) continue;
    const { body, createdAt, updatedAt } = first;
    const author = authorOf(first.author);
    if (author === botLogin) {
      const alone = comments.every((one) => authorOf(one.author) === botLogin);
      threads.push({ id, path, body, resolved, outdated, alone });
    } else if (!first.isMinimized) {
      const stands = line !== null && !outdated && { line };
      others.push({ ...{ author, body, createdAt, updatedAt, path, resolved }, ...stands });
    }
  }
  return { threads, others };
}
