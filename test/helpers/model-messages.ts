/** Scripted answers as Anthropic's Messages API writes them. */
import type { SeenRequest, SpokenAnswer } from "./model-endpoint.ts";

const endings: Readonly<Record<string, string>> = { stop: "end_turn", length: "max_tokens" };

/** The answer as one object; a model that thinks gives its thoughts with their signature. */
export function messageOf(answer: SpokenAnswer, seen: SeenRequest, index: number) {
  const calls = (answer.toolCalls ?? []).map((call, at) => ({
    ...{ type: "tool_use", id: call.id ?? `toolu_${index}_${at}`, name: call.name },
    input: call.arguments,
  }));
  const { input, output, cached = 0 } = answer.usage ?? { input: 100, output: 10 };
  const finish = answer.finish ?? (calls.length > 0 ? "tool_use" : "stop");
  return {
    ...{ id: `msg_${index}`, type: "message", role: "assistant" },
    model: answer.model ?? seen.body.model,
    content: [
      ...(seen.body["thinking"] === undefined
        ? []
        : [{ type: "thinking", thinking: "Well.", signature: `seal-${index}` }]),
      ...(answer.content ? [{ type: "text", text: answer.content }] : []),
      ...calls,
    ],
    stop_reason: answer.refusal === undefined ? (endings[finish] ?? finish) : "refusal",
    usage:
      answer.usage === null
        ? null
        : {
            ...{ input_tokens: input - cached, output_tokens: output },
            ...{ cache_read_input_tokens: cached, cache_creation_input_tokens: 0 },
          },
  };
}

/** The stream: each block begins empty and comes in parts. */
export function messageEvents(answer: SpokenAnswer, seen: SeenRequest, index: number): object[] {
  const { content, stop_reason, usage, ...message } = messageOf(answer, seen, index);
  const blocks = content.flatMap((block, at) => {
    const delta = (fields: object) => ({ type: "content_block_delta", index: at, delta: fields });
    return [
      { type: "content_block_start", index: at, content_block: emptied(block) },
      ...partsOf(block).map(delta),
      { type: "content_block_stop", index: at },
    ];
  });
  const begun = {
    ...message,
    content: [],
    stop_reason: null,
    usage: usage && { ...usage, output_tokens: 1 },
  };
  const last = {
    type: "message_delta",
    delta: { stop_reason },
    usage: { output_tokens: usage?.output_tokens },
  };
  return [
    { type: "message_start", message: begun },
    { type: "ping" },
    ...blocks,
    usage === null ? { ...last, usage: {} } : last,
    { type: "message_stop" },
  ];
}

type Block = Readonly<Record<string, unknown>> & { readonly type: string };

function emptied(block: Block): Block {
  const empty = { text: "", thinking: "", signature: "", input: {} };
  return Object.fromEntries(
    Object.entries(block).map(([name, value]) => [
      name,
      name in empty ? empty[name as keyof typeof empty] : value,
    ]),
  ) as Block;
}

const halves = (text: string): readonly string[] => [
  text.slice(0, text.length / 2),
  text.slice(text.length / 2),
];

function partsOf(block: Block): readonly object[] {
  switch (block.type) {
    case "text":
      return halves(String(block["text"])).map((text) => ({ type: "text_delta", text }));
    case "thinking":
      return [
        { type: "thinking_delta", thinking: block["thinking"] },
        { type: "signature_delta", signature: block["signature"] },
      ];
    default: {
      const { input } = block;
      return halves(typeof input === "string" ? input : JSON.stringify(input)).map((partial_json) => ({
        ...{ type: "input_json_delta", partial_json },
      }));
    }
  }
}
