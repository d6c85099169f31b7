import { type LoopOptions, type LoopResult, runLoop } from "../../agent/loop.ts";

type Redact = (text: string) => string;

/**
 * What a model said, without secrets, before anything is made of it. What is cleaned away or escaped later (mentions,
 * links, marks) may stand in a secret, which nothing knows again afterwards: `postgres://user:word@host`.
 */
export function sayable<Result extends LoopResult<unknown>>(
  result: Result,
  redact: Redact = (text) => text,
): Result {
  return result.kind === "stopped"
    ? { ...result, detail: redact(result.detail) }
    : { ...result, submission: sayableTexts(result.submission, redact) };
}

/** The same for plain JSON: every text in it. */
export function sayableTexts<Value>(value: Value, redact: Redact = (text) => text): Value {
  if (typeof value === "string") return redact(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => sayableTexts(one, redact)) as Value;
  const pairs = Object.entries(value).map(([key, one]) => [key, sayableTexts(one, redact)]);
  return Object.fromEntries(pairs) as Value;
}

/** The loop of a change, as often as it goes on, saying nothing that may not be said. */
export const sayableLoop =
  (loop: LoopOptions, redact: Redact | undefined, signal: AbortSignal) =>
  async (from?: LoopResult["conversation"]): Promise<LoopResult> =>
    sayable(await runLoop(loop, signal, from), redact);
