import { firstPromptCache, isOfficial, type PromptCache } from "./prompt-cache.ts";

/**
 * What an endpoint turned out to support. OpenAI-compatible servers differ in small things and say so with a 400;
 * each such answer is learned once, remembered for the client's life, and the request is asked again without it.
 */
export interface Capabilities {
  /** OpenAI's newer models call tools in its Responses API alone; `messages` is Anthropic's own. */
  readonly api: "chat" | "responses" | "messages";
  /** Such a model behind a gateway without that API calls tools where it does not think before. */
  readonly thoughtless: boolean;
  readonly stream: boolean;
  /** `stream_options.include_usage`. */
  readonly usageInStream: boolean;
  readonly tools: boolean;
  /**
   * Whether a turn goes back with what was given beside it (`Echo`): `given` as it came, `always` with reasoning also
   * where none came, `never` where the endpoint refuses its own words.
   */
  readonly echo: "given" | "always" | "never";
  readonly promptCache: PromptCache;
  /** Names under which the cap on output tokens may be accepted; the first is used, the others are not tried yet. */
  readonly outputLimits: readonly OutputLimit[];
  /** Most output tokens that the model accepts to be asked for, where it said so. */
  readonly maxOutputTokens: number | undefined;
  /** Output tokens to ask for beside the answer's: a model's thoughts count as output, and may leave no room for it. */
  readonly thoughtTokens: number;
}

/** Output tokens to ask for: the answer's and room for thoughts, and no more than the model accepts. */
export const outputLimit = (wanted: number, { maxOutputTokens, thoughtTokens }: Capabilities): number =>
  Math.min(wanted + thoughtTokens, maxOutputTokens ?? Number.POSITIVE_INFINITY);

/** Not from the beginning: providers count what is asked for against a key's tokens per minute. */
const roomForThoughts = [16_384, 49_152];

/** Room for thoughts after an answer that ended in them; undefined where more cannot be asked for. */
export function moreThoughtTokens(wanted: number, known: Capabilities): number | undefined {
  const more = roomForThoughts.find((room) => room > known.thoughtTokens);
  if (more === undefined || known.outputLimits[0] === "none") return undefined;
  return outputLimit(wanted, { ...known, thoughtTokens: more }) > outputLimit(wanted, known)
    ? more
    : undefined;
}

export type OutputLimit = "max_completion_tokens" | "max_tokens" | "none";

/** Anthropic itself, and the addresses under which others speak its API. */
const speaksMessages = /^https:\/\/([a-z0-9-]+\.)*anthropic\.com(\/|$)|\/anthropic(\/v1)?\/?$/;

/** What to try first: OpenAI itself wants `max_completion_tokens`, most others know `max_tokens` only. */
export function firstGuess(baseUrl: string, model = ""): Capabilities {
  return {
    api: speaksMessages.test(baseUrl) ? "messages" : "chat",
    thoughtless: false,
    stream: true,
    usageInStream: true,
    tools: true,
    echo: "given",
    promptCache: firstPromptCache(baseUrl, model),
    outputLimits: isOfficial(baseUrl)
      ? ["max_completion_tokens", "max_tokens", "none"]
      : ["max_tokens", "max_completion_tokens", "none"],
    maxOutputTokens: undefined,
    thoughtTokens: 0,
  };
}

const rejected =
  /not (be )?(supported|support|allowed|permitted|enabled|recognized|implemented)|unsupported|unrecogni[sz]ed|unknown|unexpected|extra (inputs|fields)|invalid|requires|must be (verified|false)/i;

const wantsReasoning =
  /missing\W{1,3}reasoning_content|reasoning_content\b[^.]{0,60}\b(is missing|must be (passed|provided|included)|is required)/i;
const echoed =
  /\bthinking\W{1,3}block|\b(reasoning(_content|_details)?|thinking_blocks|extra_content|provider_specific_fields)\b/;
const ofMessage = /\b(assistant|messages?)\b/;
const unwanted = /should not|must not|can(not|'t)|remove/i;

/** Narrow on purpose: endpoints also name `tool_calls` when they find fault with one message of the history. */
const toolsRefused =
  /n[o']t support[^.]{0,60}\b(tools?|function calling)\b|\b(tools?(?!\[)|tool[ _](choice|use|calling)|function calling)\b[^.[]{0,60}(not (be )?(support|allow|enable|permit|implement)|unsupported|requires --)|enable-auto-tool-choice/i;

/**
 * Reads a refusal of the endpoint. Returns what is now known, or undefined where the message teaches nothing new
 * (so a caller that asks again after every lesson comes to an end).
 */
export function learn(known: Capabilities, message: string): Capabilities | undefined {
  if (known.api === "messages" && /^40[45] /.test(message)) return { ...known, api: "chat" };
  if (known.api === "responses" && /^40[45] /.test(message))
    return { ...known, api: "chat", thoughtless: true };
  if (/v1\/responses/.test(message))
    return known.api === "chat" && !known.thoughtless ? { ...known, api: "responses" } : undefined;
  const cap = outputCap(message);
  if (cap !== undefined && cap !== known.maxOutputTokens) return { ...known, maxOutputTokens: cap };
  if (wantsReasoning.test(message)) return known.echo === "given" ? { ...known, echo: "always" } : undefined;
  if (ofMessage.test(message) && echoed.test(message) && (rejected.test(message) || unwanted.test(message)))
    return known.echo === "never" ? undefined : { ...known, echo: "never" };
  if (!rejected.test(message)) return undefined;
  if (/prompt_cache|cache_control/.test(message)) return lessCached(known, message);
  if (/stream_options|include_usage/.test(message))
    return known.usageInStream ? { ...known, usageInStream: false } : undefined;
  if (/max_(completion_)?tokens/.test(message)) return nextOutputLimit(known, message);
  if (/\bstream(ing)?\b/i.test(message)) return known.stream ? { ...known, stream: false } : undefined;
  if (toolsRefused.test(message)) return known.tools ? { ...known, tools: false } : undefined;
  return undefined;
}

function lessCached(known: Capabilities, message: string): Capabilities | undefined {
  if (known.promptCache === "none") return undefined;
  const keyed = known.promptCache === "marked" && !message.includes("prompt_cache_key");
  return { ...known, promptCache: keyed ? "keyed" : "none" };
}

function nextOutputLimit(known: Capabilities, message: string): Capabilities | undefined {
  const [current, ...others] = known.outputLimits;
  if (current === undefined || others.length === 0 || !message.includes(current)) return undefined;
  return { ...known, outputLimits: others };
}

/** The ways in which endpoints say how much may be asked for. */
const caps = [
  /at most (\d{2,9}) (?:completion|output) tokens/i,
  /> (\d{2,9}), which is the maximum allowed number of output tokens/i,
  /range of max_(?:completion_)?tokens is \[1, ?(\d{2,9})\]/i,
  /max_(?:completion_)?tokens\W{0,3} must be less than or equal to \W?(\d{2,9})/i,
];

function outputCap(message: string): number | undefined {
  const match = caps.map((pattern) => pattern.exec(message)).find((found) => found !== null);
  return match === undefined ? undefined : Number(match[1]);
}
