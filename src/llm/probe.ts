import { APIError } from "openai/core/error";
import type { ModelTurn, TurnRequest } from "./model.ts";
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

/** Asks the endpoint one short question with one tool; costs a few hundred tokens. Never throws but for `signal`. */
export async function probeModel(options: ModelOptions, signal: AbortSignal): Promise<ModelProbe> {
  const nothing = { reachable: false, models: [], chat: false, tools: false, streaming: false, usage: false };
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
    return {
      reachable: true,
      models: models ?? [],
      chat: true,
      tools: called,
      streaming: model.capabilities().stream,
      usage: !turn.usage.estimated,
      ...(called
        ? {}
        : {
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
