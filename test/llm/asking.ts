/** Asks a model over a scripted endpoint; the endpoint is closed after each test. */
import { afterEach, expect } from "@jest/globals";
import type { ChatMessage, ModelTurn, TurnRequest } from "../../src/llm/model.ts";
import { ModelError } from "../../src/llm/model-error.ts";
import { createModel, type ModelOptions, type OpenAiModel } from "../../src/llm/openai.ts";
import { type ModelEndpoint, type ScriptedAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";

export const key = "sk-testkey-0123456789abcdefghij";
export const request: TurnRequest = {
  messages: [{ role: "user", content: "Hello." }],
  tools: [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }],
  maxOutputTokens: 500,
};
export const hello: ScriptedAnswer = { content: "Hello there.", usage: { input: 20, output: 5, cached: 8 } };
export const call: ScriptedAnswer = {
  toolCalls: [{ id: "a", name: "look", arguments: { at: "x".repeat(200) } }],
};
export const rejects = (message: string): ScriptedAnswer => ({
  fault: "status",
  status: 400,
  body: { error: { message } },
});

/** How an answer may come, and what brings it about. */
export const wireForms: readonly [string, { readonly stream?: boolean; readonly ignoresStream?: boolean }][] =
  [
    ["streamed", {}],
    ["in one piece", { stream: false }],
    ["in one piece although a stream was asked for", { ignoresStream: true }],
  ];

/** The newest. */
export let endpoint: ModelEndpoint | undefined;
const opened: ModelEndpoint[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

export async function model(
  script: readonly ScriptedAnswer[],
  options: Partial<ModelOptions> & { ignoresStream?: boolean } = {},
): Promise<OpenAiModel> {
  endpoint = await startModelEndpoint({ script, ignoresStream: options.ignoresStream ?? false });
  opened.push(endpoint);
  return createModel({
    baseUrl: endpoint.url,
    apiKey: key,
    model: "gpt-5-mini",
    firstPauseMs: 1,
    idleTimeoutMs: 240_000,
    ...options,
  });
}

export async function ask(one: OpenAiModel): Promise<ModelTurn> {
  return one.turn(request, new AbortController().signal);
}

export async function errorOf(one: OpenAiModel): Promise<ModelError> {
  const error: unknown = await ask(one).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

/** The second request of a conversation, whose first turn called a tool. */
export const afterCall = (first: ModelTurn): TurnRequest => ({
  ...request,
  messages: [
    { role: "system", content: "S" },
    { role: "user", content: "U" },
    { ...first, role: "assistant" },
    { role: "tool", toolCallId: "a", content: "seen" },
    { role: "user", content: "Go on." },
  ] satisfies ChatMessage[],
});
