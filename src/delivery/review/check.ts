import type { CheckAction, CheckAnnotation, CheckDraft } from "../../github/check-run.ts";
import { inlineCode } from "../code.ts";
import { planOf } from "../plans.ts";
import type { Progress, ProgressEnd } from "../progress.ts";
import { alsoAsked, endParagraphs, planLines, usedSentence, wayFold } from "../render-progress.ts";

const checkName = "CodeRAG suggestions";

/** GitHub shows them once the check run is completed; while it runs, `/coderag cancel` stops it. */
const cancel: CheckAction = { label: "Cancel", identifier: "cancel", description: "Stop this run" };
const rerun: CheckAction = {
  label: "Re-run",
  identifier: "rerun",
  description: "Look at the newest commits again",
};

/**
 * The progress of a run as a check run. Its conclusion never blocks a merge: `neutral` however the run ended, unless
 * somebody cancelled it.
 */
export function renderCheck(
  progress: Progress,
  head: string,
  annotations: readonly CheckAnnotation[],
): CheckDraft {
  const { end, runId, waiting } = progress;
  const used = usedSentence(progress);
  const parts = [
    ...(waiting && !end ? [`**CodeRAG is waiting:** ${waiting}`] : []),
    ...(end ? [...endParagraphs(end, progress.verb), ...wayFold(progress)] : [planLines(progress)]),
    ...alsoAsked(progress.also),
    [...used, `Run ${inlineCode(runId)}.`, ...(end ? [] : ["To stop it, comment `/coderag cancel`."])].join(
      " ",
    ),
  ];
  return {
    ...{ runId, name: checkName, commit: head, title: titleOf(progress), summary: parts.join("\n\n") },
    ...(end
      ? ({ status: "completed", conclusion: end.kind === "cancelled" ? "cancelled" : "neutral" } as const)
      : ({ status: hasBegun(progress) ? "in_progress" : "queued" } as const)),
    annotations: end ? annotations : [],
    actions: [end ? rerun : cancel],
  };
}

/** What becomes of the check run of a head that was left behind before the run began: it must not hang. */
export function supersededCheck(runId: string, head: string, newer: string): CheckDraft {
  const title = `Newer commits are looked at: ${newer.slice(0, 7)}`;
  return {
    ...{ runId, name: checkName, commit: head, status: "completed", conclusion: "neutral", title },
    ...{ summary: title, annotations: [], actions: [] },
  };
}

const beginning: readonly string[] = ["authorise", "acknowledge"];

const hasBegun = ({ stages, waiting }: Progress): boolean =>
  waiting === undefined && Object.keys(stages).some((stage) => !beginning.includes(stage));

function titleOf(progress: Progress): string {
  if (progress.end) return endTitle(progress.end);
  const now = planOf(progress.verb).find(([stage]) => progress.stages[stage]?.state === "running");
  return now?.[1] ?? (progress.waiting ? "Waiting for its turn" : "Queued");
}

function endTitle(end: ProgressEnd): string {
  if (end.kind === "answered") return end.headline;
  if (end.kind === "delivered") return end.title;
  if (end.kind === "cancelled") return "Cancelled";
  return end.kind === "declined" ? "Nothing is suggested" : "The run failed";
}
