import type { LoopResult } from "../agent/loop.ts";
import { checkChanges } from "../checks/gate.ts";
import type { BranchHead, Draft, IssueSnapshot } from "../github/forge.ts";
import { authorise } from "./authorise.ts";
import type { ImplementRun } from "./implement-run.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Brief, IndexSummary } from "./prepare.ts";
import type { Surroundings } from "./surroundings.ts";

export async function gateDraft(
  run: ImplementRun,
  judged: {
    issue: IssueSnapshot;
    base: BranchHead;
    index: IndexSummary;
    brief: Brief;
    result: Extract<LoopResult, { kind: "submitted" }>;
  },
  knowledge: Knowledge,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Draft> {
  await authorise(run, surroundings);
  const { entries } = await knowledge.workspace(judged.base, signal);
  const { submission, changes } = judged.result;
  const report = await checkChanges(changes, { ...surroundings.options.checks, entries });
  if (report.complaints.length > 0) throw new Error("gate");
  return {
    runId: run.id,
    issueNumber: run.issueNumber,
    branchPrefix: `coderag/issue-${run.issueNumber}-`,
    branchEnding: "x",
    base: judged.base,
    ourTips: await surroundings.ourTips(),
    title: submission.title,
    body: submission.summary,
    commitMessage: submission.title,
    changes,
  };
}
