import type { PublicRepository } from "../github/public-code/public-code.ts";
import { mayBeListedAs } from "./language.ts";

/** A repository that the queries found, with where. Survives JSON. */
export interface Candidate extends PublicRepository {
  /** Numbers of the queries that found it, from 0. */
  readonly queries: readonly number[];
}

/** A repository that is not chosen, and why, in our own words. */
export interface Rejected {
  readonly fullName: string;
  readonly why: string;
}

export interface CandidateOptions {
  /** GitHub's name; undefined: any. */
  readonly language: string | undefined;
  /** The repository for which is searched: it is no example for itself. */
  readonly target: string | undefined;
  readonly most: number;
}

export interface JoinedHits {
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly Rejected[];
}

/** The paper had 18 to 30 for a request, 25 at the median. */
export const usualCandidates = 25;

/** Cormack, Clarke and Buettcher 2009: a hit at rank r counts 1 / (60 + r). */
const fusion = 60;
/** A pair of keywords says more than one of them. */
const pairWeight = 1.5;

/**
 * Step 3 of reference search (spec 1): the union of the hits without duplicates. Where there are more than `most`, those
 * stay that several queries found near their top (reciprocal rank fusion).
 */
export function joinHits(
  hits: readonly { readonly keywords: readonly string[]; readonly items: readonly PublicRepository[] }[],
  { language, target, most }: CandidateOptions,
): JoinedHits {
  const found = new Map<
    string,
    { readonly item: PublicRepository; readonly queries: number[]; score: number }
  >();
  const rejected = new Map<string, string>();
  for (const [query, { keywords, items }] of hits.entries())
    for (const [rank, item] of items.entries()) {
      const why = unfit(item, language, target);
      if (why !== undefined) {
        rejected.set(item.fullName, why);
        continue;
      }
      const key = item.fullName.toLowerCase();
      const known = found.get(key) ?? { item, queries: [], score: 0 };
      known.queries.push(query);
      known.score += (keywords.length > 1 ? pairWeight : 1) / (fusion + rank + 1);
      found.set(key, known);
    }
  const sorted = [...found.values()].sort((a, b) => b.score - a.score);
  return {
    candidates: sorted.slice(0, most).map(({ item, queries }) => ({ ...item, queries })),
    rejected: [...rejected].map(([fullName, why]) => ({ fullName, why })),
  };
}

function unfit(
  { fullName, language: listed }: PublicRepository,
  language: string | undefined,
  target: string | undefined,
): string | undefined {
  if (fullName.toLowerCase() === target?.toLowerCase()) return "the repository itself";
  if (language !== undefined && !mayBeListedAs(language, listed))
    return `written in ${listed ?? "no known language"}`;
  return undefined;
}
