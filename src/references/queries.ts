import type { PublicCode, PublicRepository } from "../github/public-code/public-code.ts";
import { noneIfRefused } from "../github/public-code/refused-search.ts";
import { type Keywords, queriesOf } from "./keywords.ts";
import { listingsOf } from "./language.ts";

/** What is searched for, and where: in what a repository is called and described by, or in its README, too. */
export interface Query {
  readonly keywords: Keywords;
  readonly where: "head" | "readme";
}

/** One search with what it found. Survives JSON. */
export interface QueryHits {
  readonly keywords: Keywords;
  /** As it was sent. */
  readonly query: string;
  /** How many GitHub counted. */
  readonly total: number;
  /** GitHub ran out of time, twice. */
  readonly incomplete: boolean;
  readonly items: readonly PublicRepository[];
}

/** Hits of one query that are looked at. */
const hitsPerQuery = 30;
/** GitHub refuses longer ones. */
const longestQuery = 256;

/** Each keyword and each pair. Pairs are also looked for in READMEs: two words together are no chance hit. */
export const sixQueries = (keywords: Keywords): readonly Query[] =>
  queriesOf(keywords).map((words) => ({ keywords: words, where: words.length > 1 ? "readme" : "head" }));

/** Fewer candidates than this are few to choose from. */
export const fewCandidates = 12;

/**
 * Where the six found few: the request's next words, and the keywords alone in READMEs. Other words stand for a thing in
 * a repository's name than in the request; of requests in other words than READMEs use, a useful repository was among the
 * candidates of 60 of 61 instead of 52 (bench/results/reference-search.md).
 */
export const furtherQueries = (keywords: Keywords, further: Keywords): readonly Query[] => [
  ...further.map((word): Query => ({ keywords: [word], where: "head" })),
  ...keywords.map((word): Query => ({ keywords: [word], where: "readme" })),
];

/**
 * What is sent. Repositories whose templates or notebooks outweigh their code are listed under another language, so those
 * listings are asked for, too.
 */
export function queryText({ keywords, where }: Query, languages: readonly string[]): string {
  const words = keywords.map((word) => (/[^\p{L}\p{N}_]/u.test(word) ? `"${word}"` : word)).join(" ");
  const fields = where === "readme" ? " in:name,description,topics,readme" : "";
  const listed = languages.map((name) => ` language:${/\W/.test(name) ? `"${name}"` : name}`).join("");
  return `${words.slice(0, longestQuery)}${fields}${listed} is:public`;
}

/**
 * Whether repositories of a language are asked for under its other listings, too: `unsure` until a search has shown that
 * GitHub takes several languages for any of them.
 */
export type Listings = "all" | "own" | "unsure";

/** What searches have shown of it, each with what it found. */
export const listingsShown = (hits: readonly QueryHits[], language: string | undefined): Listings =>
  hits.some(({ items }) => items.some((item) => item.language === language)) ? "all" : "unsure";

/**
 * One search. Where it is unsure whether GitHub takes several languages, and nothing of the language was found, it is
 * asked for alone; where GitHub ran out of time, it is asked once more. What it refuses (422) found nothing.
 */
export async function runQuery(
  code: PublicCode,
  wanted: Query,
  language: string | undefined,
  listings: Listings,
): Promise<QueryHits> {
  const own = language === undefined ? [] : [language];
  const wide = language === undefined ? [] : [...listingsOf(language).slice(0, 4), language];
  const first = await ask(code, wanted, listings === "own" ? own : wide);
  if (listings !== "unsure" || wide.length < 2 || listingsShown([first], language) === "all") return first;
  const alone = await ask(code, wanted, own);
  return alone.items.length > 0 ? alone : first;
}

async function ask(code: PublicCode, wanted: Query, languages: readonly string[]): Promise<QueryHits> {
  const query = queryText(wanted, languages);
  const search = (): Promise<Omit<QueryHits, "keywords" | "query">> =>
    noneIfRefused(code.repositories(query, hitsPerQuery));
  const hits = await search();
  const { total, incomplete, items } = hits.incomplete ? await search() : hits;
  return { keywords: wanted.keywords, query, total, incomplete, items };
}
