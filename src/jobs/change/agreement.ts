/**
 * How far changes that were written apart agree: the code of each is put to the tests that the others brought. Code that
 * does what others expect of it is likelier right than code that does what its own tests expect (CodeT, arXiv 2207.10397,
 * section 3: dual execution agreement). It costs time and no tokens.
 */
import { isTestPath } from "../../graph/tests/test-names.ts";
import type { FileChange } from "../../source/file.ts";
import type { Step } from "../../step.ts";
import { type Baseline, breaksNothing } from "./mend-tests.ts";
import type { Tested } from "./test-change.ts";
import type { Written } from "./write-and-test.ts";

/** Of one change: how many of the others' tests there are, and how many of these it passes. */
export interface Agreement {
  readonly passed: number;
  readonly of: number;
}

export interface Agreements {
  /** In the order of the changes; undefined where nothing can be said of all of them. */
  readonly each?: readonly Agreement[];
  /** What the tests took. */
  readonly milliseconds: number;
}

/**
 * Puts each change to the tests of all others; what failed without any change counts against none. Nothing is said where
 * fewer than two broke none of their own, where none brought a test, or where it would take longer than `milliseconds`,
 * going by the runs until then.
 */
export async function agreementsOf(
  written: readonly Written[],
  milliseconds: number,
  {
    test,
    baseline,
    onCompare,
  }: {
    readonly test: (changes: readonly FileChange[], signal: AbortSignal) => Promise<Tested>;
    readonly baseline: Baseline;
    readonly onCompare?: (() => void) | undefined;
  },
  step: Step,
): Promise<Agreements> {
  const before = baseline.tested;
  // Where nothing is recognised of what was red before, no later failure can be told from it.
  const isTold = (before?.red?.failures.length ?? 0) > 0;
  const sound = written.filter(
    ({ tested, broken }) => tested.result === "passed" || (broken === 0 && isTold),
  );
  const pairs = sound.flatMap((code) =>
    sound.filter((other) => other !== code && testsIn(other).length > 0).map((tests) => ({ code, tests })),
  );
  if (pairs.length === 0) return { milliseconds: 0 };
  onCompare?.();
  const passed = new Map<Written, number>();
  let spent = 0;
  for (const [index, { code, tests }] of pairs.entries()) {
    if (index > 0 && (spent / index) * pairs.length > milliseconds) return { milliseconds: spent };
    const name = `attempts-${written.indexOf(code) + 1}-by-${written.indexOf(tests) + 1}`;
    const tested = await step(name, (signal) => test([...codeIn(code), ...testsIn(tests)], signal));
    spent += tested.milliseconds ?? 0;
    if (breaksNothing(tested, before)) passed.set(code, (passed.get(code) ?? 0) + 1);
  }
  const each = written.map((code) => ({
    passed: passed.get(code) ?? 0,
    of: pairs.filter((pair) => pair.code === code).length,
  }));
  return { each, milliseconds: spent };
}

const testsIn = ({ result }: Written): readonly FileChange[] =>
  result.changes.filter(({ path, after }) => isTestPath(path) && after !== undefined);
const codeIn = ({ result }: Written): readonly FileChange[] =>
  result.changes.filter(({ path }) => !isTestPath(path));
