import type OpenAI from "openai";
import type { Capabilities } from "./capabilities.ts";
import type { ChatMessage, TurnRequest } from "./model.ts";

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** The request as this endpoint takes it. No temperature and no seed: many models refuse them, none needs them. */
export function requestBody(model: string, request: TurnRequest, known: Capabilities): Body {
  const limit = Math.min(request.maxOutputTokens, known.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  const limitName = known.outputLimits[0] ?? "none";
  return {
    model,
    messages: request.messages.map(wireMessage),
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

function wireMessage(message: ChatMessage): OpenAI.Chat.Completions.ChatCompletionMessageParam {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    case "assistant":
      return message.toolCalls.length === 0
        ? { role: "assistant", content: message.content }
        : {
            role: "assistant",
            content: message.content === "" ? null : message.content,
            tool_calls: message.toolCalls.map((call) => ({
              id: call.id,
              type: "function" as const,
              function: { name: call.name, arguments: call.arguments },
            })),
          };
  }
}
