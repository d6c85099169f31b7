import type { RepositoryClient } from "./client.ts";
import type { IssueComment, OpenTalk, OpenThread } from "./forge.ts";
import { reviewThreads } from "./review-threads.ts";

/** As it stood at that time: later comments and those edited later are left out. */
export async function readOpenTalk(
  client: RepositoryClient,
  pull: number,
  frozenAt: string,
): Promise<OpenTalk> {
  const until = Date.parse(frozenAt);
  const threads: OpenThread[] = [];
  for await (const { isResolved, isOutdated, path, line, diffSide, comments } of reviewThreads(
    client,
    pull,
  )) {
    const stands = line !== null && !isOutdated && diffSide === "RIGHT";
    const said = comments.nodes
      .filter(({ createdAt, updatedAt }) => Math.max(Date.parse(createdAt), Date.parse(updatedAt)) <= until)
      .map(({ databaseId, author, ...comment }) => ({
        ...comment,
        ...{ id: databaseId ?? 0, author: author?.login ?? "ghost" },
      }));
    if (isResolved || said.length === 0) continue;
    threads.push({ path, ...(stands && { line }), comments: said });
  }
  const reviews: IssueComment[] = [];
  const all = client.pages((github, page) => github.pulls.listReviews({ ...page, pull_number: pull }));
  for await (const { id, user, body, submitted_at: at } of all)
    if (body.trim() !== "" && at !== undefined && Date.parse(at) <= until)
      reviews.push({ id, author: user?.login ?? "ghost", body, createdAt: at, updatedAt: at });
  return { threads, reviews };
}
