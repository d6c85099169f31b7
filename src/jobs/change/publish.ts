import type { Submitted } from "../../agent/loop.ts";
import type { Step } from "../../step.ts";
import type { Delivered, Outcome } from "../outcome.ts";
import { humanBranch } from "../reading/earlier-draft.ts";
import type { Surroundings } from "../surroundings.ts";
import type { GatedDraft } from "./gate-draft.ts";

/**
 * Writes the draft: a commit on our branch, then the pull request. Both find what an earlier attempt left, so a crash
 * between effect and record makes no second one. What a human pushed to the branch is never overwritten.
 */
export async function publish(
  draft: GatedDraft,
  result: Submitted,
  surroundings: Surroundings,
  step: Step,
): Promise<Outcome> {
  const { submission, usage, uses } = result;
  const { publisher, remember } = surroundings;
  const pushed = await step("publish-branch", async () => {
    const outcome = await publisher.pushBranch(draft);
    if (outcome.kind !== "human-branch") await remember({ branch: outcome.branch, commit: outcome.commit });
    return outcome;
  });
  if (pushed.kind === "human-branch") return { ...humanBranch(pushed.branch), usage, uses };
  const pullRequest = await step("publish-pull-request", async () => {
    const opened = await publisher.openPullRequest(draft, pushed.branch);
    await remember({ pullNumber: opened.number });
    return opened;
  });
  return {
    kind: "delivered",
    pullRequest,
    branch: pushed.branch,
    commit: pushed.commit,
    title: draft.title,
    summary: submission.summary,
    notDone: draft.notDone ?? [],
    ...{ usage, uses },
  } satisfies Delivered;
}
