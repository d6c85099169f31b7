/**
 * A model behind any OpenAI-compatible endpoint. `turn` asks until there is an answer or a reason to stop:
 * each failed try either teaches what the endpoint does not support, or is worth a retry, or ends as a `ModelError`.
 */
import type OpenAI from "openai";
import { type Answer, assembleAnswer } from "./answer.ts";
import { addUsage, noUsage } from "./budget.ts";
import { type Capabilities, firstGuess, learn, moreThoughtTokens, outputLimit } from "./capabilities.ts";
import { backoff, type EndpointOptions, nameEndpoint, pause, refuseErrorBody } from "./endpoint.ts";
import { type EndpointName, judgeFailure, keptFailing, rejectionOf, roomLeft } from "./failure.ts";
import { guardedFetch, TransportFault } from "./guarded-fetch.ts";
import { askMessages } from "./messages.ts";
import type { Model, ModelTurn, TurnRequest, Usage } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { officialBaseUrl, openClient } from "./open-client.ts";
import type { ModelParameters } from "./parameters.ts";
import type { PriceTable } from "./prices.ts";
import { requestBody } from "./request-body.ts";
import { answerOf, gatherResponse, responsesBody } from "./responses.ts";
import { refusedTurn, turnOf } from "./turn-of.ts";

export interface ModelOptions extends EndpointOptions {
  /** Names that the endpoint may answer with although another was asked for: a deployment's or an alias's true name. */
  readonly answersAs?: readonly string[] | undefined;
  readonly prices?: PriceTable | undefined;
  readonly parameters?: ModelParameters | undefined;
  /** Longest silence of a streamed answer: a model that thinks says nothing for minutes. */
  readonly idleTimeoutMs?: number | undefined;
  readonly requestTimeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** The first pause before a retry; doubled every time, with jitter. */
  readonly firstPauseMs?: number | undefined;
  readonly stream?: boolean | undefined;
}

export interface OpenAiModel extends Model {
  /** What is known of the endpoint by now. */
  capabilities(): Capabilities;
}

/** An edit set for a large change is some 100 KB; nothing honest is a hundred times that. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** See `ModelOptions`. Does no I/O; a wrong address throws a `ModelError` at once. */
export function createModel(options: ModelOptions): OpenAiModel {
  const endpoint = nameEndpoint(options);
  const baseUrl = options.baseUrl ?? officialBaseUrl;
  const prices = { own: options.prices ?? {}, baseUrl };
  let known = firstGuess(baseUrl, options.model);
  if (options.stream === false) known = { ...known, stream: false };

  async function turn(request: TurnRequest, signal: AbortSignal): Promise<ModelTurn> {
    const started = performance.now();
    const context = { request, prices, asked: options.model, started };
    let spent = noUsage;
    /** Output tokens for which there is room: in the run, and in the model's window beside this request. */
    let room = request.mostWithThoughts ?? Number.POSITIVE_INFINITY;
    const here = (): Capabilities => ({
      ...known,
      maxOutputTokens: Math.min(known.maxOutputTokens ?? room, room),
    });
    for (let tries = 1; ; ) {
      signal.throwIfAborted();
      if (!known.tools && request.tools.length > 0) throw noTools(endpoint);
      try {
        const answer = await askMindingLostCalls(request, here(), signal);
        refuseOtherModel(answer.model, options, endpoint);
        const made = turnOf(answer, context);
        const more = endedInThoughts(made, answer)
          ? moreThoughtTokens(request.maxOutputTokens, here())
          : undefined;
        if (more === undefined) return alsoSpent(made, spent);
        spent = addUsage(spent, { ...made.usage, milliseconds: 0 });
        known = { ...known, thoughtTokens: more };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ModelError) throw error;
        const rejection = rejectionOf(error);
        const learned = rejection === undefined ? undefined : learn(known, rejection);
        if (learned !== undefined) {
          known = learned;
          continue;
        }
        const left = roomLeft(error);
        if (left !== undefined && left < outputLimit(request.maxOutputTokens, here())) {
          room = left;
          continue;
        }
        const verdict = judgeFailure(error, endpoint);
        if (verdict.kind === "filtered") return alsoSpent(refusedTurn(verdict.message, context), spent);
        if (verdict.kind === "fatal") throw verdict.error;
        if (tries > (options.maxRetries ?? 3)) throw keptFailing(verdict.because, tries, endpoint);
        await pause(verdict.waitMs ?? backoff(tries, options.firstPauseMs ?? 500), signal);
        tries += 1;
      }
    }
  }

  /**
   * Some servers (Ollama for years) drop tool calls from a stream and end it as if nothing had been said. An empty
   * stream is therefore asked again in one piece, and where that helps, streaming is not used any more.
   */
  async function askMindingLostCalls(
    request: TurnRequest,
    with_: Capabilities,
    signal: AbortSignal,
  ): Promise<Answer> {
    const answer = await ask(request, with_, signal);
    const empty = answer.content.trim() === "" && answer.refusal === "" && answer.toolCalls.length === 0;
    if (!with_.stream || !empty || answer.finish === "length" || request.tools.length === 0) return answer;
    const whole = await ask(request, { ...with_, stream: false }, signal);
    if (whole.toolCalls.length > 0) known = { ...known, stream: false };
    return whole;
  }

  async function ask(request: TurnRequest, with_: Capabilities, signal: AbortSignal): Promise<Answer> {
    const { client, sawEnd } = await clientFor(options, with_.stream);
    const answer = await ways[with_.api](client, options, request, with_, signal);
    if (answer === undefined || (with_.stream && answer.finish === null && !sawEnd()))
      throw new TransportFault("truncated", "ended its answer in the middle");
    return answer;
  }

  return { name: options.model, turn, capabilities: () => known };
}

/** A turn with what answers before it cost that were given up. */
const alsoSpent = (made: ModelTurn, spent: Usage): ModelTurn => ({
  ...made,
  usage: addUsage(spent, made.usage),
});

/** Cut off where most of it were thoughts: fewer words, for which the model would be asked next, would not help. */
function endedInThoughts({ finish, content, toolCalls, usage }: ModelTurn, answer: Answer): boolean {
  const nothing = content.trim() === "" && toolCalls.length === 0;
  return finish === "length" && (nothing || 2 * (answer.usage?.thoughtTokens ?? 0) > usage.outputTokens);
}

async function askChat(
  client: OpenAI,
  options: ModelOptions,
  request: TurnRequest,
  known: Capabilities,
  signal: AbortSignal,
): Promise<Answer> {
  const body = requestBody(options, request, known);
  const assembler = assembleAnswer();
  if (known.stream) {
    const stream = await client.chat.completions.create({ ...body, stream: true }, { signal });
    for await (const chunk of stream) assembler.add(chunk);
  } else {
    assembler.add(refuseErrorBody(await client.chat.completions.create(body, { signal })));
  }
  // The client library ends a stream quietly when it was aborted.
  signal.throwIfAborted();
  return assembler.finish();
}

/** Undefined: the stream ended before the response was whole. */
async function askResponses(
  client: OpenAI,
  options: ModelOptions,
  request: TurnRequest,
  known: Capabilities,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const body = responsesBody(options, request, known);
  const response = gatherResponse();
  if (known.stream)
    for await (const event of await client.responses.create({ ...body, stream: true }, { signal }))
      response.add(event);
  else response.add(await client.responses.create(body, { signal }));
  signal.throwIfAborted();
  const whole = response.whole();
  return whole === undefined ? undefined : answerOf(whole);
}

const ways = { chat: askChat, responses: askResponses, messages: askMessages };

/** One client for one try, because its `fetch` watches one answer. */
async function clientFor(
  options: ModelOptions,
  streaming: boolean,
): Promise<{ client: OpenAI; sawEnd: () => boolean }> {
  const requestTimeoutMs = options.requestTimeoutMs ?? 600_000;
  const guard = guardedFetch({
    idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
    requestTimeoutMs,
    maxBytes: maxAnswerBytes,
    streaming,
  });
  const client = await openClient(options, { timeout: requestTimeoutMs + 1000, fetch: guard.fetch });
  return { client, sawEnd: guard.sawEnd };
}

/**
 * A proxy that quietly serves another model makes every figure we show a lie. A dated or longer name of the same
 * model is the same model; so is one that the operator named.
 */
function refuseOtherModel(answered: string, options: ModelOptions, endpoint: EndpointName): void {
  const accepted = [options.model, ...(options.answersAs ?? [])].map(bareName);
  const name = bareName(answered);
  if (name === "" || accepted.some((one) => sameModel(one, name))) return;
  throw new ModelError(
    "refused",
    `The model endpoint ${endpoint.address} was asked for ${options.model} and answered as ${endpoint.redact(answered).slice(0, 100)}.`,
    "Configure the model's true name, or list this name among those that the model may answer as.",
  );
}

/** `gpt-5` is `gpt-5-2025-08-07`, and is neither `gpt-5-mini` nor `gpt-5.1`. */
function sameModel(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short === long) return true;
  const rest = long.slice(short.length);
  return long.startsWith(short) && /^-/.test(rest) && !/mini|nano|lite|small|tiny|flash|fast/.test(rest);
}

function bareName(model: string): string {
  return model
    .slice(model.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/-latest$|\.gguf$/, "");
}

function noTools(endpoint: EndpointName): ModelError {
  return new ModelError(
    "config",
    `The model ${endpoint.model} at ${endpoint.address} cannot call tools.`,
    "Choose a model with tool calling, or switch it on in the server (vLLM: --enable-auto-tool-choice, llama.cpp: --jinja).",
  );
}
