/** Asks a model behind an OpenAI-compatible endpoint many things, several at once. */
import { createModel } from "../../src/llm/openai.ts";

export interface Asked {
  readonly url: string;
  readonly model: string;
  readonly atOnce: number;
}

/** Whoever answers may be slow: a person, or a model on a small machine. */
const patience = 7_200_000;

/** Answers in the order of the prompts. */
export async function askAll(
  prompts: readonly { readonly text: string }[],
  { url, model: name, atOnce }: Asked,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const model = createModel({
    ...{ baseUrl: url, model: name, apiKey: process.env["MODEL_KEY"] },
    ...{ requestTimeoutMs: patience, idleTimeoutMs: patience, maxRetries: 3 },
  });
  const answers: string[] = [];
  let next = 0;
  const ask = async (): Promise<void> => {
    for (let at = next++; at < prompts.length; at = next++) {
      const messages = [{ role: "user", content: prompts[at]!.text }] as const;
      const turn = await model.turn({ messages, tools: [], maxOutputTokens: 2_000 }, signal);
      answers[at] = turn.content;
      console.error(`${at + 1} of ${prompts.length}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return answers;
}
