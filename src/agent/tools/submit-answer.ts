import { answerSchema, type CodeAnswer } from "../../delivery/answer/answer.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { checkAnswer } from "../check-answer.ts";
import type { Tool } from "../tool.ts";
import { drawComplaints } from "./draw.ts";

export const submitAnswer = "submit-answer";

/** The only way out of an `ask` run: takes the answer where every source says what it is quoted for. */
export function createSubmitAnswer(
  workspace: Pick<Workspace, "entries" | "readMany">,
): Tool<CodeAnswer, CodeAnswer> {
  return {
    name: submitAnswer,
    description: renderPrompt("tool-submit-answer"),
    input: answerSchema,
    async run(handedIn) {
      const { answer, complaints, objections } = await checkAnswer(handedIn, workspace);
      if (complaints.length > 0)
        return {
          kind: "refused",
          complaints: drawComplaints(complaints),
          partial: { submission: answer, changes: [] },
        };
      const told = objections.length === 0 ? {} : { objections: drawComplaints(objections) };
      const report = { complaints: [], findings: [] };
      return { kind: "accepted", submission: answer, changes: [], report, ...told };
    },
  };
}
