/**
 * A change that is written several times, as in CodeChain's cycles (`src/decompose/revise.ts` has them by themselves):
 * each attempt begins anew, the last one is shown functions of those that broke no test, and the best of all stands.
 * `drafts.attempts` of the repository's configuration asks for it, within the limits of one run.
 */

import { type Spent, spentOf } from "../../agent/conversation.ts";
import type { LoopEvent } from "../../agent/loop.ts";
import { mostAttempts, takeFlags } from "../../command/flags.ts";
import { changedFunctions } from "../../decompose/changed-functions.ts";
import { nothingRelevant, type Relevant, representatives } from "../../decompose/representatives.ts";
import { isOpen } from "../../delivery/submission.ts";
import { diffStat } from "../../edits/diff.ts";
import { isUserError } from "../../errors.ts";
import { isTestPath } from "../../graph/tests/test-names.ts";
import { addUsage, noUsage, type RunLimits, usageBeyond } from "../../llm/budget.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import type { Usage } from "../../llm/model.ts";
import { counted } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import type { Step } from "../../step.ts";
import type { JobRun } from "../job-run.ts";
import { type Declined, declined } from "../outcome.ts";
import { type Agreement, agreementsOf } from "./agreement.ts";
import type { Baseline } from "./mend-tests.ts";
import type { Tested } from "./test-change.ts";
import type { Stopped, Written } from "./write-and-test.ts";

/** One of several. */
export interface Attempt {
  /** For whoever waits: which of how many it is; empty where there is only one. */
  readonly title: string;
  /** Steps of an attempt have names of their own. */
  readonly step: Step;
  /** By the run before it. */
  readonly spent: Spent;
  /** For whoever waits: what became of the one before; empty where there is none. */
  readonly before: string;
  /** Functions of the attempts that broke no test. */
  readonly relevant: Relevant;
  /** Told of every turn. */
  readonly onEvent: (event: LoopEvent) => void;
}

export interface AttemptsOptions {
  readonly most: number;
  readonly limits: RunLimits;
  /** By the run before the first. */
  readonly spent: Spent;
  readonly baseline: Baseline;
  readonly embedder: Embedder | undefined;
  readonly write: (attempt: Attempt) => Promise<Written | Stopped>;
  readonly test: (changes: readonly FileChange[], signal: AbortSignal) => Promise<Tested>;
  /** Told when attempts are put to each other's tests. */
  readonly onCompare?: () => void;
}

/** Why a change is not written as often as a comment asks for; undefined where it is. */
export function whyNotSoOften({ request }: Pick<JobRun, "request">): Declined | undefined {
  const { attempts = 1 } = takeFlags(request);
  if (attempts >= 1 && attempts <= mostAttempts) return undefined;
  return declined(
    `A change is not written ${attempts} times.`,
    `Give \`--attempts\` a number from 1 to ${mostAttempts}.`,
  );
}

/** Clusters of functions of which the last attempt is shown one each. */
const clusters = 5;

/** Writes the change as often as is wanted and possible, and gives the best, with what all of them cost. */
export async function bestOfAttempts(
  { most, limits, spent: before, baseline, embedder, write, test, onCompare }: AttemptsOptions,
  step: Step,
): Promise<Written | Stopped> {
  let spent = before;
  const onEvent = (event: LoopEvent): void => {
    if (event.kind === "turn") spent = { ...spent, turns: event.turn, usage: event.total, uses: event.uses };
  };
  const title = (number: number): string => (most === 1 ? "" : `attempt ${number} of ${most}`);
  const attempt = (number: number, before: string, step: Step, relevant: Relevant) =>
    write({ title: title(number), before, step, spent, relevant, onEvent });
  let latest = await attempt(1, "", step, nothingRelevant);
  // What stopped the first would stop the next.
  if (most === 1 || latest.kind === "stopped") return latest;
  if (latest.tested.result === "not run")
    return { ...latest, tested: toldOf(latest, [], 1, "nothing else tells several apart") };
  const written = [latest];
  spent = spentBy(latest);
  const price = { ...spent, usage: usageBeyond(spent.usage, before.usage) };
  let tried = 1;
  let ended: string | undefined;
  while (tried < most && ended === undefined) {
    const number = tried + 1;
    const own: Step = (name, work) => step(`attempt-${number}-${name}`, work);
    const before = `the one before ${endOf(latest)}`;
    const next = async (): Promise<Written | Stopped> => {
      const relevant =
        number === most
          ? await own("functions", (signal) => functionsOf(written, embedder, signal))
          : nothingRelevant;
      return attempt(number, before, own, relevant);
    };
    const lack = lackOf(limits, spent, price);
    const made = lack ? `the ${lack} that a run may use did not suffice for ${most}` : await orReason(next);
    if (typeof made === "string") ended = made;
    else {
      tried = number;
      latest = made;
      spent = spentBy(made);
      if (made.kind === "written") written.push(made);
    }
  }
  const timeLeft = limits.maxMilliseconds - spent.usage.milliseconds;
  const agreements = await agreementsOf(written, timeLeft, { test, baseline, onCompare }, step);
  spent = {
    ...spent,
    usage: addUsage(spent.usage, { ...noUsage, milliseconds: agreements.milliseconds }),
  };
  const choices = written.map((made, at) => ({ made, agreement: agreements.each?.[at] }));
  const { made, agreement } = choices.reduce((before, after) => (isBetter(after, before) ? after : before));
  const tested = toldOf(made, written, tried, ended, agreement);
  return { ...made, result: { ...made.result, ...spent }, tested };
}

/** What was written before is not lost where the model cannot be asked any more. */
async function orReason(write: () => Promise<Written | Stopped>): Promise<Written | Stopped | string> {
  try {
    return await write();
  } catch (error) {
    if (isUserError(error)) return "the model could not be asked for another";
    throw error;
  }
}

const spentBy = (made: Written | Stopped): Spent => spentOf(made.kind === "written" ? made.result : made);

/** What is not left for one more attempt like the first: one that cannot come to its end is not begun. */
function lackOf(limits: RunLimits, { turns, usage }: Spent, price: Spent): string | undefined {
  const { maxTurns, maxTokens, maxMilliseconds, maxCost } = limits;
  if (maxTurns < turns + price.turns) return "turns";
  if (maxTokens < tokensOf(usage) + tokensOf(price.usage)) return "tokens";
  if (maxMilliseconds < usage.milliseconds + price.usage.milliseconds) return "time";
  const cost = (usage.cost ?? 0) + (price.usage.cost ?? 0);
  return maxCost !== undefined && maxCost < cost ? "money" : undefined;
}

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;

async function functionsOf(
  written: readonly Written[],
  embedder: Embedder | undefined,
  signal: AbortSignal,
): Promise<Relevant> {
  const functions = [];
  for (const { result } of written.filter(brokeNothing))
    functions.push(...(await changedFunctions(result.changes, signal)));
  return representatives(functions, clusters, embedder, signal);
}

/** Tests that were red before count against no attempt; one that turns them green is better all the same. */
const failuresOf = ({ tested, broken = Number.POSITIVE_INFINITY }: Written): number =>
  tested.result === "passed" ? 0 : Math.max(asBefore, broken);
const asBefore = 0.5;

const brokeNothing = (written: Written): boolean => failuresOf(written) < 1;

function endOf(made: Written | Stopped): string {
  if (made.kind === "stopped") return "came to nothing";
  if (made.tested.result === "not run") return "could not be tested";
  return brokeNothing(made) ? "broke no test" : "broke tests";
}

interface Choice {
  readonly made: Written;
  readonly agreement: Agreement | undefined;
}

/**
 * Fewer failures that the change brought; then more of the others' tests passed; then more of the request done, as it
 * says; then the smaller one, which is easier to review. Tests do not count there, or the change with fewer of them would
 * be the better.
 */
function isBetter(after: Choice, before: Choice): boolean {
  const measures = ({ made, agreement }: Choice): readonly number[] => [
    failuresOf(made),
    -(agreement?.passed ?? 0),
    undoneBy(made),
    sizeOf(made),
  ];
  const [here, there] = [measures(after), measures(before)];
  const at = here.findIndex((value, index) => value !== there[index]);
  return at >= 0 && here[at]! < there[at]!;
}

const undoneBy = ({ result }: Written): number => result.submission.requirements.filter(isOpen).length;

function sizeOf({ result }: Written): number {
  const { added, removed } = diffStat(result.changes.filter(({ path }) => !isTestPath(path)));
  return added + removed;
}

function toldOf(
  { tested }: Written,
  written: readonly Written[],
  tried: number,
  ended: string | undefined,
  agreement?: Agreement,
): Written["tested"] {
  const sound = written.filter(brokeNothing).length;
  const best = tried === 1 ? "one attempt" : `the best of ${tried} attempts, of which ${sound} broke no test`;
  const others =
    agreement && agreement.of > 0
      ? [`with it the tests of ${agreement.passed} of ${counted(agreement.of, "other")} pass`]
      : [];
  return { ...tested, detail: [tested.detail, best, ...others, ...(ended ? [ended] : [])].join("; ") };
}
