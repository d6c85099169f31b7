import { z } from "zod";
import { type Echo, echoedOfCalls, echoedOfMessages, gatherEcho } from "./echo.ts";
import type { ToolCall } from "./model.ts";

/** One answer of an endpoint, put together from a stream's chunks or from a single object. */
export interface Answer {
  readonly content: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCall[];
  readonly echo: Echo | undefined;
  /** As the endpoint says; null where it says nothing. */
  readonly finish: string | null;
  /** The endpoint's name of the model; empty where it says nothing. */
  readonly model: string;
  readonly usage: CountedUsage | undefined;
}

export interface CountedTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, read from the provider's prompt cache. */
  readonly cachedTokens: number;
  /** Of the input, written to that cache, which some charge extra. */
  readonly writtenTokens: number;
}

export interface CountedUsage extends CountedTokens {
  /** Of the output, what nobody reads. */
  readonly thoughtTokens: number;
  /** What the endpoint says that it charged, in a currency of its own. */
  readonly charged: number | undefined;
}

export interface AnswerAssembler {
  /** Takes one chunk, or the whole completion. Throws a ZodError for what has not the shape of either. */
  add(chunk: unknown): void;
  finish(): Answer;
}

const textPart = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().nullish() }))
    .transform((parts) => parts.map((part) => part.text ?? "").join("")),
]);

const message = z.looseObject({
  content: textPart.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        index: z.number().int().min(0).max(1000).nullish(),
        id: z.string().nullish(),
        function: z
          .looseObject({
            name: z.string().nullish(),
            arguments: z
              .union([
                z.string(),
                z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
              ])
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});

/** A count of tokens as an endpoint tells it; undefined where it tells none that can be one. */
export const tokenCount = z
  .number()
  .finite()
  .min(0)
  .max(1e12)
  .transform(Math.round)
  .nullish()
  .catch(undefined);

const amount = z.number().finite().min(0).nullish().catch(undefined);

/** Both of OpenAI's APIs name these alike. */
export const inputDetails = z
  .looseObject({ cached_tokens: tokenCount, cache_write_tokens: tokenCount })
  .nullish()
  .catch(undefined);
export const outputDetails = z.looseObject({ reasoning_tokens: tokenCount }).nullish().catch(undefined);

/** Tolerant on purpose: lesser servers leave out nearly everything, and say `null` for the rest. */
const chunkSchema = z.looseObject({
  model: z.string().nullish().catch(undefined),
  choices: z
    .array(
      z.looseObject({
        delta: message.nullish(),
        message: message.nullish(),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .nullish(),
  usage: z
    .looseObject({
      prompt_tokens: tokenCount,
      completion_tokens: tokenCount,
      total_tokens: tokenCount,
      prompt_cache_hit_tokens: tokenCount,
      prompt_tokens_details: inputDetails,
      completion_tokens_details: outputDetails,
      cost: amount,
      cost_details: z.looseObject({ upstream_inference_cost: amount }).nullish().catch(undefined),
      is_byok: z.boolean().nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

type Message = z.infer<typeof message>;
type ToolCallPart = NonNullable<Message["tool_calls"]>[number];

interface OpenCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  readonly parts: string[];
  readonly echo: ReturnType<typeof gatherEcho>;
}

/** Puts an answer together. Only the first choice is read: we never ask for more. */
export function assembleAnswer(): AnswerAssembler {
  const content: string[] = [];
  const refusal: string[] = [];
  const calls: OpenCall[] = [];
  const beside = gatherEcho(echoedOfMessages);
  let finish: string | null = null;
  let model = "";
  let usage: CountedUsage | undefined;
  return {
    add(raw) {
      const chunk = chunkSchema.parse(raw);
      model ||= chunk.model ?? "";
      usage = countedTokens(chunk.usage) ?? usage;
      const choice = chunk.choices?.[0];
      finish = choice?.finish_reason ?? finish;
      const said = choice?.delta ?? choice?.message;
      if (said?.content) content.push(said.content);
      if (said?.refusal) refusal.push(said.refusal);
      if (said) beside.add(said);
      for (const part of choice?.delta?.tool_calls ?? []) addPart(calls, part);
      if (!choice?.delta) for (const part of choice?.message?.tool_calls ?? []) calls.push(openCall(part));
    },
    finish: () => ({
      content: content.join(""),
      refusal: refusal.join(""),
      toolCalls: calls.map(callOf),
      echo: beside.echo(),
      finish,
      model,
      usage,
    }),
  };
}

/**
 * Adds one fragment to its call. Servers disagree on how fragments belong together: by index (OpenAI), by id alone,
 * or by neither; some give every call the index 0. A new id always begins a new call.
 */
function addPart(calls: OpenCall[], part: ToolCallPart): void {
  const index = part.index ?? undefined;
  const id = part.id ?? "";
  const call = index === undefined ? calls.at(-1) : calls.findLast((open) => open.index === index);
  const another = call !== undefined && id !== "" && call.id !== "" && call.id !== id;
  // Without index and id, a name says that a new call begins: fragments never repeat it alone.
  const unmarked = index === undefined && id === "" && Boolean(part.function?.name);
  if (call === undefined || another || unmarked) {
    calls.push(openCall(part));
    return;
  }
  call.id ||= id;
  call.name ||= part.function?.name ?? "";
  if (part.function?.arguments) call.parts.push(part.function.arguments);
  call.echo.add(part);
}

function openCall(part: ToolCallPart): OpenCall {
  const written = part.function?.arguments;
  const echo = gatherEcho(echoedOfCalls);
  echo.add(part);
  return {
    index: part.index ?? undefined,
    id: part.id ?? "",
    name: part.function?.name ?? "",
    parts: written ? [written] : [],
    echo,
  };
}

function callOf({ id, name, parts, echo: beside }: OpenCall): ToolCall {
  const echo = beside.echo();
  return { id, name, arguments: parts.join(""), ...(echo && { echo }) };
}

function countedTokens(usage: z.infer<typeof chunkSchema>["usage"]): CountedUsage | undefined {
  if (usage?.prompt_tokens == null || usage.completion_tokens == null) return undefined;
  const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0;
  // Of xAI and Gemini reasoning stands in the total alone, and is paid for as output.
  const outputTokens = Math.max(usage.completion_tokens, (usage.total_tokens ?? 0) - usage.prompt_tokens);
  const apart = outputTokens - usage.completion_tokens;
  // With a key of one's own at OpenRouter its fee is the cost, and the provider's bill stands beside it.
  const upstream = usage.is_byok ? (usage.cost_details?.upstream_inference_cost ?? 0) : 0;
  return {
    ...{ inputTokens: usage.prompt_tokens, outputTokens },
    cachedTokens: Math.min(cached, usage.prompt_tokens),
    writtenTokens: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
    thoughtTokens: usage.completion_tokens_details?.reasoning_tokens ?? apart,
    charged: usage.cost == null ? undefined : usage.cost + upstream,
  };
}
