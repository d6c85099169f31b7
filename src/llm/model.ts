import type { Echo } from "./echo.ts";

/**
 * A model as the agent loop sees it: messages and tools in, one turn out.
 * The shapes are the chat-completions ones, cut down to what the loop uses, so that a turn can be stored as JSON.
 */
export interface Model {
  /** The name asked for, for example `gpt-5`. */
  readonly name: string;
  /**
   * Asks for the next turn. Retries transport faults by itself (bounded); throws `ModelError` for what cannot be
   * retried. A bad answer is not an error: it comes back as a turn with `finish` saying why it ended.
   */
  turn(request: TurnRequest, signal: AbortSignal): Promise<ModelTurn>;
}

export interface TurnRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDeclaration[];
  /** Of the answer; a model's thoughts may take more. */
  readonly maxOutputTokens: number;
  /** Of both together, where there is a bound. */
  readonly mostWithThoughts?: number;
}

export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls: readonly ToolCall[];
      readonly echo?: Echo | undefined;
    }
  | { readonly role: "tool"; readonly toolCallId: string; readonly content: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it; may be invalid JSON. */
  readonly arguments: string;
  readonly echo?: Echo | undefined;
}

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelTurn {
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  readonly echo?: Echo | undefined;
  readonly finish: "stop" | "tool_calls" | "length" | "refusal" | "unknown";
  readonly usage: Usage;
  /** The model that answered, as the endpoint says. */
  readonly model: string;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** True where the endpoint gave no usage and the tokens were counted by us. */
  readonly estimated: boolean;
  /** US dollars by the price table; undefined where the model's price is not known. */
  readonly cost: number | undefined;
  readonly milliseconds: number;
}
