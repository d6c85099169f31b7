import { describe, expect, test } from "@jest/globals";
import { type Capabilities, firstGuess, learn } from "../../src/llm/capabilities.ts";
import type { ChatMessage, TurnRequest } from "../../src/llm/model.ts";
import { requestBody } from "../../src/llm/request-body.ts";
import { responsesBody } from "../../src/llm/responses.ts";

const openai = "https://api.openai.com/v1";
const openRouter = "https://openrouter.ai/api/v1";
const tools = [{ name: "look", description: "Looks.", parameters: {} }];
const begun: readonly ChatMessage[] = [
  { role: "system", content: "S" },
  { role: "user", content: "U" },
];
const call = { id: "a", name: "look", arguments: "{}" };
const later: readonly ChatMessage[] = [
  ...begun,
  { role: "assistant", content: "", toolCalls: [call, { ...call, id: "b" }] },
  { role: "tool", toolCallId: "a", content: "seen" },
  { role: "tool", toolCallId: "b", content: "seen, too" },
];
const asking = (messages: readonly ChatMessage[], more: Partial<TurnRequest> = {}): TurnRequest => ({
  ...{ messages, tools, maxOutputTokens: 500 },
  ...more,
});
type Body = Readonly<Record<string, unknown>>;
const bodyOf = (request: TurnRequest, known: Capabilities): Body =>
  requestBody({ model: "m", parameters: undefined }, request, known) as unknown as Body;

test.each([
  [openai, "gpt-5.5", "keyed"],
  [openai, "gpt-5.6-sol", "marked"],
  [openai, "gpt-6.1-terra", "marked"],
  ["https://house.openai.azure.com/openai/v1", "our-deployment", "keyed"],
  [openRouter, "anthropic/claude-opus-5", "asked"],
  [openRouter, "openai/gpt-6-sol", "marked"],
  [openRouter, "deepseek/deepseek-v4", "none"],
  ["https://api.anthropic.com/v1", "claude-opus-5", "none"],
  ["http://localhost:8000/v1", "gpt-6-sol", "none"],
  ["https://gateway.example/openrouter.ai/v1", "anthropic/claude-opus-5", "none"],
])("at %s the cache of %s is %s", (baseUrl, model, cache) => {
  expect(firstGuess(baseUrl, model).promptCache).toBe(cache);
});

describe("a request", () => {
  const marked = firstGuess(openai, "gpt-6-sol");
  const mark = { prompt_cache_breakpoint: { mode: "explicit" } };

  test("has one key in all turns of a run, and another in another run", () => {
    const key = (messages: readonly ChatMessage[]) => bodyOf(asking(messages), marked)["prompt_cache_key"];
    expect(key(begun)).toMatch(/^[0-9a-f]{32}$/);
    expect(key(later)).toBe(key(begun));
    expect(key([begun[0]!, { role: "user", content: "Another." }])).not.toBe(key(begun));
  });

  test("marks what each turn ends with, in chat completions", () => {
    expect(bodyOf(asking(later), marked)["messages"]).toMatchObject([
      { role: "system", content: [{ type: "text", text: "S", ...mark }] },
      { role: "user", content: [{ type: "text", text: "U", ...mark }] },
      { role: "assistant", content: null },
      { role: "tool", content: "seen" },
      { role: "tool", content: [{ type: "text", text: "seen, too", ...mark }] },
    ]);
  });

  test("marks the same in the Responses API", () => {
    const { input, prompt_cache_key: key } = responsesBody(
      { model: "m", parameters: undefined },
      asking(later),
      marked,
    );
    expect(key).toBe(bodyOf(asking(later), marked)["prompt_cache_key"]);
    expect(input).toMatchObject([
      { role: "system", content: [{ type: "input_text", text: "S", ...mark }] },
      { role: "user", content: [{ type: "input_text", text: "U", ...mark }] },
      { type: "function_call", call_id: "a" },
      { type: "function_call", call_id: "b" },
      { type: "function_call_output", output: "seen" },
      { type: "function_call_output", output: [{ type: "input_text", text: "seen, too", ...mark }] },
    ]);
  });

  test.each<[string, Partial<TurnRequest>, Body]>([
    ["anthropic/claude-opus-5", {}, { cache_control: { type: "ephemeral" } }],
    ["anthropic/claude-opus-5", { tools: [] }, {}],
    ["deepseek/deepseek-v4", {}, {}],
    ["openai/gpt-6-sol", { tools: [] }, { prompt_cache_options: { mode: "explicit" } }],
  ])("of %s at OpenRouter, %j, has %j and nothing else", (model, more, fields) => {
    const {
      messages,
      model: _,
      max_tokens,
      stream_options,
      tools: __,
      ...rest
    } = bodyOf(asking(begun, more), firstGuess(openRouter, model));
    expect(rest).toEqual(fields);
    if (more.tools || !model.startsWith("openai/"))
      expect(messages).toMatchObject([{ content: "S" }, { content: "U" }]);
  });
});

test.each<[Capabilities["promptCache"], string, Capabilities["promptCache"] | undefined]>([
  ["marked", "Unknown parameter: 'messages[0].content[0].prompt_cache_breakpoint'.", "keyed"],
  ["marked", "prompt_cache_options is not supported with this model.", "keyed"],
  ["marked", "Unrecognized request argument supplied: prompt_cache_key", "none"],
  ["keyed", "Unrecognized request argument supplied: prompt_cache_key", "none"],
  ["asked", "cache_control: Extra inputs are not permitted", "none"],
  ["none", "cache_control: Extra inputs are not permitted", undefined],
])("%s, refused with %j, becomes %s", (promptCache, message, then) => {
  const known = { ...firstGuess(openai, "gpt-6-sol"), promptCache };
  expect(learn(known, message)).toEqual(then && { ...known, promptCache: then });
});
