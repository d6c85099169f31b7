import { hunkHolding, parsePatch } from "../edits/hunks.ts";
import type { LineRange } from "../source/line-range.ts";
import type { RepositoryClient } from "./client.ts";
import { GitHubError, LostAnswerError } from "./failure.ts";
import { fitBody, longestBody } from "./fit.ts";
import type { AppIdentity } from "./identity.ts";
import { readPull, readPullFiles } from "./pull.ts";

/** A review as a value, before anybody writes it. It only ever comments: a person approves. */
export interface ReviewDraft {
  readonly pullNumber: number;
  /** The head that was looked at: lines are its lines. */
  readonly commit: string;
  /** The hidden line by which the review is found again; part of the body. */
  readonly marker: string;
  readonly body: string;
  readonly comments: readonly ReviewComment[];
}

/** A comment on lines of the diff's right side. */
export interface ReviewComment extends LineRange {
  readonly path: string;
  readonly body: string;
  /** What stands in the review's body instead, where GitHub does not take the comment on its lines. */
  readonly folded: string;
}

export type ReviewOutcome =
  | { readonly kind: "posted"; readonly id: number; readonly url: string; readonly placed: number }
  /** Nothing was written: the head is another one by now, or the pull request takes no reviews any more. */
  | { readonly kind: "moved"; readonly head: string }
  | { readonly kind: "ended"; readonly why: "closed" | "merged" | "locked" };

const attempts = 4;

/**
 * Posts one review, or finds the one that an earlier attempt posted: by its marker, under our own name. GitHub refuses
 * a whole review (422) for one comment whose lines it does not show. Then the comments are held against the diff
 * that GitHub shows at this moment, and what has no place in it goes into the body; in the end all do: nothing is lost.
 */
export async function postReview(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  draft: ReviewDraft,
): Promise<ReviewOutcome> {
  const rungs = [
    async () => draft.comments,
    () => confirmed(client, draft),
    async (): Promise<readonly ReviewComment[]> => [],
  ];
  let rung = 0;
  for (let attempt = 1; ; attempt += 1) {
    const found = await findReview(client, botLogin, draft);
    if (found) return found;
    const now = await readPull(client, draft.pullNumber);
    if (now.state !== "open") return { kind: "ended", why: now.state };
    if (now.locked) return { kind: "ended", why: "locked" };
    if (now.head.commit !== draft.commit) return { kind: "moved", head: now.head.commit };
    try {
      return await create(client, draft, await rungs[rung]!());
    } catch (error) {
      const refused = error instanceof GitHubError && error.status === 422 && rung < rungs.length - 1;
      if (refused) rung += 1;
      else if (!(error instanceof LostAnswerError) || attempt >= attempts) throw error;
      if (!refused) await client.pause(attempt);
    }
  }
}

async function create(
  client: RepositoryClient,
  draft: ReviewDraft,
  placed: readonly ReviewComment[],
): Promise<ReviewOutcome> {
  const review = await client.writeOnce((github, at) =>
    github.pulls.createReview({
      ...at,
      pull_number: draft.pullNumber,
      commit_id: draft.commit,
      event: "COMMENT",
      body: bodyOf(draft, placed),
      comments: placed.map(({ path, from, to, body }) => ({
        ...{ path, body: fitBody(body), line: to, side: "RIGHT" },
        ...(from === to ? {} : { start_line: from, start_side: "RIGHT" }),
      })),
    }),
  );
  return { kind: "posted", id: review.id, url: review.html_url, placed: placed.length };
}

/** The marker stands first, so that no cut takes it. */
function bodyOf({ marker, body, comments }: ReviewDraft, placed: readonly ReviewComment[]): string {
  const rest = comments.filter((comment) => !placed.includes(comment)).map(({ folded }) => folded);
  const text = [body.replace(marker, "").trim(), ...rest].filter((part) => part !== "").join("\n\n");
  return `${marker}\n${fitBody(text, longestBody - marker.length - 1)}`;
}

/** Comments whose lines stand in one hunk of what GitHub shows now. */
async function confirmed(
  client: RepositoryClient,
  { pullNumber, comments }: ReviewDraft,
): Promise<readonly ReviewComment[]> {
  const only = new Set(comments.map(({ path }) => path));
  const files = await readPullFiles(client, pullNumber, { only });
  const hunks = new Map(files.map(({ path, patch }) => [path, parsePatch(patch ?? "") ?? []]));
  return comments.filter((comment) => hunkHolding(hunks.get(comment.path) ?? [], comment) !== undefined);
}

/** Anybody can paste a marker; nobody can write as our bot. */
async function findReview(
  client: RepositoryClient,
  botLogin: string,
  { pullNumber, marker, comments }: ReviewDraft,
): Promise<ReviewOutcome | undefined> {
  const reviews = client.pages((github, page) =>
    github.pulls.listReviews({ ...page, pull_number: pullNumber }),
  );
  for await (const { id, user, body, html_url } of reviews)
    if (user?.login === botLogin && body.includes(marker))
      return { kind: "posted", id, url: html_url, placed: comments.length };
  return undefined;
}
