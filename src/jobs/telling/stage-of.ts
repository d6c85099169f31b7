import type { WorkVerb } from "../../command/verbs.ts";
import { planOf, type Stage, stages } from "../../delivery/plans.ts";
import type { Progress } from "../../delivery/progress.ts";

/** Steps that are not named for their stage (`publish-branch` is). */
const others: readonly (readonly [step: RegExp, stage: Stage])[] = [
  [/^(?:attempts?-\d+|turn|tools|test)(?:-|$)/, "reason"],
  [/^read-(?:issue|pull)$/, "clone"],
  [/^search-read$/, "read"],
  [/^search-(repositories|files-)/, "choose"],
  [/^(authorise-again|verify)$/, "gate"],
];

/** Which stage people see while a step runs. */
export function stageOf(named: string | undefined): Stage {
  if (named === undefined) return "acknowledge";
  // A change that is fitted to a moved base goes through some stages once more.
  const step = named.replace(/^repair-/, "");
  const [, other] = others.find(([pattern]) => pattern.test(step)) ?? [];
  return other ?? stages.find((stage) => step === stage || step.startsWith(`${stage}-`)) ?? "acknowledge";
}

/**
 * The plan of a run that ended in the middle of this step: it failed there, or was still running when it was cancelled.
 *
 * @param told what its comment said of the stages until then: how far it came.
 */
export function endedStages(
  verb: WorkVerb,
  step: string | undefined,
  state: "failed" | "running",
  told: Progress["stages"] = {},
): Progress["stages"] {
  const plan = planOf(verb).map(([stage]) => stage);
  const at = Math.max(plan.indexOf(stageOf(step)), plan.indexOf("acknowledge"));
  return Object.fromEntries(
    plan.slice(0, at + 1).map((stage, index) => {
      const { state: before, note = "" } = told[stage] ?? {};
      if (index === at) return [stage, { state, note }];
      return [stage, { state: before === "skipped" ? before : "done", note }];
    }),
  );
}
