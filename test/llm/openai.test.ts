import { afterEach, describe, expect, test } from "@jest/globals";
import type { ModelTurn, TurnRequest } from "../../src/llm/model.ts";
import { ModelError } from "../../src/llm/model-error.ts";
import { createModel, type ModelOptions, type OpenAiModel } from "../../src/llm/openai.ts";
import { type ModelEndpoint, type ScriptedAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";

const key = "sk-testkey-0123456789abcdefghij";
const request: TurnRequest = {
  messages: [{ role: "user", content: "Hello." }],
  tools: [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }],
  maxOutputTokens: 500,
};
const hello: ScriptedAnswer = { content: "Hello there.", usage: { input: 20, output: 5, cached: 8 } };
const call: ScriptedAnswer = { toolCalls: [{ id: "a", name: "look", arguments: { at: "x".repeat(200) } }] };
const rejects = (message: string): ScriptedAnswer => ({
  fault: "status",
  status: 400,
  body: { error: { message } },
});

let endpoint: ModelEndpoint | undefined;
afterEach(async () => endpoint?.close());

async function model(
  script: readonly ScriptedAnswer[],
  options: Partial<ModelOptions> & { ignoresStream?: boolean } = {},
): Promise<OpenAiModel> {
  endpoint = await startModelEndpoint({ script, ignoresStream: options.ignoresStream ?? false });
  return createModel({
    baseUrl: endpoint.url,
    apiKey: key,
    model: "gpt-5-mini",
    firstPauseMs: 1,
    idleTimeoutMs: 20_000,
    ...options,
  });
}

async function ask(one: OpenAiModel): Promise<ModelTurn> {
  return one.turn(request, new AbortController().signal);
}

async function errorOf(one: OpenAiModel): Promise<ModelError> {
  const error: unknown = await ask(one).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe("an answer", () => {
  test.each([
    ["streamed", {}],
    ["in one piece", { stream: false }],
    ["in one piece although a stream was asked for", { ignoresStream: true }],
  ])("%s has text, calls, ending, usage and cost", async (_, options) => {
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

describe("a passing fault is asked again", () => {
  const faults: [string, ScriptedAnswer][] = [
    ["F30 stream stalls after 3 tokens", { fault: "stall", after: 3 }],
    ["F30 nothing comes at all", { fault: "stall", after: 0 }],
    ["F30 connection reset before the answer", { fault: "reset" }],
    ["F30 connection reset in mid-answer", { fault: "reset", after: 2 }],
    ["F30 stream ends without an ending", { fault: "truncated", after: 2 }],
    ["F30 429 with a short wait", { fault: "status", status: 429, headers: { "retry-after-ms": "5" } }],
    ["F30 408", { fault: "status", status: 408 }],
    ["F30 409", { fault: "status", status: 409 }],
    ["F30 500", { fault: "status", status: 500 }],
    [
      "F30 502 with a web page",
      {
        fault: "status",
        status: 502,
        headers: { "content-type": "text/html" },
        body: "<h1>Bad gateway</h1>",
      },
    ],
    ["F30 529 overloaded", { fault: "status", status: 529 }],
    [
      "F30 an error inside a stream",
      {
        fault: "raw",
        contentType: "text/event-stream",
        body: 'data: {"error":{"message":"overloaded"}}\n\n',
      },
    ],
    [
      "F30 a stream that is not JSON",
      { fault: "raw", contentType: "text/event-stream", body: "data: {oops\n\n" },
    ],
    [
      "F30 an error inside a 200",
      { fault: "raw", contentType: "application/json", body: '{"error":{"message":"upstream"}}' },
    ],
  ];
  test.each(faults)("%s", async (_, fault) => {
    const silent = "fault" in fault && fault.fault === "stall";
    // A busy machine may take a good answer for silence: a few more stand ready, and only silence is judged by time.
    const script = silent ? [fault, hello, hello, hello] : [fault, hello];
    const turn = await ask(await model(script, silent ? { idleTimeoutMs: 250 } : {}));
    expect(turn).toMatchObject({ content: "Hello there.", finish: "stop" });
    expect(endpoint!.requests.length).toBeGreaterThan(1);
  });

  test("F30 at most three times, then the cause is named", async () => {
    const one = await model(Array.from({ length: 9 }, () => ({ fault: "status", status: 529 }) as const));
    const error = await errorOf(one);
    expect(error).toMatchObject({ kind: "endpoint", message: expect.stringContaining("529") });
    expect(endpoint!.requests).toHaveLength(4);
  });

  test("F30 without streaming a silent endpoint is given up after the request's time", async () => {
    const one = await model([{ fault: "stall", after: 0 }, hello, hello], {
      stream: false,
      requestTimeoutMs: 400,
    });
    expect(await ask(one)).toMatchObject({ content: "Hello there." });
  });

  test("a cancelled run ends at once, with the reason of its signal", async () => {
    const one = await model([{ fault: "stall", after: 2 }], { idleTimeoutMs: 20_000 });
    const controller = new AbortController();
    const reason = new Error("cancelled by a person");
    setTimeout(() => controller.abort(reason), 60);
    await expect(one.turn(request, controller.signal)).rejects.toBe(reason);
    expect(endpoint!.requests).toHaveLength(1);
  });
});

describe("a lasting fault is said once, with its cure and without the key", () => {
  const error = (
    status: number,
    message: string,
    more: object = {},
    headers: Record<string, string> = {},
  ): ScriptedAnswer => ({
    fault: "status",
    status,
    headers,
    body: { error: { message, ...more } },
  });
  const cases: [string, ScriptedAnswer, string, RegExp][] = [
    [
      "F30 429 for hours",
      error(429, "Rate limit", {}, { "retry-after": "7200", "x-ratelimit-type": "UserByModelByDay" }),
      "quota",
      /120 minutes/,
    ],
    [
      "F30 quota used up",
      error(429, "You exceeded your current quota", { code: "insufficient_quota" }),
      "quota",
      /used up/,
    ],
    ["402", error(402, "Insufficient credits"), "quota", /used up/],
    [
      "401 that repeats the key",
      error(401, `Incorrect API key provided: ${key}`),
      "config",
      /refused the key/,
    ],
    ["403 that repeats the key", error(403, `Key ${key} may not`), "config", /does not let this key/],
    [
      "F37 model retired",
      error(404, "The model `gpt-5-mini` has been retired", { code: "model_not_found" }),
      "config",
      /does not know the model/,
    ],
    [
      "F37 model unknown as a 400",
      error(400, "model gpt-5-mini not found"),
      "config",
      /does not know the model/,
    ],
    [
      "F37 context length (OpenAI)",
      error(400, "This model's maximum context length is 8192 tokens", { code: "context_length_exceeded" }),
      "context-length",
      /too long/,
    ],
    [
      "F37 context length (vLLM)",
      error(
        400,
        "You passed 1015 input tokens and requested 10 output tokens. However, the model's context length is only 1024 tokens",
      ),
      "context-length",
      /too long/,
    ],
    [
      "F37 context length (llama.cpp, as a 500)",
      error(500, "the request exceeds the available context size", { type: "exceed_context_size_error" }),
      "context-length",
      /too long/,
    ],
    ["F37 413", error(413, "Request too large"), "context-length", /too long/],
    ["F38 web page of a proxy", { fault: "html" }, "config", /web page/],
    [
      "F38 redirect to http",
      { fault: "status", status: 307, headers: { location: "http://evil.example/v1/chat/completions" } },
      "refused",
      /redirects to http:\/\/evil\.example/,
    ],
    [
      "F38 redirect to https",
      { fault: "status", status: 302, headers: { location: "https://other.example/" } },
      "refused",
      /other\.example/,
    ],
    [
      "F38 another model",
      { content: "Hi.", model: "gpt-3.5-turbo" },
      "refused",
      /answered as gpt-3\.5-turbo/,
    ],
    ["F38 a smaller model", { content: "Hi.", model: "gpt-5-nano" }, "refused", /answered as gpt-5-nano/],
    ["F39 no tools", rejects("gpt-5-mini does not support tools"), "config", /cannot call tools/],
    ["anything else", rejects("messages: at least one message is required"), "config", /refused the request/],
    [
      "D06 an endless answer",
      { fault: "raw", contentType: "text/event-stream", body: `data: {"x":"${"x".repeat(17_000_000)}"}\n\n` },
      "refused",
      /larger than/,
    ],
  ];
  test.each(cases)("%s", async (_, fault, kind, words) => {
    const thrown = await errorOf(await model([fault]));
    expect(thrown).toMatchObject({ kind, message: expect.stringMatching(words) });
    expect(thrown.cure).not.toBe("");
    expect(`${thrown.message} ${thrown.cure} ${thrown.stack} ${JSON.stringify(thrown)}`).not.toContain(key);
    expect(endpoint!.requests).toHaveLength(1);
  });

  test("F34 a request refused by the content filter is a refusal, not an error", async () => {
    const turn = await ask(
      await model([error(400, "The response was filtered", { code: "content_filter" })]),
    );
    expect(turn).toMatchObject({ finish: "refusal", content: expect.stringContaining("filtered") });
  });

  test("F38 a name that the operator listed is accepted", async () => {
    const one = await model([{ content: "Hi.", model: "deployment-7" }], { answersAs: ["deployment-7"] });
    expect(await ask(one)).toMatchObject({ content: "Hi.", model: "deployment-7" });
  });

  test("an endpoint that nobody serves", async () => {
    const one = createModel({ baseUrl: "http://127.0.0.1:9/v1", apiKey: key, model: "m", maxRetries: 0 });
    expect(await errorOf(one)).toMatchObject({
      kind: "endpoint",
      message: expect.stringContaining("could not be reached"),
    });
  });

  test.each(["ftp://x", "no address"])("a wrong address: %s", (baseUrl) => {
    expect(() => createModel({ baseUrl, apiKey: key, model: "m" })).toThrow(ModelError);
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
