import type { RepositoryClient } from "./client.ts";
import { type Comment, commentFields } from "./comment.ts";
import { newestOf, pageOf, queryOf } from "./connection.ts";

interface Node extends Omit<ReviewThread, "comments"> {
  readonly begun: { readonly nodes: readonly Comment[] };
  readonly comments: { readonly totalCount: number; readonly nodes: readonly Comment[] };
}

/** A conversation on the diff of a pull request, as GraphQL tells it. */
export interface ReviewThread {
  readonly id: string;
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
  readonly path: string;
  readonly line: number | null;
  readonly diffSide: "LEFT" | "RIGHT";
  /** Oldest first: of a long one what it began with, and the newest. */
  readonly comments: readonly Comment[];
}

const mostComments = 50;

/** Only GraphQL knows threads: REST lists comments and neither says which are resolved nor can resolve them. */
const query = queryOf(
  `pullRequest(number: $number) { ${pageOf(
    "reviewThreads",
    `id isResolved isOutdated path line diffSide
     begun: comments(first: 1) { nodes { ${commentFields} } }
     comments(last: ${mostComments}) { totalCount nodes { ${commentFields} } }`,
  )} }`,
);

/** The conversations on the diff of a pull request, oldest first: the newest thousand. */
export async function reviewThreads(
  client: RepositoryClient,
  pull: number,
): Promise<readonly ReviewThread[]> {
  const { nodes } = await newestOf<Node>(client, query, pull);
  return nodes.map(({ begun, comments, ...thread }) => ({
    ...thread,
    comments:
      comments.totalCount > comments.nodes.length ? [...begun.nodes, ...comments.nodes] : comments.nodes,
  }));
}
