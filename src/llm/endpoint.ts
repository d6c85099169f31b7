/** What requests to any model endpoint share: its name for people, errors inside answers, pauses between tries. */
import { setTimeout as sleep } from "node:timers/promises";
import { APIError } from "openai/core/error";
import { createRedactor } from "../redact/redact.ts";
import type { EndpointName } from "./failure.ts";
import { ModelError } from "./model-error.ts";
import { officialBaseUrl } from "./open-client.ts";

/** Where an endpoint is, and which of its models is meant. */
export interface EndpointOptions {
  /** Where the API begins: `https://api.openai.com/v1`. */
  readonly baseUrl?: string | undefined;
  /** Undefined for a local server that wants none. */
  readonly apiKey?: string | undefined;
  readonly model: string;
}

const longestPauseMs = 30_000;

/** Throws a `ModelError` for an address that is none. */
export function nameEndpoint(options: EndpointOptions): EndpointName {
  const baseUrl = options.baseUrl ?? officialBaseUrl;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new ModelError(
      "config",
      "The model endpoint's address is not a web address.",
      "Write it like `https://api.openai.com/v1`.",
    );
  const url = new URL(baseUrl);
  const redact = createRedactor(
    options.apiKey !== undefined && options.apiKey !== "" ? [options.apiKey] : [],
  );
  return { address: redact(`${url.origin}${url.pathname}`), model: options.model, redact };
}

/** Some proxies wrap an error in a 200. */
export function refuseErrorBody(completion: unknown): unknown {
  if (typeof completion === "object" && completion !== null && "error" in completion && completion.error)
    throw new APIError(undefined, completion.error, undefined, undefined);
  return completion;
}

/** Full jitter, so that many runs that failed together do not come back together. */
export function backoff(tries: number, firstPauseMs: number): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1));
  return ceiling * (0.5 + Math.random() / 2);
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
