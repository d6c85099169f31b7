/**
 * Embeddings behind any OpenAI-compatible endpoint (`/v1/embeddings`). Like `openai.ts`: a failed try teaches what the
 * endpoint does not take, is worth a retry, or ends as a `ModelError`.
 */
import { z } from "zod";
import { type EmbeddedTexts, readVectors, WrongVectors } from "./embedding-answer.ts";
import { type BatchLimits, batchEnd, roughTokens } from "./embedding-batches.ts";
import { backoff, type EndpointOptions, nameEndpoint, pause, refuseErrorBody } from "./endpoint.ts";
import { type EndpointName, judgeFailure, keptFailing, rejectionOf } from "./failure.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { ModelError } from "./model-error.ts";
import { officialBaseUrl, openClient } from "./open-client.ts";
import { costOf, noTokens, type PriceTable } from "./prices.ts";

export interface EmbedderOptions extends EndpointOptions {
  readonly prices?: PriceTable | undefined;
  readonly requestTimeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly firstPauseMs?: number | undefined;
  /** Texts of one request; 128 where not given. */
  readonly batchTexts?: number | undefined;
}

/** A model that turns texts into vectors whose product says how alike the texts are. */
export interface Embedder {
  /** The model that was asked for. */
  readonly name: string;
  /** Numbers of one vector; undefined before the first answer. */
  dimensions(): number | undefined;
  /**
   * Vectors of length 1, batch by batch, so that each can be kept before the next is asked for. Retries passing faults
   * (bounded); throws a `ModelError` for what does not pass, and the signal's reason once it aborts.
   */
  embed(texts: readonly string[], signal: AbortSignal): AsyncGenerator<EmbeddedBatch, void, void>;
}

export interface EmbeddedBatch {
  /** Place of the first text in the list that was given. */
  readonly start: number;
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
  /** US dollars; undefined where the model's price is not known. */
  readonly cost: number | undefined;
}

/** Of one request, roughly. */
const batchTokens = 20_000;
/** 128 vectors of 16,384 numbers as decimal text are 40 MB; nothing honest comes near. */
const maxAnswerBytes = 48 * 1024 * 1024;
/** A text is halved so often where the endpoint finds it too long. */
const mostCuts = 4;
/** How servers say that one request holds too many texts. */
const tooMany = /batch[_ ]size|too many (?:inputs|texts)|(?:in one|per) batch|array too long/i;

/** See `EmbedderOptions`. Does no I/O; a wrong address throws a `ModelError` at once. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const endpoint = nameEndpoint(options);
  const prices = { own: options.prices ?? {}, baseUrl: options.baseUrl ?? officialBaseUrl };
  let dimensions: number | undefined;
  let encoding: "base64" | "float" | undefined = "base64";
  let limits: BatchLimits = { tokens: batchTokens, texts: options.batchTexts ?? 128 };

  async function* embed(texts: readonly string[], signal: AbortSignal): AsyncGenerator<EmbeddedBatch> {
    for (let start = 0; start < texts.length; ) {
      const some = texts.slice(start, batchEnd(texts, start, limits));
      const answer = await askOrShorten(some, signal);
      if (answer === "too many") {
        limits = { ...limits, texts: Math.floor(some.length / 2) };
        continue;
      }
      const tokens = answer.tokens ?? some.reduce((sum, text) => sum + roughTokens(text), 0);
      const cost = costOf(options.model, { ...noTokens, inputTokens: tokens }, prices);
      yield { start, vectors: answer.vectors, tokens, cost };
      start += some.length;
    }
  }

  /** Of several texts that are too long together fewer are sent; one that is too long alone is cut. */
  async function askOrShorten(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<EmbeddedTexts | "too many"> {
    for (let asked = texts, cuts = 0; ; cuts++) {
      try {
        return await ask(asked, signal);
      } catch (error) {
        if (!(error instanceof ModelError) || error.kind !== "context-length") throw error;
        if (asked.length > 1) return "too many";
        if (cuts === mostCuts) throw error;
        asked = asked.map((text) => text.slice(0, Math.ceil(text.length / 2)).toWellFormed());
      }
    }
  }

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<EmbeddedTexts> {
    for (let tries = 1; ; ) {
      signal.throwIfAborted();
      try {
        const answer = readVectors(await request(texts, signal), texts.length, dimensions);
        dimensions ??= answer.vectors[0]?.length;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (learnEncoding(error)) continue;
        if (texts.length > 1 && tooMany.test(rejectionOf(error) ?? "")) throw tooManyTexts(endpoint, error);
        const verdict = judge(error);
        if (tries > (options.maxRetries ?? 3)) throw keptFailing(verdict.because, tries, endpoint);
        await pause(verdict.waitMs ?? backoff(tries, options.firstPauseMs ?? 500), signal);
        tries += 1;
      }
    }
  }

  async function request(texts: readonly string[], signal: AbortSignal): Promise<unknown> {
    const requestTimeoutMs = options.requestTimeoutMs ?? 120_000;
    const guard = guardedFetch({
      ...{ idleTimeoutMs: requestTimeoutMs, requestTimeoutMs, maxBytes: maxAnswerBytes, streaming: false },
    });
    const client = await openClient(options, { timeout: requestTimeoutMs + 1000, fetch: guard.fetch });
    const body = { model: options.model, input: [...texts] };
    // Below the library's own method, which would decode base64 whatever it is.
    const sent = encoding === undefined ? body : { ...body, encoding_format: encoding };
    return refuseErrorBody(await client.post("/embeddings", { body: sent, signal }));
  }

  /** Some servers know no base64, some not even the word: then floats are asked for, then nothing is said. */
  function learnEncoding(error: unknown): boolean {
    const words = rejectionOf(error);
    if (words === undefined || encoding === undefined || !/encoding_?format|base64/i.test(words))
      return false;
    encoding = encoding === "base64" ? "float" : undefined;
    return true;
  }

  /** Throws what asking again cannot cure. */
  function judge(error: unknown): { readonly because: string; readonly waitMs?: number | undefined } {
    if (error instanceof WrongVectors) {
      if (error.kind === "broken") return { because: error.message };
      throw new ModelError(
        "refused",
        `The embedding endpoint ${endpoint.address} ${error.message}.`,
        "Another model answers than before: check CODERAG_EMBEDDING_MODEL and the server behind the address.",
      );
    }
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return { because: "answered in a shape that holds no vectors" };
    const verdict = judgeFailure(error, endpoint);
    if (verdict.kind === "retry") return verdict;
    if (verdict.kind === "fatal") throw verdict.error;
    throw new ModelError(
      "refused",
      `The embedding endpoint ${endpoint.address} refused a text: ${verdict.message}`,
      "Choose an embedding model without a content filter.",
    );
  }

  return { name: options.model, dimensions: () => dimensions, embed };
}

function tooManyTexts({ address }: EndpointName, cause: unknown): ModelError {
  const error = new ModelError(
    "context-length",
    `The embedding endpoint ${address} takes fewer texts in one request.`,
    "Choose another embedding model.",
  );
  error.cause = cause;
  return error;
}
