import { expect, test } from "@jest/globals";
import { probeModel } from "../../src/llm/probe.ts";
import { type ScriptedAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";

const ready: ScriptedAnswer = { toolCalls: [{ name: "ready", arguments: { word: "yes" } }] };
const noTools: ScriptedAnswer = {
  fault: "status",
  status: 400,
  body: { error: { message: "m does not support tools" } },
};
const thanks: ScriptedAnswer = { content: "Done." };
const all = {
  ...{ reachable: true, models: ["m", "n"], chat: true, tools: true, goesOn: true },
  ...{ streaming: true, usage: true },
};

const cases: [string, readonly ScriptedAnswer[], object][] = [
  ["a good endpoint", [ready, thanks], all],
  [
    "one that refuses its own call",
    [ready, { fault: "status", status: 400, body: { error: { message: "no thought_signature" } } }],
    { ...all, goesOn: false, problem: expect.stringContaining("no thought_signature") },
  ],
  ["no usage", [{ ...ready, usage: null }, thanks], { ...all, usage: false }],
  [
    "no streaming",
    [
      { fault: "status", status: 400, body: { error: { message: "stream is not supported" } } },
      ready,
      thanks,
    ],
    { ...all, streaming: false },
  ],
  [
    "prose instead of a call",
    [{ content: "yes" }],
    { tools: false, chat: true, problem: expect.stringContaining("did not call") },
  ],
  ["no tools", [noTools], { reachable: true, chat: false, cure: expect.stringContaining("tool calling") }],
  [
    "a wrong key",
    [{ fault: "status", status: 401 }],
    { reachable: true, problem: expect.stringContaining("key") },
  ],
];

test.each(cases)("doctor sees %s", async (_, script, expected) => {
  const endpoint = await startModelEndpoint({ script, models: ["n", "m"] });
  const options = { baseUrl: endpoint.url, apiKey: "k", model: "m", firstPauseMs: 1 };
  expect(await probeModel(options, new AbortController().signal)).toMatchObject(expected);
  await endpoint.close();
});

test.each([
  ["http://127.0.0.1:9/v1", /could not be reached/],
  ["nonsense", /not a web address/],
])("doctor sees that %s does not answer", async (baseUrl, problem) => {
  const probe = await probeModel({ baseUrl, model: "m", firstPauseMs: 1 }, new AbortController().signal);
  expect(probe).toMatchObject({ reachable: false, models: [], problem: expect.stringMatching(problem) });
});
