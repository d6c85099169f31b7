import { z } from "zod";
import type { Accepted, Refused, Tool } from "../agent/tool.ts";
import { drawComplaints, drawFault } from "../agent/tools/draw.ts";
import type { Complaint } from "../errors.ts";
import { syntaxFaults } from "../languages/checking/syntax.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { mismatches } from "./mismatches.ts";
import { declared, graphOfProgram } from "./program.ts";

/** What a model hands in: the functions as they were declared, and the program that they are part of. */
export interface Solution {
  readonly declarations: string;
  readonly program: string;
}

export const submitProgram = "submit-program";
const submitPlan = "submit-plan";

const declarations = z.string().describe(renderPrompt("tool-field-declarations"));
const program = z.string().min(1).describe(renderPrompt("tool-field-program"));

/**
 * Takes the program where it parses. That it is not what was declared goes back once. `plan`: declarations that were
 * handed in before, by a call of their own.
 */
export function createSubmitProgram(plan: string | undefined): Tool<unknown, Solution> {
  const input = plan === undefined ? z.object({ declarations, program }) : z.object({ program });
  return {
    name: submitProgram,
    description: renderPrompt("tool-submit-program"),
    ...{ input, refusal: "solve-refused" },
    async run(given, signal) {
      const submission = {
        declarations: plan ?? "",
        ...(given as Partial<Solution> & Pick<Solution, "program">),
      };
      const faults = await faultsIn(submission.program);
      if (faults.length > 0) return refused(submission, faults);
      return accepted(submission, await mismatches(submission.declarations, submission.program, signal));
    },
  };
}

/** Takes the declarations alone, where they parse and declare something. */
export function createSubmitPlan(): Tool<unknown, Solution> {
  return {
    name: submitPlan,
    description: renderPrompt("tool-submit-plan"),
    ...{ input: z.object({ declarations }), refusal: "solve-refused" },
    async run(given, signal) {
      const submission = { ...(given as Pick<Solution, "declarations">), program: "" };
      const faults = await faultsIn(submission.declarations);
      if (faults.length > 0) return refused(submission, faults);
      const { length } = declared(await graphOfProgram(submission.declarations, signal));
      return length > 0
        ? accepted(submission, [])
        : refused(submission, [{ kind: "solve/no-functions", message: "No function is declared." }]);
    },
  };
}

async function faultsIn(text: string): Promise<readonly Complaint[]> {
  const faults = (await syntaxFaults("main.py", text)) ?? [];
  return faults.map((fault) => ({ kind: "solve/syntax", message: drawFault("main.py", text, fault) }));
}

const report = { complaints: [], findings: [] };

const accepted = (submission: Solution, doubts: readonly string[]): Accepted<Solution> => ({
  kind: "accepted",
  ...{ submission, changes: [], report },
  ...(doubts.length > 0 && {
    objections: drawComplaints(doubts.map((message) => ({ kind: "solve/mismatch", message }))),
  }),
});

const refused = (submission: Solution, complaints: readonly Complaint[]): Refused<Solution> => ({
  kind: "refused",
  complaints: drawComplaints(complaints),
  partial: { submission, changes: [] },
});
