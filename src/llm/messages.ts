/**
 * Anthropic's Messages API: what a request looks like and how an answer is read. Its OpenAI-compatible API has no
 * prompt cache and forgets what a model thought before it called a tool (decision 21).
 */

import type OpenAI from "openai";
import { z } from "zod";
import { isObject } from "../source/json-object.ts";
import { type Answer, tokenCount } from "./answer.ts";
import { type Capabilities, outputLimit } from "./capabilities.ts";
import { bounded, withCalls } from "./echo.ts";
import type { EndpointOptions } from "./endpoint.ts";
import type { ChatMessage, ToolCall, TurnRequest } from "./model.ts";
import type { AskedModel } from "./parameters.ts";

type Block = Readonly<Record<string, unknown>> & { readonly type: string };

interface Said {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

const version = "2023-06-01";
const cached = { cache_control: { type: "ephemeral" } } as const;

/** Asks once; undefined where the stream ended before the message was whole. */
export async function askMessages(
  client: OpenAI,
  options: EndpointOptions & AskedModel,
  request: TurnRequest,
  known: Capabilities,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const path = /\/v1\/?$/.test(options.baseUrl ?? "") ? "/messages" : "/v1/messages";
  const headers = { "x-api-key": options.apiKey, "anthropic-version": version, authorization: null };
  const body = messagesBody(options, request, known);
  const message = gatherMessage();
  const asked = { body: { ...body, stream: known.stream }, headers, signal, stream: known.stream };
  const answered = await client.post<unknown>(path, asked);
  if (known.stream) for await (const event of answered as AsyncIterable<unknown>) message.add(event);
  else message.add(answered);
  signal.throwIfAborted();
  const whole = message.whole();
  return whole === undefined ? undefined : answerOf(whole);
}

/** The same request as `requestBody` makes. `reasoning_effort` of the host's fields has another name there. */
export function messagesBody(
  { model, parameters }: AskedModel,
  request: TurnRequest,
  known: Capabilities,
): Readonly<Record<string, unknown>> {
  const { reasoning_effort: effort, ...others } = parameters ?? {};
  // One question without tools is not asked again: nothing of it is worth what a write to the cache costs.
  const mark = request.tools.length > 0 ? cached : {};
  const system = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const said = conversation(request.messages, known);
  return {
    ...(effort !== undefined && { thinking: { type: "adaptive" }, output_config: { effort } }),
    ...others,
    model,
    max_tokens: outputLimit(request.maxOutputTokens, known),
    ...(system.length > 0 && { system: [{ type: "text", text: system.join("\n\n"), ...mark }] }),
    messages: said.map((one, at) => (said.length - at <= marks ? markLast(one, mark) : one)),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, parameters: schema }) => ({
        ...{ name, description, input_schema: schema },
      })),
    }),
  };
}

/** Messages from the end whose ends are marked: the last for the next turn, the one before as it was in the last turn. */
const marks = 3;

function markLast(said: Said, mark: object): Said {
  if (said.role === "assistant") return said;
  const { content } = said;
  return {
    ...said,
    content: content.map((block, at) => (at === content.length - 1 ? { ...block, ...mark } : block)),
  };
}

/** Answers of tools, and what is said behind them, are one message of the user's. */
function conversation(messages: readonly ChatMessage[], known: Capabilities): readonly Said[] {
  const all: { role: Said["role"]; content: Block[] }[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = all.at(-1);
    if (last?.role === role) last.content.push(...blocksOf(message, known));
    else all.push({ role, content: [...blocksOf(message, known)] });
  }
  return all;
}

const text = (said: string): readonly Block[] => (said.trim() === "" ? [] : [{ type: "text", text: said }]);

function blocksOf(message: ChatMessage, { echo }: Capabilities): readonly Block[] {
  switch (message.role) {
    case "system":
    case "user":
      return text(message.content);
    case "tool":
      return [{ type: "tool_result", tool_use_id: plainId(message.toolCallId), content: message.content }];
    case "assistant": {
      const { content, toolCalls } = message;
      const calls = toolCalls.map(callBlock);
      const given = echo === "never" ? undefined : withCalls(message.echo?.["blocks"], "tool_use", calls);
      return given ?? [...text(content), ...calls];
    }
  }
}

const callBlock = ({ id, name, arguments: written }: ToolCall): Block => ({
  ...{ type: "tool_use", id: plainId(id), name, input: objectIn(written) },
});

/** Ids of other endpoints have signs that are refused here. */
const plainId = (id: string): string => id.replace(/[^\w-]/g, "_");

/** A model's mistake is told in the tool's answer; the history takes objects alone. */
function objectIn(written: string): object {
  try {
    const value: unknown = JSON.parse(written);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const messageSchema = z.looseObject({
  model: z.string().nullish().catch(undefined),
  stop_reason: z.string().nullish(),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().nullish(),
      id: z.string().nullish(),
      name: z.string().nullish(),
      input: z.unknown().optional(),
    }),
  ),
  usage: z
    .looseObject({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      cache_read_input_tokens: tokenCount,
      cache_creation_input_tokens: tokenCount,
    })
    .nullish()
    .catch(undefined),
});

/** What grows in a stream, by the names of its deltas. */
const growing: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "signature",
  input_json_delta: "partial_json",
};

/** Nothing honest has more; the place in a list is the endpoint's word. */
const mostBlocks = 1_000;

/** Takes a stream's events, or the message itself; `whole` is undefined until it has ended. */
function gatherMessage(): { add(event: unknown): void; whole(): unknown } {
  const blocks: Record<string, unknown>[] = [];
  let message: Record<string, unknown> = {};
  let ended = false;
  return {
    add(event) {
      const {
        type,
        message: begun,
        index,
        content_block,
        delta,
        usage,
      } = Object(event) as Record<string, unknown>;
      if (type === "message") [message, ended] = [Object(event), true];
      if (type === "message_start") message = Object(begun);
      if (type === "content_block_start" && Number(index) <= mostBlocks)
        blocks[Number(index)] = { ...Object(content_block) };
      if (type === "content_block_delta") {
        const block = blocks[Number(index)];
        const name = growing[String(Object(delta).type)];
        if (block && name) block[name] = `${block[name] ?? ""}${Object(delta)[name] ?? ""}`;
      }
      if (type !== "message_delta") return;
      ended = true;
      message = { ...message, ...Object(delta), usage: { ...Object(message["usage"]), ...Object(usage) } };
    },
    whole() {
      if (!ended) return undefined;
      return blocks.length === 0 ? message : { ...message, content: blocks.map(closed) };
    },
  };
}

/** What a call is given comes as a text in parts. */
function closed({ partial_json: written, ...block }: Record<string, unknown>): Record<string, unknown> {
  return written === undefined || written === "" ? block : { ...block, input: written };
}

const endings: Readonly<Record<string, string>> = {
  ...{ max_tokens: "length", model_context_window_exceeded: "length" },
  ...{ refusal: "refusal", tool_use: "tool_calls" },
};

/** Reads a whole message. Throws a ZodError for what is none. */
function answerOf(message: unknown): Answer {
  const { model, content, stop_reason: reason, usage } = messageSchema.parse(message);
  const thought = content.some(({ type }) => /thinking/.test(type));
  const [read, written] = [usage?.cache_read_input_tokens ?? 0, usage?.cache_creation_input_tokens ?? 0];
  return {
    content: content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join(""),
    refusal: "",
    toolCalls: content
      .filter(({ type }) => type === "tool_use")
      .map(({ id, name, input }) => ({
        ...{ id: id ?? "", name: name ?? "" },
        arguments: typeof input === "string" ? input : JSON.stringify(input ?? {}),
      })),
    echo: bounded(thought ? { blocks: content } : undefined),
    finish: endings[reason ?? ""] ?? "stop",
    model: model ?? "",
    usage:
      usage?.input_tokens == null || usage.output_tokens == null
        ? undefined
        : {
            inputTokens: usage.input_tokens + read + written,
            outputTokens: usage.output_tokens,
            ...{ cachedTokens: read, writtenTokens: written, thoughtTokens: 0, charged: undefined },
          },
  };
}
