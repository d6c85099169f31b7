import { UserError } from "../errors.ts";
import { runSandboxed, type SandboxResult } from "../sandbox/bubblewrap.ts";
import { limitsFrom, type Problem, type ProgramTest } from "./problem.ts";
import { isSameOutput } from "./same-output.ts";

/** How a program did on some tests. */
export interface Verdict {
  readonly passed: number;
  /** Tests that it was put to: all, or as many as it took to fail. */
  readonly run: number;
  /** The first that it failed. */
  readonly failure?: Failure;
}

export interface Failure {
  readonly test: ProgramTest;
  readonly kind: "wrong" | "crashed" | "too-slow" | "too-much-memory" | "too-long";
  /** What it printed; of a program that crashed the end of what it said of that. */
  readonly printed: string;
}

type JudgeLimits = Pick<Problem, "seconds" | "memoryBytes" | "comparison">;

export interface JudgeOptions {
  /** Ends at the first failure. */
  readonly untilFailure?: boolean;
}

/** The sandbox needs a disk for input and output. */
const more = { bytes: 2 ** 24 };
/**
 * A program's limit is of the processor's time, as contests count it: it is not slow because the machine is busy. By the
 * clock it gets ten times as long, so that one that only waits ends, too.
 */
const patience = 10;
/** Of an answer that is wrong anyway no more is kept. */
const leastOutput = 2 ** 16;

/**
 * Runs a program of Python on tests, each in a sandbox of its own that holds the program and that test's input: nothing
 * that is expected is there to be read, and no test learns of another. Throws where there is no sandbox.
 */
export async function judgeProgram(
  program: string,
  tests: readonly ProgramTest[],
  limits: JudgeLimits,
  signal: AbortSignal,
  { untilFailure = false }: JudgeOptions = {},
): Promise<Verdict> {
  let [passed, run] = [0, 0];
  let failure: Failure | undefined;
  for (const test of tests) {
    const failed = await failureOf(program, test, limits, signal);
    run += 1;
    if (failed === undefined) passed += 1;
    else if (untilFailure) return { passed, run, failure: failed };
    failure ??= failed;
  }
  return { passed, run, ...(failure && { failure }) };
}

/** Throws a `UserError` where the sandbox has no Python that works. */
export async function requirePython(signal: AbortSignal, judge = judgeProgram): Promise<void> {
  const { failure } = await judge("print(1)\n", [{ input: "", output: "1" }], limitsFrom(), signal);
  if (failure)
    throw new UserError(
      `There is no Python that works in the sandbox: ${failure.printed.trim() || failure.kind}`,
      "Install Python 3 where the sandbox sees it, below /usr (Debian: apt-get install python3).",
    );
}

/** Of a process that a signal ended a shell says 128 and the signal's number, here SIGXCPU. */
const outOfTime = 128 + 24;
/** What it says of an error goes to a file, so that it is no part of the answer; its end is told where it crashed. */
const commandFor = (seconds: number): string =>
  `ulimit -S -t ${Math.ceil(seconds)}; python3 main.py < input.txt 2> /tmp/said || { code=$?; [ $code = ${outOfTime} ] || tail -c 4000 /tmp/said; exit $code; }`;

async function failureOf(
  program: string,
  test: ProgramTest,
  { seconds, memoryBytes, comparison }: JudgeLimits,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const outputBytes = Math.max(leastOutput, 2 * Buffer.byteLength(test.output));
  const result = await runSandboxed(
    {
      argv: ["sh", "-c", commandFor(seconds)],
      source: {
        files: new Map([
          ["main.py", program],
          ["input.txt", test.input],
        ]),
      },
      ...{ timeoutMilliseconds: patience * seconds * 1000, memoryBytes, outputBytes },
      diskBytes: 2 * (more.bytes + Buffer.byteLength(test.input) + outputBytes),
    },
    signal,
  );
  const kind = kindOf(result, test, comparison);
  return kind && { test, kind, printed: result.output };
}

function kindOf(
  result: SandboxResult,
  { output }: ProgramTest,
  comparison: Problem["comparison"],
): Failure["kind"] | undefined {
  if (result.kind !== "finished") return result.kind === "timed-out" ? "too-slow" : "too-much-memory";
  if (result.exitCode !== 0) return result.exitCode === outOfTime ? "too-slow" : "crashed";
  if (result.truncated) return "too-long";
  return isSameOutput(result.output, output, comparison) ? undefined : "wrong";
}
