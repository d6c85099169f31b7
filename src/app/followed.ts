import { type Reading, type Received, readClosed, readComment, type Us } from "./payload.ts";
import { readPressed, readPullChanged, readPullClosed } from "./payload-pull.ts";
import { readGone, readPush } from "./payload-push.ts";
import { readReviewComment } from "./payload-review.ts";
import { readTicked } from "./payload-ticked.ts";

/** Every event that is followed, as `X-GitHub-Event` and action, and how its deliveries are read. */
export const followed = {
  "issue_comment.created": readComment,
  "pull_request_review_comment.created": readReviewComment,
  "issues.closed": readClosed,
  "issues.edited": readTicked,
  "issues.reopened": readTicked,
  "pull_request.opened": readPullChanged,
  "pull_request.ready_for_review": readPullChanged,
  "pull_request.synchronize": readPullChanged,
  "pull_request.closed": readPullClosed,
  "check_run.rerequested": readPressed,
  "check_run.requested_action": readPressed,
  push: readPush,
  "installation.deleted": readGone,
  "installation.suspend": readGone,
  "installation_repositories.removed": readGone,
} satisfies Readonly<Record<string, (received: Received, us: Us) => Reading>>;

export type FollowedEvent = keyof typeof followed;
