import type { Submitted } from "../../agent/loop.ts";
import type { Onto } from "../../github/forge.ts";
import type { Step } from "../../step.ts";
import type { Declined, Outcome } from "../outcome.ts";
import { inQueue } from "../reading/pull-context.ts";
import type { Surroundings } from "../surroundings.ts";
import { forkPush } from "./fork-push.ts";
import type { GatedDraft } from "./gate-draft.ts";
import { onMovingHead } from "./on-moving-head.ts";

/**
 * Pushes the draft as one commit on the branch of a pull request that is there: of this repository, or of a fork whose
 * owner still wants it at this moment. Somebody else's push in between is kept (`on-moving-head.ts`).
 */
export async function publishFollowUp(
  draft: GatedDraft,
  onto: Onto,
  { submission, usage, uses }: Submitted,
  surroundings: Surroundings,
  step: Step,
): Promise<Outcome> {
  const { publisher, reader, remember } = surroundings;
  const decline = (cause: string, cure: string): Declined => ({ kind: "declined", cause, cure, usage, uses });
  const { branch } = draft.base;
  const { number, fork } = onto;
  const pushed = await onMovingHead(
    draft,
    { name: "publish-branch", done: "pushed" },
    async ({ base, changes, runId, commitMessage }) => {
      if (await reader.isInMergeQueue(number)) return { kind: "refused", ...inQueue } as const;
      const withdrawn = fork && (await whyNoMore(onto, branch, surroundings));
      if (withdrawn) return { kind: "refused", ...withdrawn } as const;
      const outcome = await publisher.pushFollowUp({
        ...{ runId, branch, head: base.commit, commitMessage, changes },
        ...(fork && { fork }),
      });
      if (outcome.kind === "pushed")
        await remember({ branch, commit: outcome.commit, pullNumber: onto.number });
      return outcome;
    },
    surroundings,
    step,
  );
  switch (pushed.kind) {
    case "pushed":
      return {
        kind: "delivered",
        pullRequest: { number, url: onto.url, draft: false, created: false },
        ...{ branch, commit: pushed.commit, title: draft.title, summary: submission.summary },
        notDone: draft.notDone ?? [],
        notes: draft.body,
        onto: true,
        ...{ usage, uses },
      };
    case "gone":
      return decline(
        `The branch \`${branch}\` is gone, so nothing was pushed.`,
        "Give the command again once it is there.",
      );
    default:
      return decline(pushed.cause, pushed.cure);
  }
}

/** A fork's owner may have taken it back since the pull request was read, or pointed it elsewhere. */
async function whyNoMore({ number, fork }: Onto, branch: string, surroundings: Surroundings) {
  const now = await surroundings.reader.pull(number);
  if (now.head.repository?.id !== fork?.id || now.head.branch !== branch)
    return {
      cause: "This pull request comes from another branch by now, so nothing was pushed.",
      cure: "Give the command again.",
    };
  const may = await forkPush(now, surroundings);
  return may.kind === "barred" ? { cause: may.cause, cure: may.cure } : undefined;
}
