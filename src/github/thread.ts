import type { RepositoryClient } from "./client.ts";
import { GitHubError } from "./failure.ts";

const mutation = `mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }`;

/**
 * Closes a conversation on a pull request; harmless twice. GitHub wants `contents: write` for it beside
 * `pull_requests: write`. False where it may not be resolved, or is gone.
 */
export async function resolveThread(client: RepositoryClient, id: string): Promise<boolean> {
  try {
    await client.graphql(mutation, { id }, "write");
    return true;
  } catch (error) {
    if (error instanceof GitHubError && [403, 404].includes(error.status)) return false;
    throw error;
  }
}
