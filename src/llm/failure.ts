import { APIConnectionError, APIError } from "openai/core/error";
import { z } from "zod";
import { TransportFault } from "./guarded-fetch.ts";
import { ModelError, type ModelErrorKind } from "./model-error.ts";

/** What is said about an endpoint in a message to people. */
export interface EndpointName {
  /** Address without user, password and query. */
  readonly address: string;
  readonly model: string;
  /** Takes the key out of what the endpoint says. */
  readonly redact: (text: string) => string;
}

export type Verdict =
  | { readonly kind: "retry"; readonly because: string; readonly waitMs: number | undefined }
  | { readonly kind: "filtered"; readonly message: string }
  | { readonly kind: "fatal"; readonly error: ModelError };

/** A longer wait than this is a quota, not a hiccup: the free tier of GitHub Models answers with hours. */
const longestWaitMs = 10 * 60 * 1000;

const contextLength =
  /context[_ ](length|size|window)|maximum (context|input|prompt)|prompt is too long|input is too long|too many (input )?tokens|reduce the length/i;
const contentFilter = /content[_ ](filter|management policy)|ResponsibleAIPolicy|safety (system|filter)/i;
const usedUp = /insufficient_quota|exceeded your current quota|billing|credit balance|PerDay|ByDay/i;

/** Of the operating system and of node's fetch; `ERR_INVALID_ARG_TYPE` and its like are bugs. */
const networkCodes = /^(E[A-Z0-9]+|EAI_AGAIN|UND_ERR_[A-Z_]+)$/;

/** Decides what a failed request means. Throws what is neither the endpoint's nor the network's fault: a bug of ours. */
export function judgeFailure(error: unknown, endpoint: EndpointName): Verdict {
  const transport = causeOf(error, TransportFault);
  if (transport !== undefined) return judgeTransport(transport, endpoint);
  const code = networkCode(error);
  if (error instanceof APIConnectionError)
    return retry(`could not be reached (${code ?? "no reason given"})`);
  if (error instanceof APIError) return judgeStatus(error, endpoint);
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return retry("answered in a shape that is not a chat completion");
  if (code !== undefined) return retry(`broke the connection (${code})`);
  throw error;
}

/** The endpoint's own words where it refused the request's form, for the capability table; else undefined. */
export function rejectionOf(error: unknown): string | undefined {
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return undefined;
  const words = wordsOf(error);
  const mayTeach = error.status === undefined || [400, 404, 422, 500, 501].includes(error.status);
  return mayTeach && !contextLength.test(words) && !contentFilter.test(words) ? words : undefined;
}

/** Fewer output tokens hold no hand-in. */
const leastRoom = 1024;
/** Gateways count the input roughly. */
const margin = 64;

/**
 * Output tokens for which a window has room beside the input, where the endpoint refuses both together and says how
 * long each is: servers of one's own often have small windows. Undefined where there is none worth asking for.
 */
export function roomLeft(error: unknown): number | undefined {
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return undefined;
  const words = wordsOf(error);
  const figure = (pattern: RegExp): number => Number(pattern.exec(words)?.[1]);
  const window = figure(/maximum context length is (\d{1,9}) tokens/i);
  const both = figure(/you requested (?:about )?(\d{1,9}) tokens/i);
  const input =
    figure(/has (\d{1,9}) input tokens/i) || both - figure(/(\d{1,9}) in the (?:completion|output)\b/i);
  const room = window - input - margin;
  return room >= leastRoom ? room : undefined;
}

/** The endpoint failed as often as we ask. */
export function keptFailing(because: string, tries: number, endpoint: EndpointName): ModelError {
  return new ModelError(
    "endpoint",
    `The model endpoint ${endpoint.address} ${because}${tries > 1 ? `, ${tries} times in a row` : ""}.`,
    "Try again later; if it stays so, the host can test the endpoint with `coderag doctor`.",
  );
}

function judgeStatus(error: APIError, endpoint: EndpointName): Verdict {
  const words = wordsOf(error);
  const { status } = error;
  const said = saidBy(error, endpoint);
  if (contextLength.test(words) && status !== 429) return tooLong(said, endpoint);
  if (status === 413) return tooLong(said, endpoint);
  if (contentFilter.test(words) && (status === undefined || status === 400))
    return { kind: "filtered", message: said };
  if (status === 402 || (usedUp.test(words) && (status === undefined || status === 429)))
    return quota(said, endpoint);
  if (status === 429) {
    const waitMs = retryAfter(error.headers);
    if (waitMs !== undefined && waitMs > longestWaitMs)
      return quota(`${said} (asks to wait ${Math.ceil(waitMs / 60_000)} minutes)`, endpoint);
    return retry("is rate limited (429)", waitMs);
  }
  if (status === undefined || status === 408 || status === 409 || status >= 500) {
    const waitMs = retryAfter(error.headers);
    return retry(
      `failed with ${status ?? "an error inside its answer"}: ${said}`,
      waitMs !== undefined && waitMs <= longestWaitMs ? waitMs : undefined,
    );
  }
  return judgeRequest(status, words, said, endpoint);
}

/** The remaining 4xx: asking again cannot help. */
function judgeRequest(status: number, words: string, said: string, endpoint: EndpointName): Verdict {
  const { address, model } = endpoint;
  if (status === 401)
    return fatal(
      "config",
      `The model endpoint ${address} refused the key (401).`,
      "Check the API key that is set for it.",
    );
  if (status === 403)
    return fatal(
      "config",
      `The model endpoint ${address} does not let this key use ${model} (403): ${said}`,
      "Give the key access to the model, or choose another model.",
    );
  if (status === 404 || /model[^.]{0,80}(not found|not exist|decommissioned|deprecated|retired)/i.test(words))
    return fatal(
      "config",
      `The model endpoint ${address} does not know the model ${model} (${status}): ${said}`,
      "Check the model's name and that the address ends where the API begins (often `/v1`).",
    );
  return fatal(
    "config",
    `The model endpoint ${address} refused the request (${status}): ${said}`,
    "Run `coderag doctor` to see what the endpoint supports, or choose another model.",
  );
}

function judgeTransport(fault: TransportFault, endpoint: EndpointName): Verdict {
  const sentence = `The model endpoint ${endpoint.address} ${fault.message}.`;
  switch (fault.kind) {
    case "redirect":
      return fatal(
        "refused",
        sentence,
        "Redirects are not followed, because the key would go to another host. Configure the final address, with https.",
      );
    case "html":
      return fatal(
        "config",
        sentence,
        "Check that the address is the API's and not a site's or a proxy's login page; it often ends with `/v1`.",
      );
    case "too-large":
      return fatal(
        "refused",
        `The answer of the model endpoint ${endpoint.address} ${fault.message}.`,
        "Check the endpoint, or choose another model.",
      );
    case "not-json":
    case "truncated":
    case "stalled":
    case "timeout":
      return retry(fault.message);
  }
}

function tooLong(said: string, endpoint: EndpointName): Verdict {
  return fatal(
    "context-length",
    `The request is too long for the model ${endpoint.model}: ${said}`,
    "Ask for less at once, or choose a model with a larger context window.",
  );
}

function quota(said: string, endpoint: EndpointName): Verdict {
  return fatal(
    "quota",
    `The quota of the model ${endpoint.model} is used up at the endpoint ${endpoint.address}: ${said}`,
    "Wait until it is renewed, raise it with the provider, or choose another model.",
  );
}

function fatal(kind: ModelErrorKind, message: string, cure: string): Verdict {
  return { kind: "fatal", error: new ModelError(kind, message, cure) };
}

function retry(because: string, waitMs?: number): Verdict {
  return { kind: "retry", because, waitMs };
}

function wordsOf(error: APIError): string {
  const body = error.error === undefined ? "" : JSON.stringify(error.error);
  return `${error.message} ${body}`.slice(0, 4000);
}

/** The endpoint's own sentence, for people: short, on one line, without the key. */
function saidBy(error: APIError, endpoint: EndpointName): string {
  const sentence = error.message
    .replace(/^\d{3} /, "")
    .replace(/\s+/g, " ")
    .trim();
  return endpoint.redact(sentence).slice(0, 300);
}

/** Milliseconds that the endpoint asks us to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (ms >= 0) return ms;
  const text = headers?.get("retry-after");
  if (text == null) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function causeOf<T>(error: unknown, type: new (...args: never[]) => T): T | undefined {
  return causes(error).find((cause): cause is T => cause instanceof type);
}

/** `ECONNREFUSED` and the like: node's fetch hides the code in the causes. */
function networkCode(error: unknown): string | undefined {
  for (const cause of causes(error))
    if (
      typeof cause === "object" &&
      cause !== null &&
      "code" in cause &&
      networkCodes.test(String(cause.code))
    )
      return String(cause.code);
  return undefined;
}

/** The error and what caused it. Not by `instanceof Error`: node's own errors may come from another realm. */
function causes(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (let current = error; typeof current === "object" && current !== null && found.length < 6; ) {
    found.push(current);
    current = (current as { cause?: unknown }).cause;
  }
  return found;
}
