import type { EmulatorProxy } from "./proxy.ts";
import { decoratePull } from "./pulls.ts";
import { isOutdated, type ReviewStore, type StoredComment } from "./review-store.ts";
import { type Answer, type Call, forbidden, type Json, jsonOf, type Route, type World } from "./world.ts";

const failed = (type: string, message: string): Answer => ({
  status: 200,
  json: { data: null, errors: [{ type, message }] },
});

/** What only GraphQL can do: list the conversations of a pull request, resolve one, and tell of a merge queue. */
export function graphqlRoutes(world: World, proxy: EmulatorProxy, store: ReviewStore): readonly Route[] {
  return [
    {
      method: "POST",
      path: /^(?:\/api)?\/graphql$/,
      async answer(call) {
        const { query, variables } = jsonOf(call) as { query: string; variables: Json };
        if (query.includes("isInMergeQueue")) {
          const isInMergeQueue = world.queued.has(variables["number"] as number);
          return { status: 200, json: { data: { repository: { pullRequest: { isInMergeQueue } } } } };
        }
        return query.includes("resolveReviewThread")
          ? resolve(world, store, call, variables)
          : threads(world, proxy, store, call, variables);
      },
    },
  ];
}

/** GitHub wants `contents: write` beside `pull_requests: write`, and answers 200 where it refuses. */
async function resolve(world: World, store: ReviewStore, call: Call, variables: Json): Promise<Answer> {
  const found = store.comments.find(({ threadId }) => threadId === variables["id"]);
  if (!found) return failed("NOT_FOUND", "Could not resolve to a node with the global id.");
  for (const name of ["contents", "pull_requests"])
    if (forbidden(world, call, found.repository, { write: [name] }))
      return failed("FORBIDDEN", "Resource not accessible by integration");
  store.resolved.add(found.threadId);
  return { status: 200, json: { data: { resolveReviewThread: { thread: { isResolved: true } } } } };
}

async function threads(
  world: World,
  proxy: EmulatorProxy,
  store: ReviewStore,
  call: Call,
  { owner, repo, number, after }: Json,
): Promise<Answer> {
  const repository = world.repositories.get(`${String(owner)}/${String(repo)}`);
  const pull = await proxy.json(`/repos/${String(owner)}/${String(repo)}/pulls/${String(number)}`);
  if (!repository || !pull) return failed("NOT_FOUND", "Could not resolve to a PullRequest.");
  if (forbidden(world, call, repository, { read: ["pull_requests"] }))
    return failed("FORBIDDEN", "Resource not accessible by integration");
  const { head } = (await decoratePull(repository, pull)) as { head: { sha: string } };
  const ofPull = store.comments.filter((one) => one.repository === repository && one.pull === number);
  const byThread = [...Map.groupBy(ofPull, ({ threadId }) => threadId)];
  const start = Number(after ?? 0);
  const page = byThread.slice(start, start + 100);
  const nodes = await Promise.all(page.map(([id, comments]) => threadJson(world, store, id, comments, head)));
  const end = start + page.length;
  const pageInfo = { hasNextPage: end < byThread.length, endCursor: String(end) };
  const data = { repository: { pullRequest: { reviewThreads: { pageInfo, nodes } } } };
  return { status: 200, json: { data } };
}

async function threadJson(
  world: World,
  store: ReviewStore,
  id: string,
  comments: readonly StoredComment[],
  head: { readonly sha: string },
): Promise<Json> {
  const [first] = comments;
  // GraphQL names a bot without the brackets.
  const nodes = comments.map(({ id: databaseId, body, user, createdAt }) => ({
    ...{ databaseId, body, createdAt, updatedAt: createdAt },
    author: { login: user === world.botLogin ? world.app.slug : user },
  }));
  return {
    ...{
      id,
      path: first!.path,
      line: first!.line,
      diffSide: first!.side,
      isResolved: store.resolved.has(id),
      comments: { nodes },
    },
    isOutdated: await isOutdated(first!, head.sha),
  };
}
