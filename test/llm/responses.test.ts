import { describe, expect, test } from "@jest/globals";
import type { ModelTurn } from "../../src/llm/model.ts";
import type { ScriptedAnswer } from "../helpers/model-endpoint.ts";
import { afterCall, ask, call, endpoint, errorOf, hello, model, rejects } from "./asking.ts";

/** Word for word what OpenAI's models answer that call tools in the Responses API alone. */
const refusals: readonly [string, ScriptedAnswer][] = [
  [
    "tools and reasoning, which it has by itself",
    rejects(
      "Function tools with reasoning_effort are not supported for gpt-5-mini in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    ),
  ],
  [
    "any chat",
    {
      ...{ fault: "status", status: 404 },
      body: {
        error: { message: "This model is only supported in v1/responses and not in v1/chat/completions." },
      },
    },
  ],
];
const [, elsewhere] = refusals[0]!;
const noRoute: ScriptedAnswer = { fault: "status", status: 404, body: { error: { message: "No route." } } };

describe("a model that refuses in chat completions", () => {
  test.each(refusals)("%s is asked in the Responses API, from then on", async (_, refusal) => {
    const one = await model([refusal, call, hello]);
    expect(await ask(one)).toMatchObject({
      toolCalls: [{ id: "a", name: "look", arguments: `{"at":"${"x".repeat(200)}"}` }],
      finish: "tool_calls",
      model: "gpt-5-mini",
      usage: { inputTokens: 100, outputTokens: 10, estimated: false, cost: expect.any(Number) },
    });
    expect(await ask(one)).toMatchObject({
      ...{ content: "Hello there.", toolCalls: [], finish: "stop" },
      usage: { inputTokens: 20, outputTokens: 5, cachedTokens: 8 },
    });
    expect(endpoint!.requests.map(({ path }) => path.slice("/v1/".length))).toEqual([
      "chat/completions",
      "responses",
      "responses",
    ]);
  });

  test.each([
    ["in one piece", { stream: false }],
    ["in one piece although a stream was asked for", { ignoresStream: true }],
  ])("is understood %s", async (_, options) => {
    const one = await model([elsewhere, call], options);
    expect(await ask(one)).toMatchObject({ toolCalls: [{ id: "a" }], finish: "tool_calls" });
  });

  const endings: [string, ScriptedAnswer, Partial<ModelTurn>][] = [
    ["F31 length", { content: "half", finish: "length" }, { content: "half", finish: "length" }],
    ["F34 content filter", { content: "I", finish: "content_filter" }, { finish: "refusal" }],
    ["F34 refusal", { refusal: "I will not." }, { content: "I will not.", finish: "refusal" }],
    [
      "F33 no usage",
      { content: "Hi.", usage: null },
      { usage: expect.objectContaining({ estimated: true }) as never },
    ],
  ];
  test.each(endings)("%s", async (_, answer, expected) => {
    expect(await ask(await model([elsewhere, answer]))).toMatchObject(expected);
  });

  const json = (body: object): ScriptedAnswer => ({
    ...{ fault: "raw", contentType: "application/json", body: JSON.stringify(body) },
  });
  const events = (...body: readonly { readonly type: string }[]): ScriptedAnswer => ({
    ...{ fault: "raw", contentType: "text/event-stream" },
    body: body.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
  });
  const failed = { object: "response", status: "failed", error: { code: "server_error", message: "Busy." } };
  const passing: [string, ScriptedAnswer][] = [
    ["a stream that is cut", { fault: "truncated", after: 2 }],
    ["a response that failed", events({ type: "response.failed", ...{ response: failed } })],
    ["the same in one piece", json(failed)],
    ["an error within the stream", events({ type: "error", ...{ code: "server_error", message: "Busy." } })],
    ["what is no response", json({ object: "response", output: "x" })],
    ["a server's error", { fault: "status", status: 503 }],
  ];
  test.each(passing)("%s is asked again", async (_, answer) => {
    const one = await model([elsewhere, answer, hello]);
    expect(await ask(one)).toMatchObject({ content: "Hello there." });
  });

  test("a gateway's last event that leaves the output out is filled with what was done", async () => {
    const message = { type: "message", content: [{ type: "output_text", text: "Hello there." }] };
    const response = { object: "response", status: "completed", output: [] };
    const bare = events(
      { type: "response.output_item.done", ...{ item: message } },
      { type: "response.completed", ...{ response } },
    );
    expect(await ask(await model([elsewhere, bare]))).toMatchObject({ content: "Hello there." });
  });

  test("behind a gateway without that API it is asked not to think", async () => {
    const one = await model([elsewhere, noRoute, call, hello]);
    expect(await ask(one)).toMatchObject({ finish: "tool_calls" });
    await ask(one);
    const [first, second, ...later] = endpoint!.requests.map(({ path, body }) => [
      path.slice("/v1/".length),
      body["reasoning_effort"],
    ]);
    expect([first, second]).toEqual([
      ["chat/completions", undefined],
      ["responses", undefined],
    ]);
    expect(later).toEqual([
      ["chat/completions", "none"],
      ["chat/completions", "none"],
    ]);
  });

  test("what refuses everything ends with its words", async () => {
    const one = await model([elsewhere, noRoute, elsewhere, hello]);
    expect(await errorOf(one)).toMatchObject({ message: expect.stringContaining("Function tools") });
  });
});

describe("the conversation", () => {
  const parameters = { reasoning_effort: "high", verbosity: "low", service_tier: "flex" };

  test("goes whole, with the reasoning as it came and nothing stored", async () => {
    const one = await model([elsewhere, { ...call, content: "I look." }, hello], { parameters });
    await one.turn(afterCall(await ask(one)), new AbortController().signal);
    const { body } = endpoint!.requests.at(-1)!;
    expect(body).toMatchObject({
      ...{
        model: "gpt-5-mini",
        store: false,
        include: ["reasoning.encrypted_content"],
        max_output_tokens: 500,
      },
      ...{ reasoning: { effort: "high" }, text: { verbosity: "low" }, service_tier: "flex" },
      tools: [{ type: "function", name: "look", parameters: { type: "object" }, strict: false }],
    });
    expect(body["input"]).toEqual([
      { role: "system", content: "S" },
      { role: "user", content: "U" },
      { type: "reasoning", summary: [], encrypted_content: "cipher-1" },
      expect.objectContaining({ type: "message", role: "assistant" }),
      expect.objectContaining({ type: "function_call", call_id: "a", name: "look" }),
      { type: "function_call_output", call_id: "a", output: "seen" },
      { role: "user", content: "Go on." },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/"id":/);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(["messages"]));
  });

  test("goes without reasoning whose call was dropped", async () => {
    const one = await model([elsewhere, { ...call, content: "I look.", finish: "length" }, hello]);
    await one.turn(afterCall({ ...(await ask(one)), toolCalls: [] }), new AbortController().signal);
    expect(endpoint!.requests.at(-1)!.body["input"]).toContainEqual({
      role: "assistant",
      content: "I look.",
    });
    expect(JSON.stringify(endpoint!.requests.at(-1)!.body)).not.toContain("cipher");
  });

  test("goes on in a process that has still to learn of it, which says nothing odd in the chat", async () => {
    const first = await ask(await model([elsewhere, call]));
    await endpoint!.close();
    const another = await model([elsewhere, hello]);
    await another.turn(afterCall(first), new AbortController().signal);
    expect(JSON.stringify(endpoint!.requests[0]!.body)).not.toContain("cipher");
    expect(JSON.stringify(endpoint!.requests[1]!.body)).toContain("cipher");
  });

  test("begun in chat completions goes on in the Responses API", async () => {
    const one = await model([call, elsewhere, hello]);
    await one.turn(afterCall(await ask(one)), new AbortController().signal);
    expect(endpoint!.requests.at(-1)!.body["input"]).toContainEqual(
      expect.objectContaining({ type: "function_call", call_id: "a" }),
    );
  });
});
