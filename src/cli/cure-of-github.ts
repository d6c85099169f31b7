import { GitHubError, isPassing } from "../github/failure.ts";

/** What a person can do where GitHub is silent or does not know the token; on the server a run says it. */
export function cureOfGitHub(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isPassing(error))
    return "Check the network (and GITHUB_URL, GITHUB_API_URL where they are set), and try again.";
  if (error instanceof GitHubError && error.status === 401)
    return "Check GITHUB_TOKEN and GITHUB_SEARCH_TOKEN: what is set there is refused.";
  if (error instanceof GitHubError && error.status === 404)
    return "Check the repository's name, and whether GITHUB_TOKEN may read it: GitHub does not show what it may not.";
  return undefined;
}
