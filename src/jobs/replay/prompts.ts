import type { ChatMessage, TurnRequest } from "../../llm/model.ts";
import type { PackedPrompt } from "./recording.ts";

/**
 * What a model is asked, as text that people can compare line by line. Tools come first, so that the prompts of one
 * conversation begin alike. What a provider gave to be sent back (`Echo`) and limits of the answer are left out, and so
 * is the word that marks data, which is another one each time.
 */
export function promptText({ messages, tools }: Pick<TurnRequest, "messages" | "tools">): string {
  const declared = tools.map(
    ({ name, description, parameters }) =>
      `--- tool ${name}\n${description}\n${JSON.stringify(parameters, null, 1)}`,
  );
  const text = [...declared, ...messages.map(messageText), ""].join("\n");
  return text.replace(/(<\/?data-)[0-9a-f]{12}(?=[ >])/g, "$1boundary");
}

function messageText(message: ChatMessage): string {
  if (message.role === "tool") return `--- tool answer ${message.toolCallId}\n${message.content}`;
  const calls = message.role === "assistant" ? message.toolCalls : [];
  return [
    `--- ${message.role}`,
    message.content,
    ...calls.map((call) => `--- call ${call.id} ${call.name}\n${call.arguments}`),
  ].join("\n");
}

/** Packs prompts, each without the lines with which the one before it began, too: a conversation only grows. */
export function createPacker(): (prompt: string) => PackedPrompt {
  let before: readonly string[] = [];
  return (prompt) => {
    const lines = prompt.split("\n");
    let same = 0;
    while (same < before.length && same < lines.length && before[same] === lines[same]) same++;
    before = lines;
    return { same, text: lines.slice(same).join("\n") };
  };
}
