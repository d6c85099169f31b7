import { secondsOf } from "./git.ts";
import type { EmulatorProxy } from "./proxy.ts";
import { decoratePull } from "./pulls.ts";
import {
  isOutdated,
  mergeBase,
  placingFault,
  type ReviewStore,
  type StoredComment,
  type StoredReview,
  type WishedComment,
} from "./review-store.ts";
import {
  type Answer,
  type Call,
  type HostedRepository,
  type Json,
  jsonOf,
  now,
  type Route,
  refusal,
  repositoryRoute,
  type World,
} from "./world.ts";

/** Reviews and their comments, refused where GitHub refuses them: a whole review for one comment outside the diff. */
export function reviewRoutes(world: World, proxy: EmulatorProxy, store: ReviewStore): readonly Route[] {
  const route = repositoryRoute(world, ["pull_requests"], "pulls/");
  const pullOf = async (repository: HostedRepository, part: Record<string, string>) => {
    const pull = await proxy.json(`/repos/${repository.owner}/${repository.name}/pulls/${part["number"]}`);
    return pull && (await decoratePull(repository, pull));
  };
  const listed = <Item>(call: Call, all: readonly Item[]): readonly Item[] => {
    const size = Number(call.query.get("per_page") ?? 30);
    const start = (Number(call.query.get("page") ?? 1) - 1) * size;
    return all.slice(start, start + size);
  };
  return [
    route("GET", "(?<number>\\d+)/reviews", async (repository, call, part) => {
      const ofPull = store.reviews.filter(
        (one) => one.repository === repository && one.pull === Number(part["number"]),
      );
      return { status: 200, json: listed(call, ofPull).map((one) => reviewJson(world, one)) };
    }),
    route("GET", "(?<number>\\d+)/comments", async (repository, call, part) => {
      const ofPull = store.comments.filter(
        (one) => one.repository === repository && one.pull === Number(part["number"]),
      );
      const json = await Promise.all(listed(call, ofPull).map((one) => commentJson(world, proxy, one)));
      return { status: 200, json };
    }),
    route("GET", "comments/(?<id>\\d+)", async (repository, _call, part) => {
      const found = store.comments.find(
        (one) => one.repository === repository && one.id === Number(part["id"]),
      );
      return found
        ? { status: 200, json: await commentJson(world, proxy, found) }
        : refusal(404, "Not Found");
    }),
    route("POST", "(?<number>\\d+)/comments", async (repository, call, part) => {
      const pull = await pullOf(repository, part);
      if (!pull) return refusal(404, "Not Found");
      const wish = jsonOf(call) as { in_reply_to?: number; path?: string; line?: number; body?: string };
      const first = store.comments.find(({ id }) => id === wish.in_reply_to);
      const place = first ? { path: first.path, line: first.line, side: first.side } : wish;
      const comments = [{ ...place, body: wish.body }];
      const posted = await post(
        world,
        store,
        repository,
        { ...call, body: Buffer.from(JSON.stringify({ event: "COMMENT", comments })) },
        pull,
      );
      if (posted.status !== 200) return posted;
      const made = store.comments.at(-1)!;
      if (first) store.comments.splice(-1, 1, { ...made, inReplyTo: first.id, threadId: first.threadId });
      return { status: 201, json: await commentJson(world, proxy, store.comments.at(-1)!) };
    }),
    route("POST", "(?<number>\\d+)/reviews", async (repository, call, part) => {
      const pull = await pullOf(repository, part);
      return pull ? post(world, store, repository, call, pull) : refusal(404, "Not Found");
    }),
  ];
}

async function post(
  world: World,
  store: ReviewStore,
  repository: HostedRepository,
  call: Call,
  pull: Json,
): Promise<Answer> {
  const wish = jsonOf(call) as {
    body?: string;
    event?: string;
    commit_id?: string;
    comments?: readonly WishedComment[];
  };
  const unprocessable = (errors: readonly string[]): Answer =>
    refusal(422, "Unprocessable Entity", { errors });
  if ((pull["locked"] as boolean | undefined) === true) return refusal(403, "Conversation is locked");
  const head = (pull["head"] as { sha: string }).sha;
  const base = (pull["base"] as { sha: string }).sha;
  const commit = wish.commit_id ?? head;
  const comments = wish.comments ?? [];
  if (wish.event === "COMMENT" && !wish.body?.trim() && comments.length === 0)
    return unprocessable(["Body can't be blank"]);
  if ((wish.body ?? "").length > 65_536)
    return unprocessable(["Body is too long (maximum is 65536 characters)"]);
  const range = { merge: await mergeBase(repository, base, head), head: commit };
  for (const comment of comments) {
    const fault = await placingFault(repository, range, comment);
    if (fault) return unprocessable([fault]);
  }
  const user = call.who.kind === "user" ? call.who.login : world.botLogin;
  const common = { repository, pull: pull["number"] as number, user, commit };
  const review: StoredReview = {
    ...{ ...common, id: store.nextId(), body: wish.body ?? "", submittedAt: secondsOf(now(world)) },
    state: wish.event === "COMMENT" ? "COMMENTED" : wish.event === undefined ? "PENDING" : wish.event,
  };
  store.reviews.push(review);
  for (const { path, body, line, start_line: startLine, side = "RIGHT" } of comments) {
    const id = store.nextId();
    const place = { path: path!, body: body!, line: line!, startLine, side };
    const more = { reviewId: review.id, threadId: `PRRT_${id}`, createdAt: review.submittedAt };
    store.comments.push({ ...common, ...place, ...more, id });
  }
  return { status: 200, json: reviewJson(world, review) };
}

function reviewJson(world: World, { id, user, body, state, commit, pull, ...more }: StoredReview): Json {
  const { owner, name } = more.repository;
  return {
    ...{ id, body, state, commit_id: commit, user: { login: user, type: typeOf(world, user) } },
    submitted_at: more.submittedAt,
    html_url: `${world.url}/${owner}/${name}/pull/${pull}#pullrequestreview-${id}`,
  };
}

/** `line` is null for a comment that is outdated, as GitHub has it. */
export async function commentJson(world: World, proxy: EmulatorProxy, comment: StoredComment): Promise<Json> {
  const { repository, pull: number, id, user, body, path, commit, line, startLine, side } = comment;
  const { owner, name } = repository;
  const found = await proxy.json(`/repos/${owner}/${name}/pulls/${number}`);
  const { head } = (await decoratePull(repository, found!)) as { head: { sha: string } };
  const outdated = await isOutdated(comment, head.sha);
  return {
    ...{ id, body, path, side, user: { login: user, type: typeOf(world, user) } },
    ...{ commit_id: head.sha, original_commit_id: commit, pull_request_review_id: comment.reviewId },
    ...{ line: outdated ? null : line, original_line: line },
    ...{ start_line: outdated ? null : (startLine ?? null), original_start_line: startLine ?? null },
    ...(comment.inReplyTo === undefined ? {} : { in_reply_to_id: comment.inReplyTo }),
    ...{ created_at: comment.createdAt, updated_at: comment.createdAt },
    html_url: `${world.url}/${owner}/${name}/pull/${number}#discussion_r${id}`,
    performed_via_github_app: user === world.botLogin ? { ...world.app } : null,
  };
}

const typeOf = (world: World, login: string): string => (login === world.botLogin ? "Bot" : "User");
