import type { RepositoryClient } from "./client.ts";
import type { IssueComment, OpenTalk, OpenThread } from "./forge.ts";

interface Answer {
  readonly repository: {
    readonly pullRequest: {
      readonly reviewThreads: {
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
        readonly nodes: readonly GivenThread[];
      };
    } | null;
  } | null;
}

interface GivenThread {
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
  readonly path: string;
  readonly line: number | null;
  readonly diffSide: "LEFT" | "RIGHT";
  readonly comments: { readonly nodes: readonly GivenComment[] };
}

interface GivenComment {
  readonly databaseId: number | null;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly author: { readonly login: string } | null;
}

/** REST does not say which conversations are resolved. */
const query = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          isResolved isOutdated path line diffSide
          comments(first: 50) { nodes { databaseId body createdAt updatedAt author { login } } }
        }
      }
    }
  }
}`;

const mostPages = 3;

/** As it stood at that time: later comments and those edited later are left out. */
export async function readOpenTalk(
  client: RepositoryClient,
  pull: number,
  frozenAt: string,
): Promise<OpenTalk> {
  const until = Date.parse(frozenAt);
  const threads: OpenThread[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Answer = await client.graphql<Answer>(query, { number: pull, after });
    const found = answer.repository?.pullRequest?.reviewThreads;
    for (const { isResolved, isOutdated, path, line, diffSide, comments } of found?.nodes ?? []) {
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
    if (!found?.pageInfo.hasNextPage) break;
    after = found.pageInfo.endCursor;
  }
  const reviews: IssueComment[] = [];
  const all = client.pages((github, page) => github.pulls.listReviews({ ...page, pull_number: pull }));
  for await (const { id, user, body, submitted_at: at } of all)
    if (body.trim() !== "" && at !== undefined && Date.parse(at) <= until)
      reviews.push({ id, author: user?.login ?? "ghost", body, createdAt: at, updatedAt: at });
  return { threads, reviews };
}
