import type { RepositoryClient } from "./client.ts";
import { type Comment, commentFields } from "./comment.ts";
import { saidUntil } from "./comments.ts";
import { newestOf, pageOf, queryOf } from "./connection.ts";
import type { Conversation, OpenTalk, OpenThread } from "./forge.ts";
import { reviewThreads } from "./review-threads.ts";

interface Review extends Comment {
  /** Null while it is being written. */
  readonly submittedAt: string | null;
}

const query = queryOf(
  `pullRequest(number: $number) { ${pageOf("reviews", `${commentFields} submittedAt`)} }`,
);

/** What is open on a pull request, as `saidUntil` says. */
export async function readOpenTalk(
  client: RepositoryClient,
  pull: number,
  frozenAt: string,
): Promise<OpenTalk> {
  const threads: OpenThread[] = [];
  let hidden = 0;
  for (const { isResolved, isOutdated, path, line, diffSide, ...thread } of await reviewThreads(
    client,
    pull,
  )) {
    if (isResolved) continue;
    const said = saidUntil(thread.comments, frozenAt);
    hidden += said.hidden;
    const stands = line !== null && !isOutdated && diffSide === "RIGHT";
    if (said.comments.length > 0) threads.push({ path, ...(stands && { line }), comments: said.comments });
  }
  const { nodes } = await newestOf<Review>(client, query, pull);
  const submitted = nodes.flatMap(({ submittedAt, ...review }) =>
    review.body.trim() === "" || submittedAt === null ? [] : [{ ...review, createdAt: submittedAt }],
  );
  const reviews = saidUntil(submitted, frozenAt);
  hidden += reviews.hidden;
  return { threads, reviews: reviews.comments, ...(hidden > 0 && { hidden }) };
}

/** One conversation on a diff, which begins with the comment `thread`, as `saidUntil` says. */
export async function readThread(
  client: RepositoryClient,
  pull: number,
  thread: number,
  frozenAt: string,
): Promise<Conversation> {
  const all = await reviewThreads(client, pull);
  const found = all.find(({ comments }) => comments.some(({ fullDatabaseId: id }) => Number(id) === thread));
  const { comments, hidden } = saidUntil(found?.comments ?? [], frozenAt);
  return { comments, ...(hidden > 0 && { hidden }) };
}
