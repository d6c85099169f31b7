import { type Config, clonesOf } from "../../config.ts";
import { UserError } from "../../errors.ts";
import { GitError } from "../../workspace/git.ts";
import { openRemote, usualLimits } from "../../workspace/open-remote.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";

/** Opens the newest commit of the default branch. The token leaves for the configured GitHub only. */
export async function openFar(config: Config, url: string, signal: AbortSignal): Promise<CommitWorkspace> {
  const ours = URL.canParse(url) && new URL(url).origin === new URL(config.github.url).origin;
  const token = ours ? config.github.token : undefined;
  try {
    return await openRemote(
      {
        url,
        repositoryKey: url.replace(/^https?:\/\//, "").replace(/\.git$/, ""),
        want: "HEAD",
        ...clonesOf(config),
        access: async () => ({ token }),
        limits: usualLimits,
        network: config.network,
        accessCure: cureOf(ours, token),
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new UserError(
      `${url} could not be fetched: ${error.complaint || "git was ended"}.`,
      "Check the address and the network (a proxy is set by HTTPS_PROXY), and try again.",
      { cause: error },
    );
  }
}

function cureOf(ours: boolean, token: string | undefined): string {
  if (!ours) return "Check the address. A private repository can be read only on the GitHub of GITHUB_URL.";
  return token === undefined
    ? "Check the spelling. For a private repository set GITHUB_TOKEN to a token that may read its contents."
    : "Check the spelling, and that the token in GITHUB_TOKEN is valid and may read this repository's contents.";
}
