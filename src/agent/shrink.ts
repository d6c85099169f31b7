import type { ChatMessage, Model, ModelTurn, TurnRequest } from "../llm/model.ts";
import { ModelError } from "../llm/model-error.ts";
import { renderPrompt } from "../llm/prompts.ts";

const keptRounds = 2;
const worthLeavingOut = 200;

/**
 * Asks, and where the conversation has outgrown the model's window, asks once more without the older tool answers
 * (F37). The history itself stays as it is: only what is sent this time is shorter. Where nothing can be left out,
 * the error stands.
 */
export async function askOrShrink(
  model: Model,
  request: TurnRequest,
  signal: AbortSignal,
): Promise<ModelTurn> {
  try {
    return await model.turn(request, signal);
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== "context-length") throw error;
    const messages = withoutOldAnswers(request.messages);
    if (messages === undefined) throw error;
    return model.turn({ ...request, messages }, signal);
  }
}

/** Undefined where no answer is old and long enough. */
function withoutOldAnswers(messages: readonly ChatMessage[]): readonly ChatMessage[] | undefined {
  const rounds = messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const recent = rounds.at(-keptRounds) ?? 0;
  const leftOut = renderPrompt("answer-left-out");
  let shorter = false;
  const result = messages.map((message, index) => {
    if (message.role !== "tool" || index >= recent || message.content.length < worthLeavingOut)
      return message;
    shorter = true;
    return { ...message, content: leftOut };
  });
  return shorter ? result : undefined;
}
