/**
 * Tests that fail with a change go back to the model, as a failing program goes back with its test's output in
 * CodeChain: a few times, while something changes, and with what failed before the change told apart. The hand-in
 * that stands in the end is never worse than an earlier one.
 */
import { goOn } from "../../agent/conversation.ts";
import type { LoopResult, Submitted } from "../../agent/loop.ts";
import type { Verification } from "../../delivery/draft-input.ts";
import { isUserError } from "../../errors.ts";
import { addUsage, noUsage, type RunLimits } from "../../llm/budget.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { fence } from "../../llm/untrusted.ts";
import { counted, firstOf } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import type { Step } from "../../step.ts";
import type { RedTests, Tested } from "./test-change.ts";
import { excerptOf } from "./test-output.ts";

export interface MendOptions {
  readonly test: (changes: readonly FileChange[], signal: AbortSignal) => Promise<Tested>;
  /** Lets the model go on with the conversation that it handed in from. */
  readonly again: (conversation: Submitted["conversation"]) => Promise<LoopResult>;
  readonly boundary: string;
  readonly limits: RunLimits;
  readonly baseline?: Baseline | undefined;
  /** Told when a hand-in goes back. */
  readonly onBack?: () => void;
}

/** What the tests say without any change, once that is known: all that is written on one base shares it. */
export interface Baseline {
  tested?: Tested;
}

/** Hand-ins that go back for failing tests. */
const mostMends = 2;
/** Failures that are named, in the draft and to the model; characters of output that the model sees. */
const most = { told: 3, listed: 40, output: 10_000, failure: 100 };

/** Whether nothing fails that did not fail before; false also where that cannot be told. */
export function breaksNothing({ result, red }: Tested, before: Tested | undefined): boolean {
  if (result === "passed") return true;
  const known = new Set(before?.red?.failures);
  return known.size > 0 && red?.exitCode !== undefined && red.failures.every((one) => known.has(one));
}

/** A hand-in whose tests failed, and what of that is the change's doing. */
interface Red {
  readonly result: Submitted;
  readonly tested: Tested;
  readonly red: RedTests;
  /** Failures that were not there before the change; all of them where that is not known. */
  readonly broken: readonly string[];
  readonly blame: "change" | "unknown" | "before";
}

/** The hand-in that stands, and what the draft says of its tests. */
export interface Mended {
  readonly result: Submitted;
  readonly tested: Verification;
  /** Where tests fail: how many the change broke, as far as that is known; 0 where they failed before as they do now. */
  readonly broken?: number;
}

/** Tests a hand-in, has the model mend what it broke, and gives what goes into the draft. */
export async function testAndMend(
  first: Submitted,
  { test, again, boundary, limits, baseline = {}, onBack = () => {} }: MendOptions,
  step: Step,
): Promise<Mended> {
  let latest: Submitted = first;
  let best: Red | undefined;
  for (let mends = 0; ; mends++) {
    const { changes } = latest;
    const tested = await step(mends === 0 ? "test" : `test-${mends + 1}`, (signal) => test(changes, signal));
    latest = withTime(latest, tested);
    // Tests that cannot run with a new package do not speak for a hand-in that brings it instead of mending.
    if (best && tested.result === "not run") return stand(best, latest, baseline.tested, mends);
    if (!tested.red) return { result: latest, tested: mendedText(tested, mends) };
    if (!best && !baseline.tested && latest.usage.milliseconds < limits.maxMilliseconds) {
      baseline.tested = await step("test-before", (signal) => test([], signal));
      latest = withTime(latest, baseline.tested);
    }
    const before = baseline.tested;
    const now = judged(latest, tested, tested.red, before);
    const isProgress = best === undefined || !isSame(best, now);
    if (best === undefined || !isWorse(now, best)) best = now;
    if (now.blame === "before" || mends >= mostMends || !isProgress)
      return stand(best, latest, before, mends);

    onBack();
    const said = renderPrompt("tests-failed", {
      before: beforeText(now, before),
      output: fence(boundary, "tests", outputText(now)),
    });
    const next = await againOrNone(goOn(latest.conversation, said), again);
    // Where the run's budget is used up nobody was asked.
    if (!next || next.turns === latest.turns) return stand(best, latest, before, mends);
    if (next.kind !== "submitted") return stand(best, next, before, mends + 1);
    latest = next;
    if (JSON.stringify(latest.changes) === JSON.stringify(changes))
      return stand(best, latest, before, mends + 1);
  }
}

/** Undefined where the model cannot be asked any more: what was handed in before is not lost for that. */
async function againOrNone(
  conversation: Submitted["conversation"],
  again: MendOptions["again"],
): Promise<LoopResult | undefined> {
  try {
    return await again(conversation);
  } catch (error) {
    if (isUserError(error)) return undefined;
    throw error;
  }
}

/** Tests take of the run's time, as tools do. */
function withTime<Result extends LoopResult>(result: Result, { milliseconds = 0 }: Tested): Result {
  const usage = addUsage(result.usage, { ...noUsage, milliseconds });
  return { ...result, usage, conversation: { ...result.conversation, usage } };
}

function judged(result: Submitted, tested: Tested, red: RedTests, before: Tested | undefined): Red {
  const known = new Set(before?.red?.failures);
  const broken = red.failures.filter((failure) => !known.has(failure));
  const was = before?.red;
  const isStopped = red.exitCode === undefined;
  const isBefore = was && (was.exitCode === undefined || (broken.length === 0 && !isStopped));
  const blame = isBefore ? "before" : before && before.result !== "not run" ? "change" : "unknown";
  return { result, tested, red, broken, blame };
}

const isSame = (one: Red, other: Red): boolean =>
  one.red.exitCode === other.red.exitCode &&
  one.broken.toSorted().join("\n") === other.broken.toSorted().join("\n") &&
  (one.broken.length > 0 || one.red.output === other.red.output);

/** All that fails there fails here, and more. */
function isWorse(here: Red, there: Red): boolean {
  if (here.red.exitCode === undefined) return there.red.exitCode !== undefined;
  const fails = new Set(here.broken);
  return here.broken.length > there.broken.length && there.broken.every((failure) => fails.has(failure));
}

/** The hand-in that stands, with what all of them cost. */
function stand(
  best: Red,
  { turns, usage, uses, sources, taken, handIns }: LoopResult,
  before: Tested | undefined,
  mends: number,
): Mended {
  const result = { ...best.result, turns, usage, uses, sources, taken, handIns };
  const { what, detail } = best.tested;
  const told = [
    `${detail}; ${wasText(best, before)}`,
    ...(mends > 0 ? [`sent back to the model ${mends === 1 ? "once" : "twice"}`] : []),
    ...(best.blame !== "before" && best.broken.length > 0 ? [failuresText(best.broken)] : []),
  ];
  const tested = { what, result: "failed", detail: told.join("; ") } as const;
  return { result, tested, broken: best.blame === "before" ? 0 : Math.max(1, best.broken.length) };
}

const mendedText = ({ what, result, detail }: Tested, mends: number): Verification => ({
  what,
  result,
  detail: mends === 0 ? detail : `${detail}; an earlier hand-in failed them and was sent back to the model`,
});

function failuresText(failures: readonly string[]): string {
  const told = failures.map((one) => `\`${one.replaceAll("`", "'").slice(0, most.failure)}\``);
  return `failing: ${firstOf(told, most.told, (left) => `${left} more`).join(", ")}`;
}

/** How it was before the change, for the reviewer. */
function wasText({ blame, broken, red }: Red, before: Tested | undefined): string {
  if (blame === "unknown") return "whether they passed before the change is not known";
  if (!before?.red) return "before the change they passed";
  if (blame === "before") return "they failed before the change, too, and no other failure was recognised";
  const old = red.failures.length - broken.length;
  return `they failed before the change, too, and ${counted(broken.length, "failure")} of ${old + broken.length} ${broken.length === 1 ? "is" : "are"} new`;
}

function beforeText({ blame, broken }: Red, before: Tested | undefined): string {
  if (blame === "unknown")
    return "Whether they passed before it is not known: what fails may not be the change's doing.";
  if (!before?.red) return "Before it they passed.";
  return broken.length > 0
    ? "Some failed before it, too; those are listed apart and are none of your business."
    : "Before it they ended, with failures; with it they do not end.";
}

function outputText({ red, broken, tested }: Red): string {
  const isNew = new Set(broken);
  const old = red.failures.filter((failure) => !isNew.has(failure));
  const list = (title: string, failures: readonly string[]): readonly string[] =>
    failures.length === 0 ? [] : [title, ...failures.slice(0, most.listed).map((one) => `  ${one}`), ""];
  return [
    tested.detail,
    "",
    ...list("Failures that the change brought:", broken),
    ...list("Failures that were there before the change:", old),
    "Output:",
    excerptOf(red.output, isNew, most.output),
  ].join("\n");
}
