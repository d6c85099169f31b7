import type OpenAI from "openai";
import { type Capabilities, outputLimit } from "./capabilities.ts";
import type { ChatMessage, TurnRequest } from "./model.ts";
import type { AskedModel } from "./parameters.ts";
import { endsPrefix, markedText, promptCacheFields } from "./prompt-cache.ts";

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** The request as this endpoint takes it. No temperature and no seed but the host's: many models refuse them. */
export function requestBody(
  { model, parameters }: AskedModel,
  request: TurnRequest,
  known: Capabilities,
): Body {
  const limit = outputLimit(request.maxOutputTokens, known);
  const limitName = known.outputLimits[0] ?? "none";
  return {
    ...promptCacheFields(request, known.promptCache),
    ...parameters,
    ...(known.thoughtless && { reasoning_effort: "none" as const }),
    model,
    messages: request.messages.map((message, at) =>
      wireMessage(message, known, endsPrefix(request, at, known.promptCache)),
    ),
    ...(limitName === "none" ? {} : { [limitName]: limit }),
    ...(known.stream && known.usageInStream ? { stream_options: { include_usage: true } } : {}),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map((tool) => ({
            type: "function" as const,
            function: { name: tool.name, description: tool.description, parameters: { ...tool.parameters } },
          })),
        }),
  };
}

/** For a turn that came without any, where the endpoint insists: some take an empty text for none. */
const noReasoning = " ";

function wireMessage(
  message: ChatMessage,
  { echo }: Capabilities,
  marked: boolean,
): OpenAI.Chat.Completions.ChatCompletionMessageParam {
  const content = marked ? markedText("text", message.content) : message.content;
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content };
    case "assistant": {
      // What the Responses API gave is of no use here: another process may have learned of it.
      const { output: _, ...beside } = message.echo ?? {};
      const said = {
        ...(echo === "always" && { reasoning_content: noReasoning }),
        ...(echo !== "never" && beside),
      };
      return message.toolCalls.length === 0
        ? { role: "assistant", content: message.content, ...said }
        : {
            role: "assistant",
            content: message.content === "" ? null : message.content,
            ...said,
            tool_calls: message.toolCalls.map((call) => ({
              ...(echo !== "never" && call.echo),
              id: call.id,
              type: "function" as const,
              function: { name: call.name, arguments: call.arguments },
            })),
          };
    }
  }
}
