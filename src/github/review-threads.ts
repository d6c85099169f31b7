import type { RepositoryClient } from "./client.ts";

interface Answer {
  readonly repository: {
    readonly pullRequest: {
      readonly reviewThreads: {
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
        readonly nodes: readonly ReviewThread[];
      };
    } | null;
  } | null;
}

/** A conversation on the diff of a pull request, as GraphQL tells it. */
export interface ReviewThread {
  readonly id: string;
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
  readonly path: string;
  readonly line: number | null;
  readonly diffSide: "LEFT" | "RIGHT";
  /** Oldest first. */
  readonly comments: { readonly nodes: readonly ThreadComment[] };
}

export interface ThreadComment {
  readonly databaseId: number | null;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** A bot is named without the brackets. */
  readonly author: { readonly login: string } | null;
}

/** Only GraphQL knows threads: REST lists comments and neither says which are resolved nor can resolve them. */
const query = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved isOutdated path line diffSide
          comments(first: 50) { nodes { databaseId body createdAt updatedAt author { login } } }
        }
      }
    }
  }
}`;

const mostPages = 10;

/** The conversations on the diff of a pull request, oldest first: the first thousand, of each its first fifty comments. */
export async function* reviewThreads(client: RepositoryClient, pull: number): AsyncGenerator<ReviewThread> {
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Answer = await client.graphql<Answer>(query, { number: pull, after });
    const found = answer.repository?.pullRequest?.reviewThreads;
    yield* found?.nodes ?? [];
    if (!found?.pageInfo.hasNextPage) return;
    after = found.pageInfo.endCursor;
  }
}
