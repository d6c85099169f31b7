import { describe, expect, test } from "@jest/globals";
import { withoutThoughts } from "../../src/llm/echo.ts";
import type { ChatMessage, ModelTurn } from "../../src/llm/model.ts";
import type { ChatBody, ScriptedAnswer } from "../helpers/model-endpoint.ts";
import { ask, endpoint, hello, model, rejects, request } from "./asking.ts";

const whole = (message: object): ScriptedAnswer => ({
  fault: "raw",
  contentType: "application/json",
  body: JSON.stringify({ choices: [{ message }] }),
});
const streamed = (...deltas: object[]): ScriptedAnswer => ({
  fault: "raw",
  contentType: "text/event-stream",
  body: `${deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`).join("")}data: [DONE]\n\n`,
});
const call = (more: object = {}) => ({
  ...{ index: 0, id: "a", type: "function", function: { name: "look", arguments: "{}" } },
  ...more,
});
const signed = { extra_content: { google: { thought_signature: "c2ln" } } };

/** The second request of a conversation in which `turn` was the model's first word. */
async function secondRequest(answers: readonly ScriptedAnswer[], before: readonly ChatMessage[] = []) {
  const one = await model([...answers, hello, hello]);
  const turn = await ask(one);
  const messages = [...request.messages, ...before, asMessage(turn), seen];
  await one.turn({ ...request, messages }, new AbortController().signal);
  return endpoint!.requests.at(-1)!.body.messages.filter(({ role }) => role === "assistant");
}
const asMessage = ({ content, toolCalls, echo }: ModelTurn): ChatMessage => ({
  ...{ role: "assistant", content, toolCalls, echo },
});
const seen: ChatMessage = { role: "tool", toolCallId: "a", content: "seen" };

describe("what came beside an answer goes back with it", () => {
  const cases: [string, ScriptedAnswer, object][] = [
    [
      "DeepSeek's reasoning, streamed",
      streamed(
        { role: "assistant", content: null, reasoning_content: "" },
        { content: null, reasoning_content: "I must " },
        { reasoning_content: "look." },
        { tool_calls: [call()] },
      ),
      { content: null, reasoning_content: "I must look.", tool_calls: [{ id: "a" }] },
    ],
    [
      "Moonshot's reasoning, in one piece",
      whole({ content: "", reasoning_content: "Look.", tool_calls: [call()] }),
      { reasoning_content: "Look." },
    ],
    [
      "Gemini's signature of a call, and only of the call that has one",
      streamed({ tool_calls: [call(signed)] }, { tool_calls: [call({ index: 1, id: "b" })] }),
      {
        tool_calls: [
          { id: "a", ...signed },
          expect.not.objectContaining({ extra_content: expect.anything() }),
        ],
      },
    ],
    [
      "OpenRouter's reasoning, whose parts grow and whose ciphers stay apart",
      streamed(
        { reasoning_details: [{ type: "reasoning.text", index: 0, text: "I must ", signature: null }] },
        { reasoning_details: [{ type: "reasoning.text", index: 0, text: "look." }] },
        { reasoning_details: [{ type: "reasoning.text", index: 0, text: "", signature: "c2ln" }] },
        { reasoning_details: [{ type: "reasoning.encrypted", index: 1, data: "eA" }] },
        { reasoning_details: [{ type: "reasoning.encrypted", index: 1, data: "eQ" }] },
        { tool_calls: [call()] },
      ),
      {
        reasoning_details: [
          { type: "reasoning.text", index: 0, text: "I must look.", signature: "c2ln" },
          { type: "reasoning.encrypted", index: 1, data: "eA" },
          { type: "reasoning.encrypted", index: 1, data: "eQ" },
        ],
      },
    ],
    [
      "LiteLLM's blocks and fields",
      whole({
        thinking_blocks: [{ type: "thinking", thinking: "Look.", signature: "c2ln" }],
        tool_calls: [call({ provider_specific_fields: { thought_signature: "c2ln" } })],
      }),
      {
        thinking_blocks: [{ type: "thinking", thinking: "Look.", signature: "c2ln" }],
        tool_calls: [{ provider_specific_fields: { thought_signature: "c2ln" } }],
      },
    ],
    [
      "thoughts in the text, which MiniMax wants there again",
      whole({ content: "<think>\nLook.\n</think>\n\nI look.", tool_calls: [call()] }),
      { content: "<think>\nLook.\n</think>\n\nI look." },
    ],
    [
      "no more than a turn can hold",
      whole({ reasoning_content: "x".repeat(1_000_001), tool_calls: [call()] }),
      { content: null },
    ],
    ["nothing, where nothing came", whole({ tool_calls: [call()] }), { content: null }],
  ];
  test.each(cases)("%s", async (_, answer, expected) => {
    const [said] = await secondRequest([answer]);
    expect(said).toMatchObject(expected);
    const names = ["role", "content", "tool_calls", ...Object.keys(expected)];
    expect(Object.keys(said!).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe("an endpoint that differs is understood by its refusal, once", () => {
  const reasoned = whole({ reasoning: "Look.", tool_calls: [call()] });
  const bare: ChatMessage = { role: "assistant", content: "Yes.", toolCalls: [] };
  const unwanted = (said: readonly object[]) =>
    expect(said.every((one) => !("reasoning" in one) && !("reasoning_content" in one))).toBe(true);
  const cases: [string, ScriptedAnswer, (said: ChatBody["messages"]) => void][] = [
    [
      "Groq",
      rejects(
        "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning' is unsupported)]",
      ),
      unwanted,
    ],
    [
      "Cerebras",
      {
        ...{ fault: "status", status: 400 },
        body: {
          message: "messages.2.assistant.reasoning: property 'messages.2.assistant.reasoning' is unsupported",
          code: "wrong_api_format",
        },
      },
      unwanted,
    ],
    [
      "Mistral",
      {
        ...{ fault: "status", status: 422 },
        body: {
          detail: [
            {
              type: "extra_forbidden",
              loc: ["body", "messages", 2, "assistant", "reasoning"],
              msg: "Extra inputs are not permitted",
            },
          ],
        },
      },
      unwanted,
    ],
    ...[
      "Missing `reasoning_content` field in the assistant message at message index 1.",
      "The `reasoning_content` in the thinking mode must be passed back to the API.",
      "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
    ].map((message): [string, ScriptedAnswer, (said: ChatBody["messages"]) => void] => [
      message,
      rejects(message),
      (said) =>
        expect(said).toMatchObject([
          { reasoning_content: " " },
          { reasoning_content: " ", reasoning: "Look." },
        ]),
    ]),
  ];
  test.each(cases)("%s", async (_, refusal, check) => {
    check(await secondRequest([reasoned, refusal], [bare]));
    expect(endpoint!.requests).toHaveLength(3);
  });
});

test.each([
  ["<think>\nI must look.\n</think>\n\nI look.", "I look."],
  ["\n<thought>Hm.</thought>Yes.", "Yes."],
  ["Hm, they ask for it.\n</think>\n\nYes.", "Yes."],
  ["<think></think>", ""],
  // What is no thought stays.
  ["<think>\nI must", "<think>\nI must"],
  [
    "The parser drops `<think>` and `</think>`\nas it should.",
    "The parser drops `<think>` and `</think>`\nas it should.",
  ],
  ["A `</think>` ends it.", "A `</think>` ends it."],
  ["</b>", "</b>"],
])("%j says %j", (content, said) => {
  expect(withoutThoughts(content)).toBe(said);
});
