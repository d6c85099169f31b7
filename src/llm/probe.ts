import { APIError } from "openai/core/error";
import type { ChatMessage, Model, ModelTurn, TurnRequest } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { openClient } from "./open-client.ts";
import { createModel, type ModelOptions } from "./openai.ts";

/** What `coderag doctor` says of a model endpoint. */
export interface ModelProbe {
  readonly reachable: boolean;
  /** Names that the endpoint lists, sorted; empty where it has no list. */
  readonly models: readonly string[];
  /** It answered a chat request. */
  readonly chat: boolean;
  /** It called the tool that it was told to call. */
  readonly tools: boolean;
  /** It went on after the tool's answer: some refuse a turn that lost what came beside it. */
  readonly goesOn: boolean;
  readonly streaming: boolean;
  /** It says how many tokens were used. */
  readonly usage: boolean;
  /** One sentence, where something is missing that a run needs. */
  readonly problem?: string;
  readonly cure?: string;
}

const question: TurnRequest = {
  messages: [{ role: "user", content: "Call the tool `ready` with the word yes. Say nothing else." }],
  tools: [
    {
      name: "ready",
      description: "Says that you are ready.",
      parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
    },
  ],
  maxOutputTokens: 2000,
};

/** Asks the endpoint one short question with one tool, and answers its call; costs a few hundred tokens. Never throws but for `signal`. */
export async function probeModel(options: ModelOptions, signal: AbortSignal): Promise<ModelProbe> {
  const nothing = {
    ...{ reachable: false, models: [], chat: false, tools: false, goesOn: false },
    ...{ streaming: false, usage: false },
  };
  try {
    const model = createModel({ ...options, maxRetries: 1 });
    const models = await listModels(options, signal);
    let turn: ModelTurn;
    try {
      turn = await model.turn(question, signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return {
        ...nothing,
        reachable: models !== undefined || error.kind !== "endpoint",
        models: models ?? [],
        ...said(error),
      };
    }
    const called = turn.toolCalls.some((call) => call.name === "ready");
    const fault = called ? await faultAfterCall(model, turn, signal) : undefined;
    return {
      reachable: true,
      models: models ?? [],
      chat: true,
      tools: called,
      goesOn: called && fault === undefined,
      streaming: model.capabilities().stream,
      usage: !turn.usage.estimated,
      ...(fault && said(fault)),
      ...(!called && {
        problem: `The model ${options.model} answered, but did not call the tool that it was told to call.`,
        cure: "Choose a model with tool calling, or switch it on in the server.",
      }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ModelError) return { ...nothing, ...said(error) };
    throw error;
  }
}

/** Why it does not take its own call back, with the answer to it. */
async function faultAfterCall(
  model: Model,
  turn: ModelTurn,
  signal: AbortSignal,
): Promise<ModelError | undefined> {
  const calls = turn.toolCalls.map((call, at) => ({ ...call, id: call.id || `call_${at}` }));
  const messages: ChatMessage[] = [
    ...question.messages,
    { ...turn, role: "assistant", toolCalls: calls },
    ...calls.map(({ id }) => ({ role: "tool" as const, toolCallId: id, content: "Thank you. That is all." })),
  ];
  try {
    await model.turn({ ...question, messages }, signal);
    return undefined;
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

/** Undefined: the endpoint has no list, or did not answer. That alone is no fault: many servers have none. */
async function listModels(
  options: ModelOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const client = await openClient(options, { timeout: 10_000, fetchOptions: { redirect: "error" } });
  try {
    const page = await client.models.list({ signal });
    return (page.data ?? []).map((model) => String(model.id)).sort();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof APIError || error instanceof TypeError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** The doctor sends nobody to himself. */
function said(error: ModelError): { problem: string; cure: string } {
  const isOurs = error.cure.includes("coderag doctor");
  const cure = isOurs
    ? "See that the server behind OPENAI_BASE_URL runs, can be reached from here, and knows the model."
    : error.cure;
  return { problem: error.message, cure };
}
