import { describe, expect, test } from "@jest/globals";
import { ModelError } from "../../src/llm/model-error.ts";
import { createModel } from "../../src/llm/openai.ts";
import { abortOnceAsked } from "../helpers/abort-once-asked.ts";
import type { ScriptedAnswer } from "../helpers/model-endpoint.ts";
import { ask, endpoint, errorOf, hello, key, model, rejects, request } from "./asking.ts";

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
    const turn = await ask(await model(script, silent ? { idleTimeoutMs: 1_000 } : {}));
    expect(turn).toMatchObject({ content: "Hello there.", finish: "stop" });
    expect(endpoint!.requests.length).toBeGreaterThan(1);
  });

  test.each([
    "This model's maximum context length is 3000 tokens. However, you requested 3300 tokens (2500 in the messages, 800 in the completion). Please reduce the length of the messages or completion.",
    "This model's maximum context length is 3000 tokens. However, your request has 2500 input tokens plus 500 'max_tokens'. Please reduce one or the other.",
  ])("F37 no room that is worth anything is left: %s", async (message) => {
    expect(await errorOf(await model([rejects(message)]))).toMatchObject({ kind: "context-length" });
  });

  test.each([
    "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens (30000 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    "This model's maximum context length is 32768 tokens. However, your request has 30000 input tokens plus 10000 'max_tokens'. Please reduce one or the other. (parameter=input_tokens, max_tokens, value=(30000, 10000))",
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (28000 of text input, 2000 of tool input, 10000 in the output). Please reduce the length of either one.",
  ])("F37 what the window has room for is asked for: %s", async (message) => {
    const one = await model([rejects(message), hello]);
    await one.turn({ ...request, maxOutputTokens: 10_000 }, new AbortController().signal);
    expect(endpoint!.requests.map(({ body }) => body["max_tokens"])).toEqual([10_000, 2704]);
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
      requestTimeoutMs: 1_500,
    });
    expect(await ask(one)).toMatchObject({ content: "Hello there." });
  });

  test("a cancelled run ends at once, with the reason of its signal", async () => {
    const one = await model([{ fault: "stall", after: 2 }], { idleTimeoutMs: 240_000 });
    const reason = new Error("cancelled by a person");
    await expect(one.turn(request, abortOnceAsked(endpoint!, reason))).rejects.toBe(reason);
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
