import { type Stage, type StageState, stages } from "../delivery/progress.ts";

/** Which stage people see while a step runs. Steps of the loop (`turn-3`, `tools-3`) belong to `reason`. */
export function stageOf(step: string | undefined): Stage {
  if (step === undefined) return "acknowledge";
  if (/^(turn|tools)-/.test(step)) return "reason";
  if (step.startsWith("publish")) return "publish";
  if (step === "read-issue") return "clone";
  if (step === "test" || step === "authorise-again") return "gate";
  return stages.find((stage) => stage === step) ?? "acknowledge";
}

/** The plan of a run that ended in the middle of this step: it failed there, or was still running when it was cancelled. */
export function endedStages(
  step: string | undefined,
  state: "failed" | "running",
): Readonly<Partial<Record<Stage, StageState>>> {
  const at = stages.indexOf(stageOf(step));
  return Object.fromEntries(
    stages
      .slice(0, at + 1)
      .map((stage, index) => [stage, { state: index === at ? state : "done", note: "" }]),
  );
}
