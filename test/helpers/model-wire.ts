/** Scripted answers as OpenAI writes them. */
import type { SeenRequest, SpokenAnswer } from "./model-endpoint.ts";

function callsOf(answer: SpokenAnswer, index: number) {
  return (answer.toolCalls ?? []).map((call, at) => ({
    id: call.id ?? `call_${index}_${at}`,
    type: "function" as const,
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
}

function finishOf(answer: SpokenAnswer): string | null {
  return answer.finish !== undefined ? answer.finish : answer.toolCalls?.length ? "tool_calls" : "stop";
}

function usageOf(answer: SpokenAnswer) {
  if (answer.usage === null) return undefined;
  const { input, output, cached = 0, thought = 0 } = answer.usage ?? { input: 100, output: 10 };
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: thought },
  };
}

/** The answer as one object. */
export function completion(answer: SpokenAnswer, seen: SeenRequest, index: number): unknown {
  const calls = callsOf(answer, index);
  const message = {
    role: "assistant",
    content: answer.content ?? null,
    refusal: answer.refusal ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id: `chatcmpl-${index}`,
    object: "chat.completion",
    created: 0,
    model: answer.model ?? seen.body.model,
    choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
    usage: usageOf(answer),
  };
}

/** As OpenAI streams: text in words, each call opened with id and name, its arguments in fragments, usage last. */
export function chunksOf(answer: SpokenAnswer, seen: SeenRequest, index: number): unknown[] {
  const chunk = (choices: unknown[], more: object = {}) => ({
    id: `chatcmpl-${index}`,
    object: "chat.completion.chunk",
    created: 0,
    model: answer.model ?? seen.body.model,
    choices,
    ...more,
  });
  const delta = (part: object) => chunk([{ index: 0, delta: part, finish_reason: null }]);
  const chunks: unknown[] = [delta({ role: "assistant", content: "" })];
  for (const word of answer.content?.match(/\S*\s*/g) ?? [])
    if (word !== "") chunks.push(delta({ content: word }));
  if (answer.refusal !== undefined) chunks.push(delta({ refusal: answer.refusal }));
  for (const [at, call] of callsOf(answer, index).entries()) {
    const { name, arguments: written } = call.function;
    chunks.push(
      delta({
        tool_calls: [{ index: at, id: call.id, type: "function", function: { name, arguments: "" } }],
      }),
    );
    const size = Math.max(64, Math.ceil(written.length / 100));
    for (let from = 0; from < written.length; from += size)
      chunks.push(
        delta({ tool_calls: [{ index: at, function: { arguments: written.slice(from, from + size) } }] }),
      );
  }
  chunks.push(chunk([{ index: 0, delta: {}, finish_reason: finishOf(answer) }]));
  const wantsUsage =
    (seen.body["stream_options"] as { include_usage?: boolean } | undefined)?.include_usage === true;
  if (wantsUsage && answer.usage !== null) chunks.push(chunk([], { usage: usageOf(answer) }));
  return chunks;
}
