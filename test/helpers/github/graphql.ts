import type { EmulatorProxy } from "./proxy.ts";
import { decoratePull } from "./pulls.ts";
import { isOutdated, type ReviewStore, type StoredComment } from "./review-store.ts";
import {
  type Answer,
  type Call,
  forbidden,
  type HostedRepository,
  type Json,
  jsonOf,
  type Route,
  refusal,
  type World,
} from "./world.ts";

const failed = (type: string, message: string): Answer => ({
  status: 200,
  json: { data: null, errors: [{ type, message }] },
});

/** Where GraphQL is asked about. */
interface Place {
  readonly repository: HostedRepository;
  /** Of the repository, in REST. */
  readonly path: string;
  readonly number: number;
}

/**
 * What only GraphQL can do: list the conversations of a pull request, resolve one, tell which comments and reviews are
 * hidden, and tell of a merge queue.
 */
export function graphqlRoutes(
  world: World,
  proxy: EmulatorProxy,
  store: ReviewStore,
  decorate: (comment: Json) => Json,
): readonly Route[] {
  const shown = createShown(world);
  /** By what a query names: whose permission it wants, and all that it could list, oldest first. */
  const lists: readonly [name: string, list: (place: Place) => Promise<readonly Json[]>][] = [
    ["reviewThreads(", (place) => threads(proxy, store, place, shown)],
    ["reviews(", async (place) => reviews(store, place, shown)],
    ["comments(", async (place) => (await conversation(proxy, place)).map((one) => shown(decorate(one)))],
  ];
  return [
    {
      method: "POST",
      path: /^(?:\/api)?\/graphql$/,
      async answer(call) {
        if (call.who.kind === "nobody")
          return refusal(401, "This endpoint requires you to be authenticated.");
        const { query, variables } = jsonOf(call) as { query: string; variables: Json };
        if (query.includes("isInMergeQueue")) {
          const isInMergeQueue = world.queued.has(variables["number"] as number);
          return { status: 200, json: { data: { repository: { pullRequest: { isInMergeQueue } } } } };
        }
        if (query.includes("resolveReviewThread")) return resolve(world, store, call, variables);
        const { owner, repo, number } = variables as { owner: string; repo: string; number: number };
        const repository = world.repositories.get(`${owner}/${repo}`);
        const path = `/repos/${owner}/${repo}`;
        const kind = repository?.pulls.has(number) ? "pulls" : "issues";
        if (!repository || !(await proxy.json(`${path}/${kind}/${number}`)))
          return failed(
            "NOT_FOUND",
            `Could not resolve to an issue or pull request with the number ${number}.`,
          );
        if (forbidden(world, call, repository, { read: [kind === "pulls" ? "pull_requests" : "issues"] }))
          return failed("FORBIDDEN", "Resource not accessible by integration");
        const all = await lists.find(([name]) => query.includes(name))![1]({ repository, path, number });
        return { status: 200, json: { data: { repository: { thread: { list: pageOf(all, variables) } } } } };
      },
    },
  ];
}

/** The newest hundred of a list, or those before a cursor. */
function pageOf(all: readonly Json[], { before }: Json): Json {
  const end = before === null ? all.length : Number(before);
  const start = Math.max(0, end - 100);
  return {
    totalCount: all.length,
    pageInfo: { hasPreviousPage: start > 0, startCursor: String(start) },
    nodes: all.slice(start, end),
  };
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

type Shown = (comment: Json) => Json;

/** A comment of REST as GraphQL shows it: a bot without the brackets, and whether it is hidden. */
const createShown =
  (world: World): Shown =>
  ({ id, body, user, created_at: createdAt, updated_at: updatedAt }) => {
    const { login } = user as { login: string };
    const isBot = login === world.botLogin;
    return {
      ...{ fullDatabaseId: String(id), isMinimized: world.hidden.has(id as number) },
      ...{ body, createdAt, updatedAt },
      author: { __typename: isBot ? "Bot" : "User", login: isBot ? world.app.slug : login },
    };
  };

async function conversation(proxy: EmulatorProxy, { path, number }: Place): Promise<readonly Json[]> {
  const all: Json[] = [];
  for (let page = 1; all.length === (page - 1) * 100; page += 1) {
    const found = await proxy.json(`${path}/issues/${number}/comments?per_page=100&page=${page}`);
    all.push(...(found as unknown as Json[]));
  }
  return all;
}

const isOf =
  ({ repository, number }: Place) =>
  (one: { readonly repository: HostedRepository; readonly pull: number }): boolean =>
    one.repository === repository && one.pull === number;

function reviews(store: ReviewStore, place: Place, shown: Shown): readonly Json[] {
  return store.reviews.filter(isOf(place)).map(({ id, body, user: login, submittedAt: at }) => ({
    ...shown({ id, body, user: { login }, created_at: at, updated_at: at }),
    submittedAt: at,
  }));
}

async function threads(
  proxy: EmulatorProxy,
  store: ReviewStore,
  place: Place,
  shown: Shown,
): Promise<readonly Json[]> {
  const pull = await proxy.json(`${place.path}/pulls/${place.number}`);
  const { head } = (await decoratePull(place.repository, pull!)) as { head: { sha: string } };
  const byThread = [...Map.groupBy(store.comments.filter(isOf(place)), ({ threadId }) => threadId)];
  return Promise.all(byThread.map(([id, comments]) => threadJson(store, id, comments, head, shown)));
}

async function threadJson(
  store: ReviewStore,
  id: string,
  comments: readonly StoredComment[],
  head: { readonly sha: string },
  shown: Shown,
): Promise<Json> {
  const [first] = comments;
  const nodes = comments.map(({ id, body, user: login, createdAt: at }) =>
    shown({ id, body, user: { login }, created_at: at, updated_at: at }),
  );
  return {
    ...{ id, path: first!.path, line: first!.line, diffSide: first!.side },
    ...{ isResolved: store.resolved.has(id), isOutdated: await isOutdated(first!, head.sha) },
    begun: { nodes: nodes.slice(0, 1) },
    comments: { totalCount: nodes.length, nodes: nodes.slice(-50) },
  };
}
