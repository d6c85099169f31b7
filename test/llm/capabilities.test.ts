import { describe, expect, test } from "@jest/globals";
import { type Capabilities, firstGuess, learn } from "../../src/llm/capabilities.ts";

const known = firstGuess("http://localhost:8000/v1");

describe("F39 what an endpoint's refusal teaches", () => {
  const cases: [string, Partial<Capabilities> | undefined][] = [
    ["Unrecognized request argument supplied: stream_options", { usageInStream: false }],
    ["Your organization must be verified to stream this model.", { stream: false }],
    ["streaming is not supported with tools", { stream: false }],
    ["registry.ollama.ai/library/gemma:2b does not support tools", { tools: false }],
    [
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      { tools: false },
    ],
    ["tools param requires --jinja flag", { tools: false }],
    ["Function calling is not enabled for this model", { tools: false }],
    [
      "max_tokens is too large: 99. This model supports at most 64 completion tokens",
      { maxOutputTokens: 64 },
    ],
    [
      "max_tokens: 99 > 64, which is the maximum allowed number of output tokens for m",
      { maxOutputTokens: 64 },
    ],
    ["Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", { maxOutputTokens: 8192 }],
    ["`max_tokens` must be less than or equal to `8192`", { maxOutputTokens: 8192 }],
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { outputLimits: ["max_completion_tokens", "none"] },
    ],
    // Faults of one message or one tool say nothing about the endpoint.
    [
      "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
      undefined,
    ],
    ["Invalid 'tools[0].function.name': string does not match pattern", undefined],
    ["Invalid schema for function 'look': 'foo' is not supported", undefined],
    ["messages: at least one message is required", undefined],
    ["", undefined],
  ];
  test.each(cases)("%s", (message, lesson) => {
    expect(learn(known, message)).toEqual(lesson === undefined ? undefined : { ...known, ...lesson });
  });

  test("the same lesson twice teaches nothing, so asking again comes to an end", () => {
    for (const [message] of cases) {
      let state: Capabilities | undefined = known;
      let lessons = 0;
      for (; state !== undefined && lessons < 10; lessons += 1) state = learn(state, message);
      expect(lessons).toBeLessThan(4);
    }
  });
});

test.each([
  ["https://api.openai.com/v1", "max_completion_tokens"],
  ["https://x.openai.azure.com/openai/v1", "max_completion_tokens"],
  ["https://openai.com.evil.example/v1", "max_tokens"],
  ["http://localhost:11434/v1", "max_tokens"],
])("%s is first asked with %s", (baseUrl, name) => {
  expect(firstGuess(baseUrl).outputLimits[0]).toBe(name);
});
