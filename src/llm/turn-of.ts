import type { Answer, CountedTokens, CountedUsage } from "./answer.ts";
import { bounded, withoutThoughts } from "./echo.ts";
import type { ModelTurn, TurnRequest, Usage } from "./model.ts";
import { costOf, type PriceSource, tellsCost } from "./prices.ts";
import { countTokens } from "./tokens.ts";

export interface TurnContext {
  readonly request: TurnRequest;
  readonly prices: PriceSource;
  /** The model that was asked for. */
  readonly asked: string;
  /** `performance.now()` when the turn began, retries included. */
  readonly started: number;
}

/** An answer as the loop sees it: one vocabulary of endings, and a usage even where the endpoint gave none. */
export function turnOf(answer: Answer, context: TurnContext): ModelTurn {
  const refused = answer.refusal.trim() !== "";
  const said = withoutThoughts(answer.content);
  // Servers that leave thoughts in the text want them there again.
  const echo = said === answer.content ? answer.echo : bounded({ ...answer.echo, content: answer.content });
  return {
    content: refused ? answer.refusal : said,
    toolCalls: refused ? [] : answer.toolCalls,
    ...(echo && !refused && { echo }),
    finish: refused ? "refusal" : finishOf(answer),
    usage: usageOf(answer.usage, answer, context),
    model: answer.model || context.asked,
  };
}

/** The endpoint's filter refused the request itself: no answer was made, so no output is counted. */
export function refusedTurn(message: string, context: TurnContext): ModelTurn {
  const nothing = { content: "", toolCalls: [] };
  return {
    content: message,
    toolCalls: [],
    finish: "refusal",
    usage: usageOf(undefined, nothing, context),
    model: context.asked,
  };
}

function finishOf(answer: Answer): ModelTurn["finish"] {
  const calls = answer.toolCalls.length > 0;
  switch (answer.finish) {
    case "length":
    case "max_tokens":
      return "length";
    case "content_filter":
    case "refusal":
      return "refusal";
    default:
      // Servers say `stop` beside tool calls, null, or words of their own: the content tells what it is.
      if (calls) return "tool_calls";
      return answer.finish === null && answer.content.trim() === "" ? "unknown" : "stop";
  }
}

function usageOf(
  counted: CountedUsage | undefined,
  answer: Pick<Answer, "content" | "toolCalls">,
  { request, prices, asked, started }: TurnContext,
): Usage {
  const tokens = counted ?? estimate(answer, request);
  const { inputTokens, outputTokens, cachedTokens } = tokens;
  const charged = tellsCost(prices.baseUrl) ? counted?.charged : undefined;
  return {
    ...{ inputTokens, outputTokens, cachedTokens },
    estimated: counted === undefined,
    cost: charged ?? costOf(asked, tokens, prices),
    milliseconds: Math.round(performance.now() - started),
  };
}

function estimate(answer: Pick<Answer, "content" | "toolCalls">, request: TurnRequest): CountedTokens {
  return {
    inputTokens: countTokens(JSON.stringify([request.messages, request.tools])),
    outputTokens: countTokens(answer.content) + countTokens(JSON.stringify(answer.toolCalls)),
    ...{ cachedTokens: 0, writtenTokens: 0 },
  };
}
