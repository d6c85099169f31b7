import { GitHubError } from "../github/failure.ts";
import type { PublicCode, PublicRepository } from "../github/public-code.ts";
import type { Keywords } from "./keywords.ts";
import { listingsOf } from "./language.ts";

/** One of the six searches with what it found. Survives JSON. */
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
export const hitsPerQuery = 30;
/** GitHub refuses longer ones. */
const longestQuery = 256;

/**
 * What is sent. Pairs are also looked for in READMEs: two words together are no chance hit. Repositories whose
 * templates or notebooks outweigh their code are listed under another language, so those listings are asked for, too.
 */
export function queryText(keywords: Keywords, languages: readonly string[]): string {
  const words = keywords.map((word) => (/[^\p{L}\p{N}_]/u.test(word) ? `"${word}"` : word)).join(" ");
  const where = keywords.length > 1 ? " in:name,description,topics,readme" : "";
  const listed = languages.map((name) => ` language:${/\W/.test(name) ? `"${name}"` : name}`).join("");
  return `${words.slice(0, longestQuery)}${where}${listed} is:public`;
}

/**
 * One search. Where GitHub takes several languages for one that nothing has, the language is asked for alone; where it
 * ran out of time, it is asked once more. What it refuses (422) found nothing.
 */
export async function runQuery(
  code: PublicCode,
  keywords: Keywords,
  language: string | undefined,
): Promise<QueryHits> {
  const wide = language === undefined ? [] : [...listingsOf(language).slice(0, 4), language];
  const first = await ask(code, keywords, wide);
  const known = first.items.some((item) => item.language === language);
  if (wide.length < 2 || known) return first;
  const alone = await ask(code, keywords, [language!]);
  return alone.items.length > 0 ? alone : first;
}

async function ask(code: PublicCode, keywords: Keywords, languages: readonly string[]): Promise<QueryHits> {
  const query = queryText(keywords, languages);
  const search = async (): Promise<Omit<QueryHits, "keywords" | "query">> => {
    try {
      return await code.repositories(query, hitsPerQuery);
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status !== 422) throw error;
      return { total: 0, incomplete: false, items: [] };
    }
  };
  const hits = await search();
  const { total, incomplete, items } = hits.incomplete ? await search() : hits;
  return { keywords, query, total, incomplete, items };
}
