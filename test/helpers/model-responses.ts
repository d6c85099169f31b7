/** Scripted answers as OpenAI's Responses API writes them. */
import type { SeenRequest, SpokenAnswer } from "./model-endpoint.ts";

/** The answer as one object; a model that thinks gives its reasoning encrypted, as it was asked to. */
export function responseOf(answer: SpokenAnswer, seen: SeenRequest, index: number) {
  const calls = (answer.toolCalls ?? []).map((call, at) => ({
    ...{ type: "function_call", id: `fc_${index}_${at}`, status: "completed" },
    call_id: call.id ?? `call_${index}_${at}`,
    name: call.name,
    arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
  }));
  const parts = [
    ...(answer.content ? [{ type: "output_text", text: answer.content, annotations: [] }] : []),
    ...(answer.refusal ? [{ type: "refusal", refusal: answer.refusal }] : []),
  ];
  const message = {
    type: "message",
    id: `msg_${index}`,
    role: "assistant",
    status: "completed",
    content: parts,
  };
  const reasoning = {
    type: "reasoning",
    id: `rs_${index}`,
    summary: [],
    encrypted_content: `cipher-${index}`,
  };
  const { input, output, cached = 0 } = answer.usage ?? { input: 100, output: 10 };
  const cut = answer.finish === "length" ? "max_output_tokens" : answer.finish;
  const isCut = cut === "max_output_tokens" || cut === "content_filter";
  return {
    ...{ id: `resp_${index}`, object: "response", created_at: 0, error: null },
    status: isCut ? "incomplete" : "completed",
    incomplete_details: isCut ? { reason: cut } : null,
    model: answer.model ?? seen.body.model,
    output: [reasoning, ...(parts.length > 0 ? [message] : []), ...calls],
    usage:
      answer.usage === null
        ? null
        : {
            ...{ input_tokens: input, output_tokens: output, total_tokens: input + output },
            input_tokens_details: { cached_tokens: cached },
          },
  };
}

/** The stream: the response is made, its items are done, and at the end it comes whole. */
export function responseEvents(answer: SpokenAnswer, seen: SeenRequest, index: number): object[] {
  const response = responseOf(answer, seen, index);
  const begun = { ...response, status: "in_progress", output: [], usage: null, incomplete_details: null };
  return [
    { type: "response.created", response: begun },
    ...response.output.map((item, at) => ({ type: "response.output_item.done", output_index: at, item })),
    { type: `response.${response.status}`, response },
  ];
}
