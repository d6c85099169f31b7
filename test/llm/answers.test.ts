import { describe, expect, test } from "@jest/globals";
import type { ModelTurn } from "../../src/llm/model.ts";
import type { ScriptedAnswer } from "../helpers/model-endpoint.ts";
import { ask, call, endpoint, errorOf, hello, key, model, rejects, request, wireForms } from "./asking.ts";

describe("an answer", () => {
  test.each(wireForms)("%s has text, calls, ending, usage and cost", async (_, options) => {
    const one = await model([hello, call], options);
    expect(await ask(one)).toMatchObject({
      content: "Hello there.",
      toolCalls: [],
      finish: "stop",
      model: "gpt-5-mini",
      usage: { inputTokens: 20, outputTokens: 5, cachedTokens: 8, estimated: false, cost: 0.0000132 },
    });
    expect(await ask(one)).toMatchObject({
      content: "",
      toolCalls: [{ id: "a", name: "look", arguments: `{"at":"${"x".repeat(200)}"}` }],
      finish: "tool_calls",
    });
  });

  const shapes: [string, ScriptedAnswer, Partial<ModelTurn>][] = [
    ["F33 empty content", { content: "" }, { content: "", finish: "stop" }],
    ["F33 null finish with content", { content: "Yes.", finish: null }, { content: "Yes.", finish: "stop" }],
    ["F33 null finish with a call", { ...call, finish: null }, { finish: "tool_calls" }],
    ["F33 finish stop beside a call", { ...call, finish: "stop" }, { finish: "tool_calls" }],
    ["F31 length", { content: "half", finish: "length" }, { content: "half", finish: "length" }],
    [
      "F34 refusal in its own field",
      { refusal: "I will not." },
      { content: "I will not.", finish: "refusal" },
    ],
    ["F34 content filter", { content: "I", finish: "content_filter" }, { finish: "refusal" }],
    ["dated name", { content: "Hi.", model: "gpt-5-mini-2025-08-07" }, { model: "gpt-5-mini-2025-08-07" }],
  ];
  test.each(shapes)("%s", async (_, answer, expected) => {
    // An empty stream is asked again in one piece (lost tool calls); the script answers the same.
    expect(await ask(await model([answer, answer]))).toMatchObject(expected);
  });

  const raw = (body: unknown): ScriptedAnswer => ({
    fault: "raw",
    contentType: "application/json",
    body: JSON.stringify(body),
  });
  const bodies: [string, unknown, Partial<ModelTurn>][] = [
    ["F33 null choices", { choices: null }, { content: "", finish: "unknown" }],
    ["F33 no choices", { choices: [], usage: null }, { content: "", finish: "unknown" }],
    [
      "content in parts",
      {
        choices: [
          {
            message: {
              content: [
                { type: "text", text: "a" },
                { type: "text", text: "b" },
              ],
            },
          },
        ],
      },
      { content: "ab", finish: "stop" },
    ],
    [
      "F32 arguments as an object",
      {
        choices: [
          { message: { tool_calls: [{ id: "1", function: { name: "look", arguments: { a: 1 } } }] } },
        ],
      },
      { toolCalls: [{ id: "1", name: "look", arguments: '{"a":1}' }] },
    ],
    [
      "F36 duplicate ids stay two calls",
      {
        choices: [
          {
            message: {
              tool_calls: [
                { id: "1", function: { name: "look", arguments: "{}" } },
                { id: "1", function: { name: "look", arguments: '{"b":2}' } },
              ],
            },
          },
        ],
      },
      {
        toolCalls: [
          { id: "1", name: "look", arguments: "{}" },
          { id: "1", name: "look", arguments: '{"b":2}' },
        ],
      },
    ],
    [
      "reasoning that stands in the total alone is output",
      {
        choices: [{ message: { content: "x" } }],
        usage: { prompt_tokens: 21, completion_tokens: 3, total_tokens: 84 },
      },
      { usage: expect.objectContaining({ inputTokens: 21, outputTokens: 63, estimated: false }) as never },
    ],
    [
      "D06 impossible figures are counted by us",
      { choices: [{ message: { content: "x" } }], usage: { prompt_tokens: 1e308, completion_tokens: -5 } },
      { usage: expect.objectContaining({ estimated: true }) as never },
    ],
  ];
  test.each(bodies)("%s", async (_, body, expected) => {
    expect(await ask(await model([raw(body), raw(body)]))).toMatchObject(expected);
  });

  test("F33 missing usage is counted by us and said so", async () => {
    const turn = await ask(await model([{ content: "Hello there.", usage: null }]));
    expect(turn.usage).toMatchObject({ estimated: true, outputTokens: 4 });
    expect(turn.usage.inputTokens).toBeGreaterThan(20);
  });

  test("an unknown price is no price", async () => {
    expect((await ask(await model([hello], { model: "house-model" }))).usage.cost).toBeUndefined();
  });
});

describe("a stream's fragments", () => {
  const stream = (...deltas: object[]): ScriptedAnswer => ({
    fault: "raw",
    contentType: "text/event-stream",
    body: `${deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`).join("")}data: [DONE]\n\n`,
  });
  const part = (fields: object, written: object) => ({ tool_calls: [{ ...fields, function: written }] });
  const cases: [string, ScriptedAnswer, readonly string[]][] = [
    [
      "belong together by index, also interleaved",
      stream(
        part({ index: 0, id: "a" }, { name: "f", arguments: "" }),
        part({ index: 1, id: "b" }, { name: "g" }),
        part({ index: 1 }, { arguments: "{2}" }),
        part({ index: 0 }, { arguments: "{1}" }),
      ),
      ["a f {1}", "b g {2}"],
    ],
    [
      "belong together by id when every index is 0",
      stream(
        part({ index: 0, id: "a" }, { name: "f", arguments: "{1}" }),
        part({ index: 0, id: "b" }, { name: "g", arguments: "{" }),
        part({ index: 0, id: "b" }, { arguments: "2}" }),
      ),
      ["a f {1}", "b g {2}"],
    ],
    [
      "belong to the last call without index and id",
      stream(
        part({}, { name: "f", arguments: "{" }),
        part({}, { arguments: "1}" }),
        part({}, { name: "g", arguments: "{2}" }),
      ),
      [" f {1}", " g {2}"],
    ],
    [
      "keep a name that is said again",
      stream(
        part({ index: 0, id: "a" }, { name: "f", arguments: "{" }),
        part({ index: 0, id: "a" }, { name: "f", arguments: "1}" }),
      ),
      ["a f {1}"],
    ],
  ];
  test.each(cases)("%s", async (_, answer, expected) => {
    const { toolCalls } = await ask(await model([answer]));
    expect(toolCalls.map((one) => `${one.id} ${one.name} ${one.arguments}`)).toEqual(expected);
  });
});

describe("F39 what an endpoint does not support is learned once and remembered", () => {
  const cases: [string, string, (body: Readonly<Record<string, unknown>>) => void][] = [
    [
      "max_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      (body) => {
        expect(body["max_completion_tokens"]).toBe(500);
        expect(body).not.toHaveProperty("max_tokens");
      },
    ],
    [
      "stream_options",
      "Unrecognized request argument supplied: stream_options",
      (body) => expect(body).not.toHaveProperty("stream_options"),
    ],
    [
      "streaming",
      "Your organization must be verified to stream this model.",
      (body) => expect(body["stream"]).not.toBe(true),
    ],
    [
      "the cap's size",
      "max_tokens is too large: 500. This model supports at most 400 completion tokens",
      (body) => expect(body["max_tokens"]).toBe(400),
    ],
  ];
  test.each(cases)("%s", async (_, message, check) => {
    const one = await model([rejects(message), hello, hello]);
    await ask(one);
    await ask(one);
    expect(endpoint!.requests).toHaveLength(3);
    check(endpoint!.requests[1]!.body);
    check(endpoint!.requests[2]!.body);
  });

  test("both names of the cap refused: no cap is sent", async () => {
    const one = await model([
      rejects("unknown field max_tokens"),
      rejects("unknown field max_completion_tokens"),
      hello,
    ]);
    await ask(one);
    expect(endpoint!.requests[2]!.body).not.toHaveProperty("max_tokens");
    expect(endpoint!.requests[2]!.body).not.toHaveProperty("max_completion_tokens");
  });

  test("the same refusal for ever ends", async () => {
    const one = await model(Array.from({ length: 9 }, () => rejects("stream_options is not supported")));
    expect(await errorOf(one)).toMatchObject({ kind: "config" });
    expect(endpoint!.requests).toHaveLength(2);
  });

  test("tool calls that a stream loses are found by asking in one piece", async () => {
    const one = await model([{ content: "", finish: "stop" }, call, call]);
    expect(await ask(one)).toMatchObject({ finish: "tool_calls" });
    expect(await ask(one)).toMatchObject({ finish: "tool_calls" });
    expect(endpoint!.requests.map((seen) => seen.body.stream === true)).toEqual([true, false, false]);
  });
});

test("the host's fields are in every request, and change none of ours", async () => {
  const one = await model([hello], { parameters: { reasoning_effort: "high", model: "other" } });
  await ask(one);
  expect(endpoint!.requests[0]!.body).toMatchObject({ reasoning_effort: "high", model: "gpt-5-mini" });
});

test("the request carries the key in its header only, and the whole conversation", async () => {
  const one = await model([hello]);
  await one.turn(
    {
      ...request,
      messages: [
        { role: "system", content: "S" },
        { role: "user", content: "U" },
        { role: "assistant", content: "", toolCalls: [{ id: "a", name: "look", arguments: "{}" }] },
        { role: "tool", toolCallId: "a", content: "seen" },
      ],
    },
    new AbortController().signal,
  );
  const [seen] = endpoint!.requests;
  expect(seen!.headers["authorization"]).toBe(`Bearer ${key}`);
  expect(JSON.stringify(seen!.body)).not.toContain(key);
  expect(seen!.body.messages.map((message) => [message.role, message.content, message.tool_call_id])).toEqual(
    [
      ["system", "S", undefined],
      ["user", "U", undefined],
      ["assistant", null, undefined],
      ["tool", "seen", "a"],
    ],
  );
});
