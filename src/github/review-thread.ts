import type { RepositoryClient } from "./client.ts";
import type { IssueComment } from "./forge.ts";

/** Longer conversations are not read to their end by anybody. */
const mostComments = 50;

/** One conversation on a diff as it stood at that time: later comments and those edited later are left out. */
export async function readThread(
  client: RepositoryClient,
  pull: number,
  thread: number,
  frozenAt: string,
): Promise<readonly IssueComment[]> {
  const until = Date.parse(frozenAt);
  const found: IssueComment[] = [];
  const all = client.pages((github, page) => github.pulls.listReviewComments({ ...page, pull_number: pull }));
  for await (const { id, in_reply_to_id: to, user, body, created_at, updated_at } of all) {
    if (id !== thread && to !== thread) continue;
    if (Date.parse(created_at) > until || Date.parse(updated_at) > until) continue;
    found.push({ id, author: user?.login ?? "ghost", body, createdAt: created_at, updatedAt: updated_at });
  }
  return found.slice(-mostComments);
}
