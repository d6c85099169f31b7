import { takeFlags } from "../../command/flags.ts";
import type { EarlierDraft } from "../../github/forge.ts";
import { counted } from "../../source/counted.ts";
import type { Asked } from "../acceptance/freeze.ts";
import type { JobRun } from "../job-run.ts";
import { type Declined, declined } from "../outcome.ts";
import { describeChecks, isToBlame } from "./pull-checks.ts";
import { patchesText } from "./pull-context.ts";

/** A person's commits are never overwritten; on top of them there is another command. */
export const humanBranch = (branch: string): Declined =>
  declined(
    `Somebody pushed to \`${branch}\`, and CodeRAG never overwrites a person's commits.`,
    "Ask for what is left with `/coderag fix` on its pull request, which adds a commit; or merge, rename or delete that branch and give the command again.",
  );

/** Why no draft may be written for this issue; undefined where one may. Told before a model is paid. */
export const whyNotDraft = ({ earlier }: Asked): Declined | undefined =>
  earlier?.kind === "human-branch" ? humanBranch(earlier.branch) : undefined;

/**
 * The draft that a maintainer's words, or its failed checks, may be about. Who says nothing of one that failed nowhere
 * wants another try, and not the same once more.
 */
export function draftSpokenOf(
  { earlier, draftChecks }: Asked,
  { request }: Pick<JobRun, "request">,
): Extract<EarlierDraft, { kind: "ours" }> | undefined {
  const isSpokenOf = takeFlags(request).rest.trim() !== "" || isToBlame(draftChecks);
  return earlier?.kind === "ours" && isSpokenOf ? earlier : undefined;
}

/** The draft in words, for the model: data. */
export const describeDraft = (
  { files }: Extract<EarlierDraft, { kind: "ours" }>,
  { draftChecks }: Pick<Asked, "draftChecks">,
): string =>
  [
    ...(draftChecks ? [describeChecks(draftChecks)] : []),
    `It changes ${counted(files.length, "file")}:`,
    ...patchesText(files),
  ].join("\n\n");
