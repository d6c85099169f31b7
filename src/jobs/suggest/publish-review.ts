import { leftOutNamed } from "../../delivery/review/left-out.ts";
import type { HeldFinding } from "../../delivery/review/place.ts";
import { isUserError } from "../../errors.ts";
import type { ReviewOutcome } from "../../github/review.ts";
import type { Usage } from "../../llm/model.ts";
import { counted } from "../../source/counted.ts";
import type { Step } from "../../step.ts";
import type { Outcome } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";
import { howToGoOn } from "../telling/words.ts";
import { type GatedReview, type GatePremises, gateReview } from "./gate-review.ts";
import type { PullLook } from "./read-look.ts";

export interface PublishPremises extends GatePremises {
  readonly held: readonly HeldFinding[];
  /** Findings that the model handed in. */
  readonly said: number;
  readonly usage: Usage;
  /** Why no model looked for faults; undefined where one did. */
  readonly unread: string | undefined;
}

/** How often a review is carried to a newer head before it is given up: somebody pushes faster than we read. */
const mostHeads = 3;

/**
 * Posts the review, once, on the head that stands at that moment; where somebody pushed meanwhile its cures are carried
 * there or fall. Then conversations of ours whose lines have changed are resolved. With nothing to say nothing is posted.
 */
export async function publishReview(
  first: GatedReview,
  premises: PublishPremises,
  surroundings: Surroundings,
  step: Step,
): Promise<Outcome> {
  const { gated, posted } = await post(first, premises, surroundings, step);
  const resolved = await resolveAtLast(premises.look, surroundings, step);
  if (posted?.kind === "ended")
    return {
      kind: "declined",
      cause: `The pull request was ${posted.why} while it was looked at, so no review was posted.`,
      cure: howToGoOn(posted.why, "comment `/coderag suggest`"),
      usage: premises.usage,
    };
  if (posted?.kind === "moved")
    return {
      kind: "declined",
      cause: "New commits came faster than the review, so none was posted.",
      cure: "Comment `/coderag suggest` when the branch rests.",
      usage: premises.usage,
    };
  return answered(gated, posted, premises, resolved);
}

/** `posted` is undefined where nothing is to be said, or no longer on the head that somebody pushed meanwhile. */
async function post(
  gated: GatedReview,
  premises: PublishPremises,
  surroundings: Surroundings,
  step: Step,
  attempt = 1,
): Promise<{ readonly gated: GatedReview; readonly posted: ReviewOutcome | undefined }> {
  const { draft } = gated;
  if (!draft) return { gated, posted: undefined };
  const posted = await step(`publish-review-${attempt}`, () => surroundings.publisher.review(draft));
  if (posted.kind !== "moved" || attempt === mostHeads) return { gated, posted };
  const head = { branch: premises.look.head.branch, commit: posted.head };
  const again = await step(`publish-again-${attempt}`, (signal) =>
    gateReview(premises, surroundings, signal, head),
  );
  return post(again, premises, surroundings, step, attempt + 1);
}

/** That GitHub lets none be resolved makes no failure of a review that stands there: undefined then. */
async function resolveAtLast(
  look: PullLook,
  surroundings: Surroundings,
  step: Step,
): Promise<number | undefined> {
  try {
    return await step("publish-resolve", () => resolveOutdated(look, surroundings));
  } catch (error) {
    if (isUserError(error) || ["GitHubError", "LostAnswerError"].includes((error as Error).name))
      return undefined;
    throw error;
  }
}

/**
 * Conversations that only we took part in: where a person wrote, a person ends it. Those of a renamed file may be called
 * outdated though their lines stand as they stood: they stay open.
 */
async function resolveOutdated(
  { pull, files }: PullLook,
  { reader, publisher }: Surroundings,
): Promise<number> {
  const { threads } = await reader.ourReviews(pull.number);
  const renamed = new Set(files.map(({ previousPath }) => previousPath));
  let resolved = 0;
  for (const { id, path, outdated, resolved: done, alone } of threads)
    if (outdated && !done && alone && !renamed.has(path) && (await publisher.resolveThread(id)))
      resolved += 1;
  return resolved;
}

function answered(
  { draft, annotations, overtaken }: GatedReview,
  posted: Extract<ReviewOutcome, { kind: "posted" }> | undefined,
  { said, held, brief, usage, unread }: PublishPremises,
  resolved: number | undefined,
): Outcome {
  const { unseen = [] } = brief;
  const comments = draft?.comments.length ?? 0;
  const headline =
    draft && posted
      ? `${comments === 0 ? "A review" : `A review with ${counted(comments, "comment")}`} is posted.`
      : annotations.length > 0
        ? `Nothing to suggest; ${counted(annotations.length, "remark")}.`
        : unread === undefined
          ? "Nothing to suggest."
          : brief.files === 0
            ? "Nothing was looked at."
            : "Faults were not looked for.";
  const fallen = said - held.length;
  const lines = [
    ...(posted && posted.url !== "" ? [`- [The review](${posted.url})`] : []),
    ...(unread === undefined
      ? []
      : brief.files > 0
        ? [`- Only definitions that the repository has already were looked for: ${unread}.`]
        : unseen.length === 0
          ? ["- No line of any file is new."]
          : []),
    ...(fallen > 0
      ? [`- ${fallen} of ${counted(said, "finding")} fell at a check or at the second reading.`]
      : []),
    ...(overtaken > 0
      ? [`- Overtaken by new commits, which changed the lines of the cure: ${counted(overtaken, "finding")}.`]
      : []),
    ...(resolved === undefined
      ? ["- Conversations of earlier reviews were not resolved: GitHub did not let them be."]
      : resolved > 0
        ? [`- Resolved, for their lines changed: ${counted(resolved, "conversation")} of earlier reviews.`]
        : []),
    ...(unseen.length > 0 ? [`- Not looked at: ${leftOutNamed(unseen)}.`] : []),
  ];
  return { kind: "answered", headline, body: lines.join("\n"), usage, annotations };
}
