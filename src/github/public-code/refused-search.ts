import { GitHubError } from "../failure.ts";

/** Hits of a search, whatever it searches. */
interface Hits<T> {
  readonly total: number;
  readonly incomplete: boolean;
  readonly items: readonly T[];
}

/** What GitHub refuses to search for (422: too long, or made of signs alone) found nothing. */
export async function noneIfRefused<T>(search: Promise<Hits<T>>): Promise<Hits<T>> {
  try {
    return await search;
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 422) throw error;
    return { total: 0, incomplete: false, items: [] };
  }
}
