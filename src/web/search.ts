/**
 * One web search of a run: the registries' own entries of packages that the query names first, then the pages that the
 * configured provider finds. What fails is left out and noted: a search never fails a run (security.md N08).
 */
import type { Declared } from "./declared.ts";
import { WebFault } from "./fault.ts";
import { createFetcher, type Fetcher } from "./fetcher.ts";
import type { Network } from "./network.ts";
import { explicit, type PackageName, packagesNamed } from "./package-names.ts";
import { pageText } from "./page-text.ts";
import { passagesFor } from "./passages.ts";
import type { SearchHit, SearchProvider } from "./providers/provider.ts";
import { outwardQuery } from "./query.ts";
import { readPackage } from "./read-package.ts";
import { vetUrl } from "./vet-url.ts";

export interface WebSearchOptions {
  /** Undefined: registries only. */
  readonly provider: SearchProvider | undefined;
  /** Takes secrets out of what is sent. */
  readonly redact: (text: string) => string;
  /** The machine's own unless given. */
  readonly network?: Network;
}

/** Something that was found; title and text are untrusted. */
export interface WebResult {
  readonly kind: "package" | "page" | "snippet";
  readonly title: string;
  readonly url: string;
  readonly text: string;
  /** ISO 8601. */
  readonly readAt: string;
}

export interface WebAnswer {
  /** As it was sent. */
  readonly query: string;
  readonly results: readonly WebResult[];
  /** What could not be asked or read, a sentence each, in our own words. */
  readonly notes: readonly string[];
}

/** Made for one run: it may ask so often and no more. */
export interface WebSearch {
  /** `packages` are written `npm:zod`. */
  search(question: WebQuestion, signal: AbortSignal): Promise<WebAnswer>;
}

export interface WebQuestion {
  readonly query: string;
  readonly packages: readonly string[];
  readonly declared: Declared;
  /** Names that are not asked for, whoever writes them. None unless given. */
  readonly isPrivate?: (name: PackageName) => boolean;
}

const most = { packages: 3, hits: 8, pages: 3, text: 6_000 };

export function createWebSearch({ provider, redact, network }: WebSearchOptions): WebSearch {
  const fetcher = createFetcher(network);
  return {
    async search({ query: asked, packages, declared, isPrivate = () => false }, signal) {
      const sayable = outwardQuery(asked, redact);
      const notes: string[] = [];
      const all = namesOf(sayable, packages, declared, redact, notes);
      const own = all.filter(isPrivate);
      const named = all.filter((name) => !isPrivate(name)).slice(0, most.packages);
      const query = withoutNames(sayable, own);
      if (own.length > 0)
        notes.push("A package was not asked for: the project has it from a registry of its own.");
      const [entries, pages] = await Promise.all([
        Promise.all(named.map((name) => packageResults(name, query, fetcher, notes, signal))),
        provider === undefined || query === "" ? [] : pageResults(provider, query, fetcher, notes, signal),
      ]);
      return { query, results: withoutDoubles([...entries.flat(), ...pages]), notes };
    },
  };
}

/** The words of a query that hold none of these names. */
function withoutNames(query: string, names: readonly PackageName[]): string {
  const words = query
    .split(" ")
    .filter((word) => !names.some(({ name }) => word.toLowerCase().includes(name.toLowerCase())));
  return words.join(" ");
}

function namesOf(
  query: string,
  packages: readonly string[],
  declared: Declared,
  redact: (text: string) => string,
  notes: string[],
): readonly PackageName[] {
  const found = new Map<string, PackageName>();
  const given = packages.flatMap((written) => {
    const name = redact(written) === written ? explicit(written.trim()) : undefined;
    if (name === undefined)
      notes.push("A package was not asked for: write it as ecosystem:name, for example npm:zod.");
    return name ?? [];
  });
  for (const one of [...given, ...packagesNamed(query, declared)])
    found.set(`${one.ecosystem}:${one.name}`, one);
  return [...found.values()];
}

async function packageResults(
  named: PackageName,
  query: string,
  fetcher: Fetcher,
  notes: string[],
  signal: AbortSignal,
): Promise<readonly WebResult[]> {
  const written = `${named.ecosystem}:${named.name}`;
  const entry = await attempt(`The registry's entry of ${written}`, notes, () =>
    readPackage(named, query, fetcher, signal),
  );
  if (entry === undefined) return [];
  if (entry === "unknown") {
    notes.push(`The registry knows no package ${written}.`);
    return [];
  }
  return [{ kind: "package", ...entry, readAt: new Date().toISOString() }];
}

async function pageResults(
  provider: SearchProvider,
  query: string,
  fetcher: Fetcher,
  notes: string[],
  signal: AbortSignal,
): Promise<readonly WebResult[]> {
  const found = await attempt(provider.name, notes, () => provider.search(query, fetcher, signal));
  const hits = (found ?? []).filter(({ url }) => isPublicPage(url)).slice(0, most.hits);
  return Promise.all(
    hits.map(async (hit, index) => {
      const page =
        index < most.pages
          ? await attempt(`The page ${index + 1} of the results`, notes, () =>
              readPage(hit, query, fetcher, signal),
            )
          : undefined;
      const { title, url, snippet } = hit;
      return page ?? { kind: "snippet", title, url, text: snippet, readAt: new Date().toISOString() };
    }),
  );
}

async function readPage(
  hit: SearchHit,
  query: string,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<WebResult> {
  const fetched = await fetcher.page(hit.url, signal);
  const { title, text } = await pageText(fetched);
  return {
    kind: "page",
    title: title === "" ? hit.title : title,
    url: fetched.url,
    text: passagesFor(query, text === "" ? hit.snippet : text, most.text),
    readAt: new Date().toISOString(),
  };
}

function isPublicPage(url: string): boolean {
  try {
    vetUrl(url);
    return true;
  } catch (error) {
    if (error instanceof WebFault) return false;
    throw error;
  }
}

/** Undefined and a note where the web fails. */
async function attempt<T>(what: string, notes: string[], ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof WebFault)) throw error;
    notes.push(`${what} ${error.message}.`);
    return undefined;
  }
}

function withoutDoubles(results: readonly WebResult[]): readonly WebResult[] {
  const seen = new Map<string, WebResult>();
  for (const result of results) if (!seen.has(result.url)) seen.set(result.url, result);
  return [...seen.values()];
}
