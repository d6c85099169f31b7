/**
 * What an endpoint turned out to support. OpenAI-compatible servers differ in small things and say so with a 400;
 * each such answer is learned once, remembered for the client's life, and the request is asked again without it.
 */
export interface Capabilities {
  readonly stream: boolean;
  /** `stream_options.include_usage`. */
  readonly usageInStream: boolean;
  readonly tools: boolean;
  /** Names under which the cap on output tokens may be accepted; the first is used, the others are not tried yet. */
  readonly outputLimits: readonly OutputLimit[];
  /** Most output tokens that the model accepts to be asked for, where it said so. */
  readonly maxOutputTokens: number | undefined;
}

export type OutputLimit = "max_completion_tokens" | "max_tokens" | "none";

/** What to try first: OpenAI itself wants `max_completion_tokens`, most others know `max_tokens` only. */
export function firstGuess(baseUrl: string): Capabilities {
  const official = /^https:\/\/([a-z0-9-]+\.)*(openai\.com|azure\.com)(\/|$)/.test(baseUrl);
  return {
    stream: true,
    usageInStream: true,
    tools: true,
    outputLimits: official
      ? ["max_completion_tokens", "max_tokens", "none"]
      : ["max_tokens", "max_completion_tokens", "none"],
    maxOutputTokens: undefined,
  };
}

const rejected =
  /not (be )?(supported|support|allowed|permitted|enabled|recognized|implemented)|unsupported|unrecogni[sz]ed|unknown|unexpected|extra (inputs|fields)|invalid|requires|must be (verified|false)/i;

/**
 * Reads a refusal of the endpoint. Returns what is now known, or undefined where the message teaches nothing new
 * (so a caller that asks again after every lesson comes to an end).
 */
export function learn(known: Capabilities, message: string): Capabilities | undefined {
  const cap = outputCap(message);
  if (cap !== undefined && cap !== known.maxOutputTokens) return { ...known, maxOutputTokens: cap };
  if (!rejected.test(message)) return undefined;
  if (/stream_options|include_usage/.test(message))
    return known.usageInStream ? { ...known, usageInStream: false } : undefined;
  if (/max_(completion_)?tokens/.test(message)) return nextOutputLimit(known, message);
  if (/\bstream(ing)?\b/i.test(message)) return known.stream ? { ...known, stream: false } : undefined;
  if (/\btools?\b|tool[_ -](choice|call)|function[_ -]call/i.test(message))
    return known.tools ? { ...known, tools: false } : undefined;
  return undefined;
}

function nextOutputLimit(known: Capabilities, message: string): Capabilities | undefined {
  const [current, ...others] = known.outputLimits;
  if (current === undefined || others.length === 0 || !message.includes(current)) return undefined;
  return { ...known, outputLimits: others };
}

/** "supports at most 16384 completion tokens", "100000 > 64000, which is the maximum allowed number of output tokens". */
function outputCap(message: string): number | undefined {
  const match =
    /at most (\d{2,9}) (?:completion|output) tokens/i.exec(message) ??
    /> (\d{2,9}), which is the maximum allowed number of output tokens/i.exec(message);
  return match === null ? undefined : Number(match[1]);
}
