import { type Conversation, goOn } from "../agent/conversation.ts";
import { runLoop } from "../agent/loop.ts";
import { addUsage, type RunLimits, usageBeyond } from "../llm/budget.ts";
import type { Model, Usage } from "../llm/model.ts";
import { judgeProgram, type Verdict } from "./judge-program.ts";
import { type Asked, failedText, isLarge, type SolveBrief, solveMessages } from "./solve-messages.ts";
import { createSubmitPlan, createSubmitProgram, type Solution, submitProgram } from "./submit-program.ts";

export interface AttemptOptions {
  readonly model: Model;
  /** Of this attempt alone. */
  readonly limits: RunLimits;
}

/** One answer to a task. */
export interface Attempt {
  /** Undefined where the model handed nothing in; `why` then says so. */
  readonly solution?: Solution | undefined;
  readonly why?: string;
  readonly usage: Usage;
  /** From where it can go on if its tests fail. */
  readonly asked: Asked;
  readonly conversation: Conversation<Solution>;
}

/** An attempt whose program was put to the public tests. */
export interface JudgedAttempt extends Attempt {
  readonly solution: Solution;
  readonly verdict: Verdict;
  /** How often it went back with what it printed, whatever came of that. */
  readonly repairs: number;
}

/**
 * Has the model solve the task once. A large task takes two calls: the first declares the functions, the second writes
 * the program to them.
 */
export async function attempt(
  brief: SolveBrief,
  options: AttemptOptions,
  signal: AbortSignal,
): Promise<Attempt> {
  if (!isLarge(brief.problem)) return converse(brief, { kind: "whole" }, options, signal);
  const planned = await converse(brief, { kind: "plan" }, options, signal);
  if (planned.solution === undefined) return planned;
  const asked = { kind: "program", plan: planned.solution.declarations } as const;
  const left = { ...options, limits: limitsLeft(options.limits, planned.usage) };
  const written = await converse(brief, asked, left, signal);
  return { ...written, usage: addUsage(planned.usage, written.usage) };
}

/** Puts an attempt's program to the public tests; undefined where it has none. */
export async function judged(
  made: Attempt,
  { problem }: SolveBrief,
  signal: AbortSignal,
): Promise<JudgedAttempt | undefined> {
  const { solution } = made;
  if (solution === undefined) return undefined;
  return {
    ...made,
    solution,
    verdict: await judgeProgram(solution.program, problem.publicTests, problem, signal),
    repairs: 0,
  };
}

/**
 * Sends a program that fails back with what it printed, until it passes or nothing more comes of it (self-debugging,
 * which the study left out). What comes back is never worse than what was given, and counts what all of it cost.
 */
export async function repaired(
  failing: JudgedAttempt,
  brief: SolveBrief,
  options: AttemptOptions,
  mostRepairs: number,
  signal: AbortSignal,
): Promise<JudgedAttempt> {
  let [best, last] = [failing, failing];
  for (let repairs = 0; repairs < mostRepairs && last.verdict.failure; repairs++) {
    const { asked, conversation, solution, verdict, usage } = last;
    const from = goOn(conversation, failedText(verdict, brief.boundary, submitProgram));
    const again = await converse(brief, asked, options, signal, from);
    const total = addUsage(usage, usageBeyond(again.usage, conversation.usage));
    best = { ...best, usage: total, repairs: repairs + 1 };
    if (again.solution === undefined || again.solution.program === solution.program) break;
    last = (await judged({ ...again, usage: total }, brief, signal))!;
    if (last.verdict.passed >= best.verdict.passed) best = { ...last, repairs: best.repairs };
  }
  return best;
}

/** What is left of a run's limits for whoever comes next. */
export function limitsLeft(limits: RunLimits, used: Usage, among = 1): RunLimits {
  const share = (all: number, gone: number): number => Math.max(0, Math.floor((all - gone) / among));
  return {
    ...limits,
    maxTokens: share(limits.maxTokens, used.inputTokens + used.outputTokens),
    maxMilliseconds: share(limits.maxMilliseconds, used.milliseconds),
    ...(limits.maxCost !== undefined && {
      maxCost: Math.max(0, (limits.maxCost - (used.cost ?? 0)) / among),
    }),
  };
}

async function converse(
  brief: SolveBrief,
  asked: Asked,
  { model, limits }: AttemptOptions,
  signal: AbortSignal,
  from?: Conversation<Solution>,
): Promise<Attempt> {
  const tool =
    asked.kind === "plan"
      ? createSubmitPlan()
      : createSubmitProgram(asked.kind === "program" ? asked.plan : undefined);
  const result = await runLoop<Solution>(
    {
      ...{ model, limits, boundary: brief.boundary, tools: [tool] },
      ...{ messages: solveMessages(brief, asked), handIn: tool.name },
      step: (_name, work) => work(signal),
    },
    signal,
    from,
  );
  const { usage, conversation } = result;
  const ended =
    result.kind === "submitted" ? { solution: result.submission } : { why: result.detail || result.reason };
  return { ...ended, usage, asked, conversation };
}
