import type { Fetcher } from "../fetcher.ts";

/** One result of a search; every text is untrusted. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** A web search. Its faults are `WebFault`s. */
export interface SearchProvider {
  readonly name: string;
  search(query: string, fetcher: Fetcher, signal: AbortSignal): Promise<readonly SearchHit[]>;
}

/** A result without the markup that providers set around words that were found. */
export function plainHit(title: string, url: string, snippet: string): SearchHit {
  const plain = (text: string): string =>
    text
      .replace(/<[^<>]{0,100}>/g, "")
      .replace(/\s+/g, " ")
      .trim();
  return { title: plain(title).slice(0, 300), url, snippet: plain(snippet).slice(0, 1_000) };
}
