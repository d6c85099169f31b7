import { expect, test } from "@jest/globals";
import type { LoopEvent } from "../../src/agent/loop.ts";
import type { Progress } from "../../src/delivery/progress.ts";
import { createCommentNarrator } from "../../src/jobs/telling/comment-narrator.ts";
import { noUsage } from "../../src/llm/budget.ts";
import { silentLog } from "../helpers/postgres.ts";

const turn = (number: number): LoopEvent => ({
  ...{ kind: "turn", turn: number, model: "", usage: noUsage, total: noUsage, uses: [] },
});

test("news of a change stand beside the turns, and what is worked on again is to be checked again", async () => {
  const shown: Progress[] = [];
  const telling = {
    show: async (progress: Progress) => shown.push(progress),
    ...{ spent: async () => undefined, also: async () => ({}) },
  };
  const begun: Progress = { runId: "r", issueNumber: 1, verb: "implement", stages: {} };
  const narrator = createCommentNarrator(begun, telling, silentLog);
  const stages = () => narrator.progress().stages;
  narrator.begin("reason");
  narrator.turn(turn(1));
  expect(stages().reason).toEqual({ state: "running", note: "turn 1" });
  narrator.done("reason", "1 turn");
  narrator.begin("gate");
  narrator.news!("the branch has moved");
  expect(stages()).toEqual({ reason: { state: "running", note: "the branch has moved" } });
  narrator.turn(turn(2));
  expect(stages().reason?.note).toBe("the branch has moved; turn 2");
  narrator.done("reason", "2 turns");
  narrator.begin("gate");
  expect(stages()).toEqual({
    reason: { state: "done", note: "2 turns" },
    gate: { state: "running", note: "" },
  });
  narrator.turn(turn(3));
  expect(stages().reason?.note).toBe("turn 3");
  await narrator.settled();
});
