import type { CheckReport } from "../../checks/gate.ts";
import { type Submission, submissionSchema } from "../../delivery/submission.ts";
import type { Complaint } from "../../errors.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import type { FileChange } from "../../source/file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { PartialResult, Refused, Tool } from "../tool.ts";
import { applyAnswer } from "./apply-answer.ts";
import { drawComplaints } from "./draw.ts";

/** Judges the applied edits; see `checkChanges`. */
export type Check = (changes: readonly FileChange[], signal: AbortSignal) => Promise<CheckReport>;

/** What speaks against a hand-in without forbidding it; see `reuseObjections`. */
export type Objector = (
  submission: Submission,
  changes: readonly FileChange[],
  report: CheckReport,
) => Promise<readonly Complaint[]>;

/**
 * The only way out of the loop: takes the whole answer, applies it in memory, and lets every check judge it. What
 * `object` says counts once in a run; the loop sees to that, for a tool remembers nothing.
 */
export function createSubmitEdits(
  workspace: Workspace,
  check: Check,
  object: Objector = async () => [],
): Tool<Submission> {
  return {
    name: "submit-edits",
    description: renderPrompt("tool-submit-edits"),
    input: submissionSchema,
    async run(submission, signal) {
      const { changes, complaints, moved, whole, mayBeWhole } = await applyAnswer(
        submission.edits,
        workspace,
      );
      const refused = (found: readonly Complaint[], partial: PartialResult): Refused => ({
        kind: "refused",
        complaints: drawComplaints(found),
        tried: { complaints: kindsOf(found), moved: moved.length, whole },
        ...{ partial, mayBeWhole },
      });
      if (complaints.length > 0) return refused(complaints, { submission, changes });
      const report = await check(changes, signal);
      if (report.complaints.length > 0) return refused(report.complaints, { submission, changes, report });
      const objections = await object(submission, changes, report);
      const told = objections.length === 0 ? {} : { objections: drawComplaints(objections) };
      const tried = { complaints: kindsOf(objections), moved: moved.length, whole };
      return { kind: "accepted", submission, changes, report, tried, ...told };
    },
  };
}

const kindsOf = (complaints: readonly Complaint[]): readonly string[] => [
  ...new Set(complaints.map(({ kind }) => kind)),
];
