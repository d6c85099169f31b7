/**
 * Modular self-revision: CodeChain (arXiv 2310.08992, section 3) in its multi-level form, with functions inside of
 * functions. Read this first.
 *
 * A cycle samples several programs, puts them to the public tests, cuts the functions out of those that pass, and shows
 * one of each cluster of them to the next cycle. What its authors name as causes of failures is met here: functions that
 * were declared and not written go back (`mismatches.ts`), where nothing passes the best are repaired from what they
 * print (`attempt.ts`), the length of the task decides on inner functions and on a call of their own for declarations
 * (`solve-messages.ts`), and the best program of all cycles stands, whatever comes after it.
 */
import { addUsage, limitReached, noUsage } from "../llm/budget.ts";
import type { Embedder } from "../llm/embeddings.ts";
import type { Usage } from "../llm/model.ts";
import { createBoundary } from "../llm/untrusted.ts";
import { type AttemptOptions, attempt, type JudgedAttempt, judged, limitsLeft, repaired } from "./attempt.ts";
import type { Problem } from "./problem.ts";
import { type Module, modulesOf } from "./program.ts";
import { nothingRelevant, type Relevant, representatives } from "./representatives.ts";
import type { SolveBrief } from "./solve-messages.ts";

export interface ReviseOptions extends AttemptOptions {
  /** Programs of one cycle. */
  readonly samples: number;
  readonly cycles: number;
  /** Without one, functions are compared by their words. */
  readonly embedder?: Embedder | undefined;
  /** Told before a cycle how many programs it will have, and after it what came of them. */
  readonly onBegin?: (number: number, programs: number) => void;
  /** Told how many programs go back because none passes. */
  readonly onRepair?: (programs: number) => void;
  readonly onCycle?: (cycle: CycleReport, best: Revised["best"]) => void;
}

export interface CycleReport {
  /** From 1; the last one is the single program after all cycles. */
  readonly number: number;
  readonly attempts: readonly JudgedAttempt[];
  /** Why attempts ended without a program. */
  readonly failures: readonly string[];
  /** Attempts that pass every public test. */
  readonly passing: number;
  /** Functions and inner functions of those, and what of them the next cycle is shown. */
  readonly found: number;
  readonly relevant: Relevant;
  readonly usage: Usage;
}

export interface Revised {
  /** Undefined where no program was handed in at all. */
  readonly best: (JudgedAttempt & { readonly cycle: number }) | undefined;
  readonly cycles: readonly CycleReport[];
  readonly usage: Usage;
  /** The limit that ended it before its last cycle. */
  readonly stopped?: string;
}

/** Clusters by cycle, and how often a failing program goes back, of how many of a cycle. */
const clusters = [5, 4, 3, 2, 1];
const repairs = { programs: 2, times: 2 };

/** Solves a task. Throws what the model's endpoint throws, and the signal's reason. */
export async function revise(
  problem: Problem,
  options: ReviseOptions,
  signal: AbortSignal,
): Promise<Revised> {
  const boundary = createBoundary();
  const cycles: CycleReport[] = [];
  let relevant = nothingRelevant;
  let best: Revised["best"];
  let usage: Usage = noUsage;
  for (let number = 1; number <= options.cycles + 1; number++) {
    const limit = limitReached(options.limits, 0, usage);
    if (limit) return { best, cycles, usage, stopped: limit.detail };
    const count = number > options.cycles ? 1 : options.samples;
    options.onBegin?.(number, count);
    const limits = limitsLeft(options.limits, usage, count);
    const brief = { problem, relevant, boundary };
    const sampled = await sample(
      brief,
      count,
      { ...options, limits },
      best === undefined || !passes(best),
      signal,
    );
    usage = addUsage(usage, sampled.usage);
    for (const one of sampled.attempts)
      if (!best || one.verdict.passed >= best.verdict.passed) best = { ...one, cycle: number };
    const passing = sampled.attempts.filter(passes);
    const modules = await allModules(passing, signal);
    // Of a cycle in which nothing passes nothing is learned, and nothing is forgotten.
    if (modules.length > 0)
      relevant = await representatives(modules, clusters[number - 1] ?? 1, options.embedder, signal);
    const report = { number, ...sampled, passing: passing.length, found: modules.length, relevant, usage };
    cycles.push(report);
    options.onCycle?.(report, best);
  }
  return { best, cycles, usage };
}

const passes = ({ verdict }: JudgedAttempt): boolean => verdict.failure === undefined;

/** A program that two attempts handed in is repaired once. */
const isFirstOfItsKind = ({ solution }: JudgedAttempt, at: number, all: readonly JudgedAttempt[]): boolean =>
  all.findIndex((one) => one.solution.program === solution.program) === at;

interface Sampled extends Pick<CycleReport, "attempts" | "failures" | "usage"> {}

/** Several attempts at once; where none passes and none did before, those that come nearest are repaired. */
async function sample(
  brief: SolveBrief,
  count: number,
  options: AttemptOptions & Pick<ReviseOptions, "onRepair">,
  mayRepair: boolean,
  signal: AbortSignal,
): Promise<Sampled> {
  const made = await Promise.all(Array.from({ length: count }, () => attempt(brief, options, signal)));
  const attempts: JudgedAttempt[] = [];
  // One after the other: programs that run side by side would slow each other down until they are too slow.
  for (const one of made) attempts.push(...[await judged(one, brief, signal)].flatMap((done) => done ?? []));
  if (mayRepair && !attempts.some(passes)) {
    const nearest = attempts
      .filter(isFirstOfItsKind)
      .toSorted((a, b) => b.verdict.passed - a.verdict.passed)
      .slice(0, repairs.programs);
    if (nearest.length > 0) options.onRepair?.(nearest.length);
    for (const one of nearest) {
      const after = await repaired(one, brief, options, repairs.times, signal);
      attempts[attempts.indexOf(one)] = after;
      if (passes(after)) break;
    }
  }
  return {
    attempts,
    failures: made.flatMap(({ why }) => why ?? []),
    usage: [...attempts, ...made.filter(({ solution }) => !solution)].reduce(
      (sum, one) => addUsage(sum, one.usage),
      noUsage,
    ),
  };
}

async function allModules(
  passing: readonly JudgedAttempt[],
  signal: AbortSignal,
): Promise<readonly Module[]> {
  const modules: Module[] = [];
  for (const { solution } of passing) modules.push(...(await modulesOf(solution.program, signal)));
  return modules;
}
