import { type Findings, findingsSchema } from "../../delivery/review/finding.ts";
import type { Complaint } from "../../errors.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { judgeFindings } from "../judge-findings.ts";
import type { Tool } from "../tool.ts";
import { drawComplaints } from "./draw.ts";
import type { Check } from "./submit-edits.ts";

export const submitFindings = "submit-findings";

/**
 * The only way out of a review: takes all findings, applies each cure in memory, apart from the others, and lets every
 * check judge it. Refused where any of them has a fault; what is good of the last hand-in is kept all the same.
 */
export function createSubmitFindings(
  workspace: Workspace,
  check: Check,
  /** Kinds of what a check notices that are told to the model, once. */
  doubted: readonly string[] = [],
): Tool<Findings, Findings> {
  return {
    name: submitFindings,
    description: renderPrompt("tool-submit-findings"),
    input: findingsSchema,
    async run(submission, signal) {
      const judged = await judgeFindings(submission.findings, workspace, check, signal);
      const changes = judged.flatMap((one) => one.changes);
      const complaints = judged.flatMap((one, index) => one.complaints.map((said) => named(said, index + 1)));
      const doubts = judged.flatMap((one, index) =>
        one.noticed
          .filter(({ kind }) => doubted.includes(kind))
          .map((said) =>
            named({ ...said, message: `${said.message} Cure it, or leave the finding out.` }, index + 1),
          ),
      );
      if (complaints.length === 0)
        return {
          kind: "accepted",
          ...{ submission, changes: [], report: { complaints: [], findings: [] } },
          ...(doubts.length > 0 && { objections: drawComplaints(doubts) }),
        };
      return {
        kind: "refused",
        // Hand-ins are few: what is doubted beside a fault is told with it.
        complaints: drawComplaints([...complaints, ...doubts]),
        partial: { submission, changes },
      };
    },
  };
}

const named = (complaint: Complaint, finding: number): Complaint => ({
  ...complaint,
  message: `Finding ${finding}: ${complaint.message}`,
});
