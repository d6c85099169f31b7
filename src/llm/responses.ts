/**
 * OpenAI's Responses API, for models that call tools there alone: what a request looks like and how an answer is read.
 * Nothing is stored at the provider's: the whole conversation is sent each time, a model's reasoning as it came,
 * encrypted (`store`, `include`).
 */
import type OpenAI from "openai";
import { APIError } from "openai/core/error";
import { z } from "zod";
import { type Answer, inputDetails, outputDetails } from "./answer.ts";
import { type Capabilities, outputLimit } from "./capabilities.ts";
import { bounded, withCalls } from "./echo.ts";
import type { ChatMessage, ToolCall, TurnRequest } from "./model.ts";
import type { AskedModel } from "./parameters.ts";
import { endsPrefix, markedText, promptCacheFields } from "./prompt-cache.ts";

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;

/** Less is refused. */
const leastOutput = 16;

/** The same request as `requestBody` makes, for the other API; two of the host's fields have other names there. */
export function responsesBody(
  { model, parameters }: AskedModel,
  request: TurnRequest,
  known: Capabilities,
): Body {
  const { reasoning_effort: effort, verbosity, ...others } = parameters ?? {};
  return {
    ...(effort !== undefined && { reasoning: { effort } as OpenAI.Reasoning }),
    ...(verbosity !== undefined && { text: { verbosity } as OpenAI.Responses.ResponseTextConfig }),
    ...promptCacheFields(request, known.promptCache),
    ...others,
    model,
    store: false,
    include: ["reasoning.encrypted_content"],
    input: request.messages.flatMap((message, at) =>
      itemsOf(message, known, endsPrefix(request, at, known.promptCache)),
    ),
    max_output_tokens: Math.max(leastOutput, outputLimit(request.maxOutputTokens, known)),
    tools: request.tools.map(({ name, description, parameters: schema }) => ({
      ...{ type: "function" as const, name, description, parameters: { ...schema }, strict: false },
    })),
  };
}

function itemsOf(message: ChatMessage, { echo }: Capabilities, marked: boolean): readonly Item[] {
  const content = marked ? markedText("input_text", message.content) : message.content;
  switch (message.role) {
    case "system":
    case "user":
      return [{ role: message.role, content }];
    case "tool":
      return [{ type: "function_call_output", call_id: message.toolCallId, output: content }];
    case "assistant": {
      const calls = message.toolCalls.map(callItem);
      const given =
        echo === "never" ? undefined : withCalls<Item>(message.echo?.["output"], "function_call", calls);
      if (given) return given;
      return [
        ...(message.content === "" ? [] : [{ role: "assistant" as const, content: message.content }]),
        ...calls,
      ];
    }
  }
}

const callItem = ({ id, name, arguments: written }: ToolCall): Item => ({
  ...{ type: "function_call" as const, call_id: id, name, arguments: written },
});

const item = z.looseObject({
  type: z.string(),
  content: z
    .array(z.looseObject({ text: z.string().nullish(), refusal: z.string().nullish() }))
    .nullish()
    .catch(undefined),
  call_id: z.string().nullish(),
  name: z.string().nullish(),
  arguments: z.string().nullish(),
  encrypted_content: z.string().nullish(),
});
type OutputItem = z.infer<typeof item>;

const count = z.number().finite().min(0).max(1e12).transform(Math.round);

const responseSchema = z.looseObject({
  object: z.literal("response"),
  status: z.string().nullish(),
  model: z.string().nullish().catch(undefined),
  output: z.array(item),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  usage: z
    .looseObject({
      input_tokens: count,
      output_tokens: count,
      input_tokens_details: inputDetails,
      output_tokens_details: outputDetails,
    })
    .nullish()
    .catch(undefined),
});

/**
 * Takes a stream's events, or the response itself; `whole` is undefined until it has ended. Some gateways leave the
 * output out of the last event: it is then what was said to be done.
 */
export function gatherResponse(): { add(event: unknown): void; whole(): unknown } {
  const done: unknown[] = [];
  let whole: unknown;
  return {
    add(event) {
      const { type, response, object, item: finished } = Object(event) as Record<string, unknown>;
      if (type === "error") throw new APIError(undefined, Object(event), undefined, undefined);
      if (type === "response.output_item.done") done.push(finished);
      if (object === "response") whole = event;
      if (/^response\.(completed|incomplete|failed)$/.test(String(type))) whole = response;
    },
    whole() {
      const { output } = Object(whole) as { readonly output?: unknown };
      const isBare = Array.isArray(output) && output.length === 0 && done.length > 0;
      return isBare ? { ...Object(whole), output: done } : whole;
    },
  };
}

/** Reads a whole response. Throws a ZodError for what is none, and an APIError where it says that it failed. */
export function answerOf(response: unknown): Answer {
  const { error } = Object(response) as { readonly error?: object | null };
  if (error) throw new APIError(undefined, error, undefined, undefined);
  const { status, model, output, incomplete_details: cut, usage } = responseSchema.parse(response);
  const said = output.filter(({ type }) => type === "message").flatMap(({ content }) => content ?? []);
  const calls = output.filter(({ type }) => type === "function_call");
  const kept = output.filter(isKept).map(withoutId);
  return {
    content: said.map(({ text }) => text ?? "").join(""),
    refusal: said.map(({ refusal }) => refusal ?? "").join(""),
    toolCalls: calls.map((call) => ({
      ...{ id: call.call_id ?? "", name: call.name ?? "", arguments: call.arguments ?? "" },
    })),
    echo: bounded(kept.some(({ type }) => type === "reasoning") ? { output: kept } : undefined),
    finish:
      status === "incomplete" ? (cut?.reason === "content_filter" ? "content_filter" : "length") : "stop",
    model: model ?? "",
    usage: usage
      ? {
          inputTokens: usage.input_tokens,
          outputTokens: usage.output_tokens,
          cachedTokens: Math.min(usage.input_tokens_details?.cached_tokens ?? 0, usage.input_tokens),
          writtenTokens: usage.input_tokens_details?.cache_write_tokens ?? 0,
          thoughtTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
          charged: undefined,
        }
      : undefined,
  };
}

/** Reasoning that is not encrypted is known by its id alone, to a store that we do not use. */
const isKept = ({ type, encrypted_content: cipher }: OutputItem): boolean =>
  type === "message" || type === "function_call" || (type === "reasoning" && Boolean(cipher));

/** An id would be looked up in that store. */
function withoutId({ id: _, ...rest }: OutputItem): Omit<OutputItem, "id"> {
  return rest;
}
