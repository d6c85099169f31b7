import type { RepositoryClient } from "./client.ts";
import { GitHubError } from "./failure.ts";

/** Only GraphQL knows it. */
const question = `query ($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { isInMergeQueue } }
}`;

interface QueueAnswer {
  readonly repository: { readonly pullRequest: { readonly isInMergeQueue: boolean } | null } | null;
}

/** Whether a pull request waits in a merge queue; false on servers that know no queues. */
export async function isInMergeQueue(client: RepositoryClient, number: number): Promise<boolean> {
  try {
    const { repository } = await client.graphql<QueueAnswer>(question, { number });
    return repository?.pullRequest?.isInMergeQueue ?? false;
  } catch (error) {
    // An Enterprise Server of an older version refuses the field.
    if (error instanceof GitHubError && [404, 422].includes(error.status)) return false;
    throw error;
  }
}
