import { expect, test } from "@jest/globals";
import { jobVerbs } from "../../src/command/verbs.ts";
import { planOf, type Stage } from "../../src/delivery/plans.ts";
import type { Progress } from "../../src/delivery/progress.ts";
import { jobs } from "../../src/jobs/job.ts";
import { endedStages, stageOf } from "../../src/jobs/telling/stage-of.ts";

test.each<[string | undefined, Stage]>([
  [undefined, "acknowledge"],
  ["authorise", "authorise"],
  ["find-twin", "acknowledge"],
  ["read-issue", "clone"],
  ["turn-12", "reason"],
  ["tools-3", "reason"],
  ["test", "reason"],
  ["test-before", "reason"],
  ["test-2", "reason"],
  ["authorise-again", "gate"],
  ["publish-branch", "publish"],
  ["publish-carry-1", "publish"],
  ["repair-turn-1", "reason"],
  ["attempt-2-turn-1", "reason"],
  ["attempt-3-test", "reason"],
  ["repair-gate-files", "gate"],
  ["repair-test", "reason"],
  ["report", "report"],
])("people see the step %s in its stage", (step, stage) => expect(stageOf(step)).toBe(stage));

test("every job has its work and a plan that begins and ends alike", () => {
  for (const verb of jobVerbs.filter((one) => one !== "retry")) {
    const stages = planOf(verb).map(([stage]) => stage);
    expect(jobs[verb]).toBeInstanceOf(Function);
    expect([stages[0], stages[1], stages.at(-1)]).toEqual(["authorise", "acknowledge", "report"]);
  }
});

test("a run that ended early has done what came before, in the order of its plan", () => {
  const ended = endedStages("implement", "turn-2", "failed");
  expect(Object.entries(ended).map(([stage, at]) => `${stage} ${at?.state}`)).toEqual([
    "authorise done",
    "acknowledge done",
    "clone done",
    "index done",
    "retrieve done",
    "reason failed",
  ]);
});

test("what was told of the stages until then stays", () => {
  const told: Progress["stages"] = {
    clone: { state: "done", note: "`main`" },
    retrieve: { state: "skipped", note: "not needed" },
    reason: { state: "running", note: "turn 2" },
    gate: { state: "running", note: "of a later attempt" },
  };
  const ended = endedStages("implement", "tools-2", "running", told);
  expect(Object.entries(ended).map(([stage, at]) => `${stage} ${at?.state} ${at?.note}`)).toEqual([
    "authorise done ",
    "acknowledge done ",
    "clone done `main`",
    "index done ",
    "retrieve skipped not needed",
    "reason running turn 2",
  ]);
});
