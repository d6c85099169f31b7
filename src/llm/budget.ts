import { count } from "../source/counted.ts";
import type { TurnRequest, Usage } from "./model.ts";

/**
 * The caps of one run. Time is what turns and tools took, summed from their records and not read from a clock, so a
 * resumed run reaches the same verdict as an uninterrupted one.
 */
export interface RunLimits {
  readonly maxTurns: number;
  /** Input and output of all turns together; the history counts again in every turn, as it is billed. */
  readonly maxTokens: number;
  /** US dollars. Undefined: no cap. With a cap, a model without a known price stops after its first turn. */
  readonly maxCost?: number | undefined;
  readonly maxMilliseconds: number;
  /** Output tokens of one turn. */
  readonly maxOutputTokens: number;
}

export type LimitReason = "turns" | "tokens" | "money" | "time";

export interface LimitReached {
  readonly reason: LimitReason;
  /** One sentence for a person. */
  readonly detail: string;
}

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  estimated: false,
  cost: 0,
  milliseconds: 0,
};

/** Two usages together. One unknown cost makes the sum unknown: half a bill would be a lie. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    estimated: left.estimated || right.estimated,
    cost: left.cost === undefined || right.cost === undefined ? undefined : left.cost + right.cost,
    milliseconds: left.milliseconds + right.milliseconds,
  };
}

/** What was used of `total` beyond `before`, which is a part of it. */
export function usageBeyond(total: Usage, before: Usage): Usage {
  return {
    inputTokens: total.inputTokens - before.inputTokens,
    outputTokens: total.outputTokens - before.outputTokens,
    cachedTokens: total.cachedTokens - before.cachedTokens,
    estimated: total.estimated,
    cost: total.cost === undefined || before.cost === undefined ? undefined : total.cost - before.cost,
    milliseconds: total.milliseconds - before.milliseconds,
  };
}

/** The first cap that leaves no room for another turn; undefined while there is room. */
export function limitReached(limits: RunLimits, turns: number, usage: Usage): LimitReached | undefined {
  const tokens = usage.inputTokens + usage.outputTokens;
  if (turns >= limits.maxTurns)
    return { reason: "turns", detail: `The run used its ${limits.maxTurns} turns.` };
  if (tokens >= limits.maxTokens)
    return {
      reason: "tokens",
      detail: `The run used ${count(tokens)} of ${count(limits.maxTokens)} tokens.`,
    };
  if (limits.maxCost !== undefined && usage.cost === undefined)
    return {
      reason: "money",
      detail: `The run may cost ${dollars(limits.maxCost)}, but the price of the model is not known. Add it to the price table, or remove the cap.`,
    };
  if (limits.maxCost !== undefined && usage.cost !== undefined && turns > 0 && usage.cost >= limits.maxCost)
    return {
      reason: "money",
      detail: `The run cost ${dollars(usage.cost)} of ${dollars(limits.maxCost)}.`,
    };
  if (usage.milliseconds >= limits.maxMilliseconds)
    return {
      reason: "time",
      detail: `The run worked ${seconds(usage.milliseconds)} of ${seconds(limits.maxMilliseconds)}.`,
    };
  return undefined;
}

/**
 * True when the next turn is likely the last one, judged by what a turn took on average: the model is then told to
 * hand in what it has.
 */
export function nearlySpent(limits: RunLimits, turns: number, usage: Usage): boolean {
  if (turns === 0) return false;
  const shares = [
    turns / limits.maxTurns,
    (usage.inputTokens + usage.outputTokens) / limits.maxTokens,
    usage.milliseconds / limits.maxMilliseconds,
    limits.maxCost === undefined ? 0 : (usage.cost ?? 0) / limits.maxCost,
  ];
  return shares.some((share) => share + share / turns >= 1);
}

/** Output tokens that the next turn's answer, and all of the turn, may have: no more than is left of the run's tokens. */
export function outputAllowance(
  limits: RunLimits,
  usage: Usage,
): Pick<TurnRequest, "maxOutputTokens" | "mostWithThoughts"> {
  const left = Math.max(1, limits.maxTokens - usage.inputTokens - usage.outputTokens);
  return { maxOutputTokens: Math.min(limits.maxOutputTokens, left), mostWithThoughts: left };
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
