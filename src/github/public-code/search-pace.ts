import { RateLimitedError } from "../failure.ts";

export type SearchKind = "repositories" | "code";

/** Counts searches of one account, so that GitHub's limits are met and not run into. */
export interface SearchPace {
  /** Takes a turn. Throws `RateLimitedError` with the time of the next one where the minute is used up. */
  take(kind: SearchKind): void;
}

/** GitHub's limits for a token: so many searches in any minute. */
export const searchesPerMinute: Readonly<Record<SearchKind, number>> = { repositories: 30, code: 10 };

/** As anybody; files are not searched at all then. */
export const anonymousPerMinute: Readonly<Record<SearchKind, number>> = { repositories: 10, code: 10 };

const minuteMs = 60_000;

export function createSearchPace(
  limits: Readonly<Record<SearchKind, number>> = searchesPerMinute,
  now: () => number = Date.now,
): SearchPace {
  const taken: Record<SearchKind, number[]> = { repositories: [], code: [] };
  return {
    take(kind) {
      const time = now();
      const recent = taken[kind].filter((at) => time - at < minuteMs);
      if (recent.length >= limits[kind]) throw new RateLimitedError(new Date(recent[0]! + minuteMs));
      taken[kind] = [...recent, time];
    },
  };
}
