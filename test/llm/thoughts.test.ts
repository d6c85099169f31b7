/** Models that think spend output tokens on what nobody reads; an answer may end before its first word. */
import { expect, test } from "@jest/globals";
import { assembleAnswer } from "../../src/llm/answer.ts";
import type { ScriptedAnswer } from "../helpers/model-endpoint.ts";
import { ask, call, endpoint, hello, model, rejects, request } from "./asking.ts";

const silent: ScriptedAnswer = { content: "", finish: "length", usage: { input: 20, output: 500 } };
const mostlyThought: ScriptedAnswer = {
  ...{ content: "The pl", finish: "length" },
  usage: { input: 20, output: 500, thought: 400 },
};
const mostlySaid: ScriptedAnswer = {
  ...{ content: "The pl", finish: "length" },
  usage: { input: 20, output: 500, thought: 100 },
};
const tooMuch = (most: number): ScriptedAnswer =>
  rejects(`max_tokens is too large. This model supports at most ${most} completion tokens`);
const tooLong: ScriptedAnswer = rejects(
  "This model's maximum context length is 20000 tokens. However, you requested 24884 tokens (8000 in the messages, 16884 in the completion). Please reduce the length of the messages or completion.",
);

test.each<[string, readonly ScriptedAnswer[], readonly number[], string, number]>([
  ["it said nothing", [silent, hello], [500, 16_884], "stop", 505],
  ["it said little", [mostlyThought, hello], [500, 16_884], "stop", 505],
  ["twice", [silent, silent, call], [500, 16_884, 49_652], "tool_calls", 1010],
  ["it never comes to an end", [silent, silent, silent], [500, 16_884, 49_652], "length", 1500],
  ["it said most", [mostlySaid], [500], "length", 500],
  ["the model takes less", [silent, tooMuch(8_192), hello], [500, 16_884, 8_192], "stop", 505],
  ["the model takes no more", [tooMuch(400), silent], [500, 400], "length", 500],
  ["its window has less room", [silent, tooLong, hello], [500, 16_884, 11_936], "stop", 505],
])("more room is asked for where thoughts took it: %s", async (_, script, asked, finish, output) => {
  const one = await model(script);
  expect(await ask(one)).toMatchObject({ finish, usage: { outputTokens: output } });
  expect(endpoint!.requests.map(({ body }) => body["max_tokens"])).toEqual(asked);
});

test("an answer that was given up is paid for although the next one is filtered", async () => {
  const filtered: ScriptedAnswer = {
    ...{ fault: "status", status: 400 },
    body: { error: { message: "The response was filtered", code: "content_filter" } },
  };
  const turn = await ask(await model([silent, filtered]));
  expect(turn).toMatchObject({ finish: "refusal", usage: { estimated: true } });
  expect(turn.usage.inputTokens).toBeGreaterThan(20);
  expect(turn.usage.outputTokens).toBeGreaterThanOrEqual(500);
});

test("what is left of a run's tokens is not passed over", async () => {
  const one = await model([silent, silent]);
  const signal = new AbortController().signal;
  expect(await one.turn({ ...request, mostWithThoughts: 2_000 }, signal)).toMatchObject({ finish: "length" });
  expect(endpoint!.requests.map(({ body }) => body["max_tokens"])).toEqual([500, 2_000]);
});

test("once a model was found to think so long, it has the room from the beginning", async () => {
  const one = await model([silent, hello, hello]);
  await ask(one);
  await ask(one);
  expect(endpoint!.requests.map(({ body }) => body["max_tokens"])).toEqual([500, 16_884, 16_884]);
});

test.each<[string, object, object]>([
  [
    "reasoning",
    { completion_tokens_details: { reasoning_tokens: 7 } },
    { thoughtTokens: 7, outputTokens: 10 },
  ],
  ["reasoning that stands in the total alone", { total_tokens: 50 }, { thoughtTokens: 20, outputTokens: 30 }],
  ["writes to a cache", { prompt_tokens_details: { cache_write_tokens: 9 } }, { writtenTokens: 9 }],
  ["a charge", { cost: 0.25, cost_details: { upstream_inference_cost: 9 } }, { charged: 0.25 }],
  [
    "a fee, and the bill of the host's own key",
    { cost: 0.25, is_byok: true, cost_details: { upstream_inference_cost: 9 } },
    { charged: 9.25 },
  ],
  ["a charge that is none", { cost: { total: 3 } }, { charged: undefined }],
  ["a negative charge", { cost: -1 }, { charged: undefined }],
])("usage: %s", (_, more, expected) => {
  const answer = assembleAnswer();
  answer.add({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 10, ...more } });
  expect(answer.finish().usage).toMatchObject(expected);
});
