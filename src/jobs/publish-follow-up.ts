import type { LoopResult } from "../agent/loop.ts";
import type { Draft, Onto } from "../github/forge.ts";
import type { Step } from "../step.ts";
import { carryOnto, placesText } from "./carry.ts";
import type { Declined, Outcome } from "./outcome.ts";
import { notDone } from "./publish.ts";
import { inQueue } from "./pull-context.ts";
import type { Surroundings } from "./surroundings.ts";

/** A branch that moves faster than this is being worked on. */
const mostRounds = 3;

type Submitted = Extract<LoopResult, { kind: "submitted" }>;

/**
 * Pushes the draft as one commit on the branch of a pull request that is there. Where somebody pushed since the head
 * was read, the change is carried onto the new head by the lines around it and judged again; where that does not fit,
 * nothing is written.
 */
export async function publishFollowUp(
  draft: Draft,
  onto: Onto,
  { submission, usage, uses }: Submitted,
  surroundings: Surroundings,
  step: Step,
): Promise<Outcome> {
  const { publisher, reader, remember } = surroundings;
  const decline = (cause: string, cure: string): Declined => ({ kind: "declined", cause, cure, usage, uses });
  const { branch } = draft.base;
  let at = draft;
  for (let round = 1; ; round += 1) {
    const { base, changes, runId, ourTips, commitMessage } = at;
    const pushed = await step(round === 1 ? "publish-branch" : `publish-branch-${round}`, async () => {
      if (await reader.isInMergeQueue(onto.number)) return { kind: "queued" } as const;
      const outcome = await publisher.pushFollowUp({
        ...{ runId, branch, head: base.commit, ourTips, commitMessage, changes },
      });
      if (outcome.kind === "pushed")
        await remember({ branch, commit: outcome.commit, pullNumber: onto.number });
      return outcome;
    });
    if (pushed.kind === "pushed")
      return {
        kind: "delivered",
        pullRequest: { ...onto, draft: false, created: false },
        ...{ branch, commit: pushed.commit, title: draft.title, summary: submission.summary },
        notDone: notDone(submission.requirements),
        onto: true,
        ...{ usage, uses },
      };
    if (pushed.kind === "queued") return decline(inQueue.cause, inQueue.cure);
    if (pushed.kind === "gone")
      return decline(
        `The branch \`${branch}\` is gone, so nothing was pushed.`,
        "Give the command again once it is there.",
      );
    if (round === mostRounds)
      return decline(
        `Somebody keeps pushing to \`${branch}\`, so nothing was pushed.`,
        "Give the command again when the branch rests.",
      );
    const head = { branch, commit: pushed.head };
    const carried = await step(`publish-carry-${round}`, (signal) =>
      carryOnto(head, changes, surroundings, signal),
    );
    if (carried.kind === "conflict")
      return decline(
        `Somebody pushed to \`${branch}\` meanwhile and changed the same places (${placesText(carried.places)}), so nothing was pushed.`,
        "Give the command again: it then works on the new commits.",
      );
    if (carried.changes.length === 0)
      return decline(
        `Somebody pushed the same change to \`${branch}\` meanwhile, so nothing was pushed.`,
        "There is nothing left to do.",
      );
    at = { ...at, base: head, changes: carried.changes };
  }
}
