import type { RepositoryClient } from "./client.ts";

/** A list as GraphQL gives it: the newest page first, each oldest first. */
interface Connection<Node> {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string | null };
  readonly nodes: readonly Node[];
}

interface Answer<Node> {
  readonly repository: { readonly thread: { readonly list: Connection<Node> } | null } | null;
}

/** A query of the lists of an issue or pull request; a `list` is selected with `pageOf`. */
export const queryOf = (thread: string): string =>
  `query ($owner: String!, $repo: String!, $number: Int!, $before: String) {
    repository(owner: $owner, name: $repo) { thread: ${thread} }
  }`;

export const pageOf = (list: string, node: string): string =>
  `list: ${list}(last: 100, before: $before) { totalCount pageInfo { hasPreviousPage startCursor } nodes { ${node} } }`;

const mostPages = 10;

/** The newest of a list, oldest first, and how many it has in all: ten pages, or fewer that are enough. */
export async function newestOf<Node>(
  client: RepositoryClient,
  query: string,
  number: number,
  isEnough: (nodes: readonly Node[]) => boolean = () => false,
): Promise<{ readonly nodes: readonly Node[]; readonly total: number }> {
  let nodes: readonly Node[] = [];
  let total = 0;
  let before: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Answer<Node> = await client.graphql<Answer<Node>>(query, { number, before });
    const list: Connection<Node> | undefined = answer.repository?.thread?.list;
    if (!list) break;
    nodes = [...list.nodes, ...nodes];
    total = list.totalCount;
    before = list.pageInfo.startCursor;
    if (!list.pageInfo.hasPreviousPage || isEnough(nodes)) break;
  }
  return { nodes, total };
}
