import { dataOf, firstMessages } from "../agent/prompt-parts.ts";
import type { ChatMessage } from "../llm/model.ts";
import { renderPrompt } from "../llm/prompts.ts";
import { capped } from "../llm/untrusted.ts";
import type { Failure, Verdict } from "./judge-program.ts";
import type { Problem, ProgramTest } from "./problem.ts";
import type { Module } from "./program.ts";
import type { Relevant } from "./representatives.ts";

/** What one answer is asked for: everything at once, the declarations, or the program to given declarations. */
export type Asked = { readonly kind: "whole" | "plan" } | { readonly kind: "program"; readonly plan: string };

export interface SolveBrief {
  readonly problem: Problem;
  readonly relevant: Relevant;
  readonly boundary: string;
}

/** In characters. */
const most = { statement: 40_000, test: 2_000, tests: 12_000, functions: 24_000, said: 4_000 };
/** Words of a statement from which a task is large: half of Codeforces' statements have fewer. */
const largeWords = 350;

/**
 * Whether a task is worth inner functions and a call of its own for the declarations. The study's models were never told
 * when to nest, and 28.6 % of passing programs did: here the length of the statement decides.
 */
export const isLarge = ({ statement }: Problem): boolean => statement.split(/\s+/).length >= largeWords;

/** System and user message of one answer (CodeChain's prompt with its three steps). */
export function solveMessages(brief: SolveBrief, asked: Asked): readonly ChatMessage[] {
  const { problem, relevant, boundary } = brief;
  const data = dataOf(brief);
  const handIn = { whole: "once", plan: "plan", program: "program" }[asked.kind];
  const system = renderPrompt("solve-system", {
    boundary,
    nesting: renderPrompt(isLarge(problem) ? "solve-nesting-large" : "solve-nesting-small"),
    "hand-in": renderPrompt(`solve-hand-in-${handIn}`),
  });
  const isAnything = relevant.functions.length + relevant.innerFunctions.length > 0;
  const user = renderPrompt("solve-user", {
    seconds: String(problem.seconds),
    megabytes: String(Math.round(problem.memoryBytes / 2 ** 20)),
    statement: data("task", capped(problem.statement, most.statement)),
    tests: data("tests", testsText(problem.publicTests)),
    relevant: isAnything
      ? renderPrompt("solve-relevant", {
          functions: data("functions", codeOf(relevant.functions)),
          "inner-functions": data("inner functions", codeOf(relevant.innerFunctions)),
        })
      : "",
    plan:
      asked.kind === "program" ? renderPrompt("solve-plan", { plan: data("declarations", asked.plan) }) : "",
  });
  return firstMessages(system, user);
}

/** What goes back with a program that fails: the method's authors had nothing to reuse where no program passed. */
export function failedText({ passed, run, failure }: Verdict, boundary: string, handIn: string): string {
  return renderPrompt("solve-failed", {
    ...{ passed: String(passed), run: String(run), "hand-in": handIn },
    failure: dataOf({ boundary })("failure", failureText(failure!)),
  });
}

const happened: Readonly<Record<Failure["kind"], string>> = {
  wrong: "It prints:",
  crashed: "It ends with an error:",
  "too-slow": "It is not done in time. Until then it prints:",
  "too-much-memory": "It takes more memory than it may. Until then it prints:",
  "too-long": "It prints far more than is expected:",
};

const failureText = ({ test, kind, printed }: Failure): string =>
  [testText(test), "", happened[kind], capped(printed.trimEnd(), most.said) || "(nothing)"].join("\n");

const testsText = (tests: readonly ProgramTest[]): string =>
  capped(tests.map((test, at) => `Test ${at + 1}\n${testText(test)}`).join("\n\n"), most.tests);

const testText = ({ input, output }: ProgramTest): string =>
  ["Input:", capped(input.trimEnd(), most.test), "", "Expected:", capped(output.trimEnd(), most.test)].join(
    "\n",
  );

const codeOf = (modules: readonly Module[]): string =>
  capped(modules.map(({ text }) => text).join("\n\n"), most.functions);
