import type { CheckReport } from "../../checks/gate.ts";
import { type Submission, submissionSchema } from "../../delivery/submission.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import type { FileChange } from "../../source/file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool } from "../tool.ts";
import { applyAnswer } from "./apply-answer.ts";
import { drawComplaints } from "./draw.ts";

/** Judges the applied edits; see `checkChanges`. */
export type Check = (changes: readonly FileChange[], signal: AbortSignal) => Promise<CheckReport>;

/** The only way out of the loop: takes the whole answer, applies it in memory, and lets every check judge it. */
export function createSubmitEdits(workspace: Workspace, check: Check): Tool<Submission> {
  return {
    name: "submit-edits",
    description: renderPrompt("tool-submit-edits"),
    input: submissionSchema,
    async run(submission, signal) {
      const { changes, complaints } = await applyAnswer(submission.edits, workspace);
      if (complaints.length > 0)
        return { kind: "refused", complaints: drawComplaints(complaints), partial: { submission, changes } };
      const report = await check(changes, signal);
      return report.complaints.length === 0
        ? { kind: "accepted", submission, changes, report }
        : {
            kind: "refused",
            complaints: drawComplaints(report.complaints),
            partial: { submission, changes, report },
          };
    },
  };
}
