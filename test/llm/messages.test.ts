/** Anthropic's Messages API. */
import { describe, expect, test } from "@jest/globals";
import { firstGuess } from "../../src/llm/capabilities.ts";
import { messagesBody } from "../../src/llm/messages.ts";
import type { ModelTurn } from "../../src/llm/model.ts";
import type { ModelOptions, OpenAiModel } from "../../src/llm/openai.ts";
import { createModel } from "../../src/llm/openai.ts";
import type { ScriptedAnswer } from "../helpers/model-endpoint.ts";
import {
  afterCall,
  ask,
  call,
  endpoint,
  errorOf,
  hello,
  key,
  model,
  rejects,
  request,
  wireForms,
} from "./asking.ts";

async function claude(
  script: readonly ScriptedAnswer[],
  options: Partial<ModelOptions> & { ignoresStream?: boolean } = {},
): Promise<OpenAiModel> {
  await model(script, options);
  const baseUrl = endpoint!.url.replace(/v1$/, "anthropic/v1");
  return createModel({ baseUrl, apiKey: key, model: "claude-opus-5", firstPauseMs: 1, ...options });
}
const thinking = { parameters: { reasoning_effort: "high" } };

test.each([
  ["https://api.anthropic.com/v1", "messages"],
  ["https://house.services.ai.azure.com/anthropic/v1", "messages"],
  ["https://api.deepseek.com/anthropic", "messages"],
  ["https://api.anthropic.com.example/v1", "chat"],
  ["https://openrouter.ai/api/v1", "chat"],
])("%s is asked in %s", (baseUrl, api) => expect(firstGuess(baseUrl, "claude-opus-5").api).toBe(api));

describe("an answer", () => {
  test.each(wireForms)("%s has text, calls, ending, usage and cost", async (_, options) => {
    const one = await claude([hello, { ...call, content: "I look." }], { ...options, ...thinking });
    expect(await ask(one)).toMatchObject({
      ...{ content: "Hello there.", toolCalls: [], finish: "stop", model: "claude-opus-5" },
      // 12 fresh, 8 from the cache, 5 out.
      usage: { inputTokens: 20, outputTokens: 5, cachedTokens: 8, estimated: false, cost: 0.000189 },
    });
    expect(await ask(one)).toMatchObject({
      ...{ content: "I look.", finish: "tool_calls" },
      toolCalls: [{ id: "a", name: "look", arguments: `{"at":"${"x".repeat(200)}"}` }],
    });
  });

  const endings: [string, ScriptedAnswer, Partial<ModelTurn>][] = [
    ["F31 length", { content: "half", finish: "length" }, { content: "half", finish: "length" }],
    ["the window is full", { content: "h", finish: "model_context_window_exceeded" }, { finish: "length" }],
    ["F34 refusal", { content: "No.", refusal: "No." }, { content: "No.", finish: "refusal" }],
    [
      "F33 no usage",
      { content: "Hi.", usage: null },
      { usage: expect.objectContaining({ estimated: true }) as never },
    ],
    ["no text", { content: "" }, { content: "", finish: "stop" }],
    [
      "arguments that are cut off",
      { toolCalls: [{ name: "look", arguments: '{"at": ' }] },
      { toolCalls: [expect.objectContaining({ arguments: '{"at": ' }) as never] },
    ],
  ];
  test.each(endings)("%s", async (_, answer, expected) => {
    // An empty stream is asked again in one piece; the script answers the same.
    expect(await ask(await claude([answer, answer]))).toMatchObject(expected);
  });

  const events = (...body: readonly object[]): ScriptedAnswer => ({
    ...{ fault: "raw", contentType: "text/event-stream" },
    body: body.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
  });
  const passing: [string, ScriptedAnswer][] = [
    ["a stream that is cut", { fault: "truncated", after: 3 }],
    ["an overloaded server", { fault: "status", status: 529 }],
    [
      "an error within the stream",
      events({ type: "error", error: { type: "overloaded_error", message: "Busy." } }),
    ],
    ["what is no message", events({ type: "message_delta", delta: { stop_reason: "end_turn" } })],
    [
      "blocks without end",
      events({ type: "content_block_start", index: 1e9, content_block: { type: "text" } }),
    ],
  ];
  test.each(passing)("%s is asked again", async (_, answer) => {
    expect(await ask(await claude([answer, hello]))).toMatchObject({ content: "Hello there." });
  });

  test("where there is no such API it is asked in chat completions", async () => {
    const one = await claude([{ fault: "status", status: 404, body: { error: { message: "No route." } } }]);
    await errorOf(one);
    expect(one.capabilities().api).toBe("chat");
  });
});

describe("the conversation", () => {
  const mark = { cache_control: { type: "ephemeral" } };

  test("goes whole, with the thoughts as they came, marked for the cache", async () => {
    const one = await claude([{ ...call, content: "I look." }, hello], thinking);
    await one.turn(afterCall(await ask(one)), new AbortController().signal);
    const { body, headers } = endpoint!.requests.at(-1)!;
    expect(headers).toMatchObject({ "x-api-key": key, "anthropic-version": "2023-06-01" });
    expect(headers["authorization"]).toBeUndefined();
    expect(body).toEqual({
      ...{ model: "claude-opus-5", max_tokens: 500, stream: true },
      ...{ thinking: { type: "adaptive" }, output_config: { effort: "high" } },
      system: [{ type: "text", text: "S", ...mark }],
      tools: [{ name: "look", description: "Looks.", input_schema: { type: "object", properties: {} } }],
      messages: [
        { role: "user", content: [{ type: "text", text: "U", ...mark }] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Well.", signature: "seal-0" },
            { type: "text", text: "I look." },
            { type: "tool_use", id: "a", name: "look", input: { at: "x".repeat(200) } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: "seen" },
            { type: "text", text: "Go on.", ...mark },
          ],
        },
      ],
    });
  });

  test.each<[string, ScriptedAnswer, Partial<ModelTurn>]>([
    ["whose call was dropped", { ...call, content: "I look." }, { toolCalls: [] }],
    ["that are refused", { ...call, content: "I look." }, {}],
  ])("goes without thoughts %s", async (why, first, dropped) => {
    const refused = why.includes("refused");
    const refusal = rejects("messages.1.content.0: Invalid `signature` in `thinking` block");
    const one = await claude([first, ...(refused ? [refusal] : []), hello], thinking);
    await one.turn(afterCall({ ...(await ask(one)), ...dropped }), new AbortController().signal);
    expect(JSON.stringify(endpoint!.requests.at(-1)!.body)).not.toContain("seal");
  });

  test("of another endpoint, with ids and arguments that are refused here, is made fit", () => {
    const odd = { id: "call:1/2", name: "look", arguments: "{nonsense" };
    const { messages: sent } = messagesBody(
      { model: "m", parameters: undefined },
      {
        ...request,
        messages: [
          { role: "user", content: "U" },
          { role: "assistant", content: " ", toolCalls: [odd], echo: { reasoning_content: "Hm." } },
          { role: "tool", toolCallId: odd.id, content: "seen" },
        ],
      },
      firstGuess("https://api.anthropic.com/v1"),
    );
    expect(sent).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ type: "tool_use", id: "call_1_2", name: "look", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1_2" }] },
    ]);
  });

  test("a single question is not written to the cache", async () => {
    const one = await claude([hello]);
    await one.turn({ ...request, tools: [] }, new AbortController().signal);
    expect(JSON.stringify(endpoint!.requests[0]!.body)).not.toMatch(/cache_control|"tools"/);
  });
});
