import type { Reader } from "../settings.ts";

/** Which GitHub, and tokens that are not the App's own. */
export interface GitHubConfig {
  readonly apiUrl: string;
  readonly url: string;
  /** A person's token, for the command line; the App mints its own. */
  readonly token: string | undefined;
  /** For searches of public code by the server and the worker; undefined: the App's own token of the installation. */
  readonly searchToken: string | undefined;
}

/** For an Enterprise Server either address tells the other; github.com needs none. */
export function readGitHub(read: Reader): GitHubConfig {
  const url = read.isSet("GITHUB_URL") ? read.url("GITHUB_URL", "", "GitHub") : undefined;
  const apiUrl = read.isSet("GITHUB_API_URL") ? read.url("GITHUB_API_URL", "", "GitHub's API") : undefined;
  const token = read.text("GITHUB_TOKEN");
  const searchToken = read.text("GITHUB_SEARCH_TOKEN");
  const home = { url: "https://github.com", apiUrl: "https://api.github.com", token, searchToken };
  if (url === undefined && (apiUrl === undefined || apiUrl === home.apiUrl)) return home;
  if (url === home.url && apiUrl === undefined) return home;
  return {
    url: url ?? new URL(apiUrl ?? home.url).origin,
    apiUrl: apiUrl ?? `${url}/api/v3`,
    ...{ token, searchToken },
  };
}
