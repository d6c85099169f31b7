import { createRepositoryClient } from "../client.ts";
import { createTransport, type TransportOptions } from "../session.ts";
import type { PublicCode } from "./public-code.ts";
import { createPublicCode, type PublicCodeOptions } from "./read-public-code.ts";
import { anonymousPerMinute, createSearchPace } from "./search-pace.ts";

/**
 * Public code read with a person's token, or as anybody: the command line, and hosts that give a token of its own for
 * searches (`GITHUB_SEARCH_TOKEN`). The token needs no scope.
 */
export function publicCodeWithToken(
  options: TransportOptions & { readonly token: string | undefined } & PublicCodeOptions,
): PublicCode {
  const { token } = options;
  // The client is made for one repository; public code names its own in every call.
  const client = createRepositoryClient(createTransport(options), async () => ({
    token,
    owner: "",
    repo: "",
  }));
  const pace = options.pace ?? createSearchPace(token === undefined ? anonymousPerMinute : undefined);
  return createPublicCode(client, { ...options, pace });
}
