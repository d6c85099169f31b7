import { loadConfig, takeEnvironment } from "../../config.ts";
import type { JudgedAttempt } from "../../decompose/attempt.ts";
import { judgeProgram, requirePython, type Verdict } from "../../decompose/judge-program.ts";
import type { Problem } from "../../decompose/problem.ts";
import { type CycleReport, type Revised, revise } from "../../decompose/revise.ts";
import { duration, usageText } from "../../delivery/cost.ts";
import { isCancelled, UserError } from "../../errors.ts";
import { embedderOf, modelOf } from "../../host-models.ts";
import { noUsage } from "../../llm/budget.ts";
import { probeSandbox } from "../../sandbox/bubblewrap.ts";
import { counted } from "../../source/counted.ts";
import { visible } from "../edit/text.ts";
import { interruptible } from "../interruptible.ts";
import { jsonText, printOut, tell } from "../print.ts";
import { readProblems } from "./read-problems.ts";

export interface SolveOptions {
  readonly samples: number;
  readonly cycles: number;
  readonly json?: boolean;
}

/** Solves each task, prints its program or everything about it, and gives 0 where all tests of all tasks pass. */
export async function runSolve(
  named: string,
  { samples, cycles, json = false }: SolveOptions,
): Promise<number> {
  const config = loadConfig(takeEnvironment(), ["model"]);
  const problems = await readProblems(named, config.callerFolder);
  const sandbox = await probeSandbox();
  if (!sandbox.available)
    throw new UserError(`Programs cannot be run: ${sandbox.reason}`, sandbox.cure ?? "Install bubblewrap.");
  await interruptible((signal) => requirePython(signal));
  const model = modelOf(config.model)!;
  const options = { model, embedder: embedderOf(config), limits: config.limits, samples, cycles };
  const print = async (problem: Problem, revised: Revised, judged: Verdict | undefined): Promise<void> => {
    const written = revised.best?.solution.program.replace(/\n*$/, "\n") ?? "";
    const program = process.stdout.isTTY ? visible(written) : written;
    const header = problems.length > 1 ? `# ${problem.name}\n` : "";
    await printOut([json ? `${jsonText(asJson(problem, revised, judged), 0)}\n` : `${header}${program}`]);
  };
  let solved = 0;
  for (const problem of problems) {
    if (problems.length > 1) tell(`${problem.name}:`);
    const started = performance.now();
    let soFar: Revised = { best: undefined, cycles: [], usage: noUsage };
    const told = {
      onBegin: (number: number, programs: number) => tell(beginText(number, programs, cycles)),
      onRepair: (programs: number) =>
        tell(
          `No program passes all public tests: ${programs === 1 ? "one goes back with what it" : `${programs} go back with what they`} printed.`,
        ),
      onCycle: (report: CycleReport, best: Revised["best"]) => {
        soFar = { best, cycles: [...soFar.cycles, report], usage: report.usage };
        tell(cycleText(report, cycles));
      },
    };
    try {
      await interruptible(async (signal) => {
        const revised = await revise(problem, { ...options, ...told }, signal);
        soFar = revised;
        if (revised.best && problem.privateTests.length > 0)
          tell(`The best program is put to ${counted(problem.privateTests.length, "private test")}.`);
        const judged = revised.best && (await judgePrivately(revised.best, problem, signal));
        if (revised.best && !revised.best.verdict.failure && !judged?.failure) solved += 1;
        tell(summary(problem, revised, judged, cycles, performance.now() - started));
        await print(problem, revised, judged);
      });
    } catch (error) {
      // What was paid for is not lost.
      if (isCancelled(error) && soFar.best) await print(problem, soFar, undefined);
      throw error;
    }
  }
  if (problems.length > 1) tell(`${solved} of ${counted(problems.length, "task")} solved.`);
  return solved === problems.length ? 0 : 1;
}

const judgePrivately = (
  { solution }: JudgedAttempt,
  problem: Problem,
  signal: AbortSignal,
): Promise<Verdict> => judgeProgram(solution.program, problem.privateTests, problem, signal);

const cycleName = (number: number, cycles: number): string =>
  number > cycles ? "Last program" : `Cycle ${number} of ${cycles}`;

const beginText = (number: number, programs: number, cycles: number): string =>
  number > cycles
    ? "The last program is being written."
    : `${cycleName(number, cycles)}: ${counted(programs, "program")} being written.`;

function cycleText(
  { number, attempts, failures, passing, found, relevant }: CycleReport,
  cycles: number,
): string {
  const kept = relevant.functions.length + relevant.innerFunctions.length;
  const isLast = number > cycles;
  const repairs = attempts.reduce((sum, one) => sum + one.repairs, 0);
  const [nearest] = attempts.toSorted((a, b) => b.verdict.passed - a.verdict.passed);
  const near = passing === 0 && nearest ? testsText(nearest.verdict, "public") : undefined;
  const told = [
    isLast
      ? `passes ${near ?? (passing === 1 ? "all public tests" : "none")}`
      : `${passing} of ${counted(attempts.length, "program")} ${passing === 1 ? "passes" : "pass"} all public tests${near ? `, the best ${near}` : ""}`,
    ...(repairs > 0 ? [`${counted(repairs, "repair")} tried`] : []),
    ...(found > 0 && !isLast ? [`${kept} of ${counted(found, "function")} shown to the next`] : []),
    ...(failures.length > 0 ? [`${failures.length} handed nothing in (${failures[0]})`] : []),
  ];
  return `${cycleName(number, cycles)}: ${told.join("; ")}.`;
}

function summary(
  problem: Problem,
  revised: Revised,
  judged: Verdict | undefined,
  cycles: number,
  milliseconds: number,
): string {
  const { best, usage, stopped } = revised;
  const told = best
    ? [
        `The ${best.cycle > cycles ? "last program" : `best program, of cycle ${best.cycle},`} passes ${testsText(best.verdict, "public")}`,
        judged && problem.privateTests.length > 0 ? ` and ${testsText(judged, "private")}` : "",
        ".",
      ].join("")
    : "No program was handed in.";
  return [
    told,
    ...(stopped ? [`Stopped early: ${stopped}`] : []),
    `${usageText(usage)}, ${duration(milliseconds)}.`,
  ].join(" ");
}

const testsText = ({ passed, run }: Verdict, kind: string): string =>
  `${passed < run ? `${passed} of ${run}` : run === 1 ? "the only" : `all ${run}`} ${kind} ${run === 1 ? "test" : "tests"}`;

function asJson(
  { name, privateTests }: Problem,
  { best, cycles, usage, stopped }: Revised,
  judged: Verdict | undefined,
): object {
  const attemptOf = ({ solution, verdict }: JudgedAttempt): object => ({ ...solution, public: verdict });
  return {
    name,
    program: best?.solution.program ?? null,
    ...{
      cycle: best?.cycle ?? null,
      public: best?.verdict ?? null,
      private: privateTests.length > 0 ? (judged ?? null) : null,
    },
    cycles: cycles.map(({ number, attempts, failures, relevant }) => ({
      ...{ number, attempts: attempts.map(attemptOf), failures, relevant },
    })),
    ...{ usage, stopped: stopped ?? null },
  };
}
