/**
 * The vetted fetcher: the only way from a run to the web (security.md N). It asks with GET alone, and what comes back is
 * data: capped, decoded text, of a few kinds.
 */
import type { IncomingMessage } from "node:http";
import { contentOf, parseJson, whole } from "./content.ts";
import { exchange, type Question } from "./exchange.ts";
import { WebFault } from "./fault.ts";
import { type Network, systemNetwork } from "./network.ts";
import { readBody } from "./read-body.ts";
import { vetUrl } from "./vet-url.ts";

export interface FetchLimits {
  /** Requests of one fetcher, redirects included. */
  readonly requests: number;
  readonly redirects: number;
  /** Of one page, packed and unpacked. */
  readonly bytes: number;
  /** Of one answer of a service, which is read to its end or not at all: some registries list every release. */
  readonly serviceBytes: number;
  readonly connectMs: number;
  /** For everything that one question takes. */
  readonly totalMs: number;
}

export const usualFetchLimits: FetchLimits = {
  ...{ requests: 60, redirects: 3, bytes: 2 ** 20, serviceBytes: 8 * 2 ** 20 },
  ...{ connectMs: 5_000, totalMs: 15_000 },
};

/** Untrusted text of one page. */
export interface FetchedPage {
  /** Where it was found in the end. */
  readonly url: string;
  readonly type: PageType;
  readonly text: string;
  /** Longer than the cap; the rest was not read. */
  readonly cut: boolean;
}

const pageTypes = ["text/html", "text/plain", "text/markdown", "application/json"] as const;
export type PageType = (typeof pageTypes)[number];

/** A service's interface that answers in JSON. */
export interface ServiceQuestion {
  readonly url: URL;
  /** A key goes here and nowhere else; no redirect is followed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reach?: Question["reach"];
}

/** Made for one run: its budget of requests is the run's. Every fault is a `WebFault`, unless the signal is aborted. */
export interface Fetcher {
  /** A public page, over at most a few redirects, each vetted like the first address. */
  page(url: string, signal: AbortSignal): Promise<FetchedPage>;
  /** The text of a public document of one of these content types, whole. */
  text(url: string, types: readonly string[], signal: AbortSignal): Promise<string>;
  /** A service's answer, parsed. */
  json(question: ServiceQuestion, signal: AbortSignal): Promise<unknown>;
}

export function createFetcher(
  network: Network = systemNetwork,
  limits: FetchLimits = usualFetchLimits,
): Fetcher {
  let left = limits.requests;
  const ask = (question: Omit<Question, "connectMs">, signal: AbortSignal): Promise<IncomingMessage> => {
    if (left <= 0) throw new WebFault("budget", "was not asked: the run has used its requests");
    left -= 1;
    return exchange(network, { ...question, connectMs: limits.connectMs }, signal);
  };

  async function follow(text: string, accept: string, signal: AbortSignal): Promise<Found> {
    let url = vetUrl(text);
    for (let hop = 0; ; hop += 1) {
      const response = await ask({ url, headers: { accept }, reach: "public" }, signal);
      const location = redirectOf(response);
      if (location === undefined) return { url, response };
      response.destroy();
      if (hop >= limits.redirects) throw new WebFault("redirect", "redirects too often");
      const next = vetUrl(location, url);
      if (url.protocol === "https:" && next.protocol === "http:")
        throw new WebFault("redirect", "redirects to a connection that is not encrypted");
      url = next;
    }
  }

  return {
    page: (text, signal) =>
      inTime(limits.totalMs, signal, async (limited) => {
        const found = await follow(text, `${pageTypes.join(", ")};q=0.9`, limited);
        const { type, decode } = contentOf(found.response, pageTypes);
        const { bytes, cut } = await readBody(found.response, limits.bytes);
        return { url: found.url.href, type, text: decode(bytes), cut };
      }),
    text: (text, types, signal) =>
      inTime(limits.totalMs, signal, async (limited) => {
        const { response } = await follow(text, types.join(", "), limited);
        return whole(response, types, limits.serviceBytes);
      }),
    json: ({ url, headers = {}, reach = "public" }, signal) =>
      inTime(limits.totalMs, signal, async (limited) => {
        const vetted = reach === "own" ? url : vetUrl(url.href);
        const response = await ask(
          { url: vetted, headers: { accept: "application/json", ...headers }, reach },
          limited,
        );
        return parseJson(await whole(response, jsonTypes, limits.serviceBytes));
      }),
  };
}

const jsonTypes = ["application/json"];

interface Found {
  readonly url: URL;
  readonly response: IncomingMessage;
}

/** Whatever fails because the time is over is a timeout, wherever the work was. */
async function inTime<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const patience = AbortSignal.timeout(milliseconds);
  try {
    return await work(AbortSignal.any([signal, patience]));
  } catch (error) {
    signal.throwIfAborted();
    if (patience.aborted) throw new WebFault("timeout", "takes too long");
    throw error;
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}
