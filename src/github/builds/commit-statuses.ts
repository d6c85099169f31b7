import type { RepositoryClient } from "../client.ts";
import { type CommitChecks, type FailedCheck, type UnreadChecks, whyUnread } from "./commit-checks.ts";

/** Of one answer; those that failed with what they say. */
const most = { read: 100, detailed: 10 };

/**
 * The newest status of each context of a commit: the older of GitHub's two ways in which builds report, without logs.
 * Never throws for what GitHub refuses or does not answer.
 */
export async function readStatuses(
  client: RepositoryClient,
  ref: string,
): Promise<CommitChecks | UnreadChecks> {
  try {
    const { statuses, total_count } = await client.read((github, at) =>
      github.repos.getCombinedStatusForRef({ ...at, ref, per_page: most.read }),
    );
    const count = (wanted: string): number => statuses.filter(({ state }) => state === wanted).length;
    const failed = statuses
      .filter(({ state }) => state === "failure" || state === "error")
      .map(({ context, state, description, target_url }, at): FailedCheck => {
        if (at >= most.detailed) return { name: context };
        const said = [`${state}: ${description ?? "it says no more"}`, target_url].filter(Boolean).join("\n");
        return { name: context, details: { said, annotations: [], log: undefined, skipped: 0 } };
      });
    return {
      ...{ failed, passed: count("success"), unfinished: count("pending") },
      unread: Math.max(0, total_count - statuses.length),
    };
  } catch (error) {
    return whyUnread(error);
  }
}
