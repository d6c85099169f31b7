import type { RepositoryClient } from "./client.ts";
import { GitHubError, LostAnswerError } from "./failure.ts";
import type { PullFile } from "./pull.ts";

/** A commit as far as it tells whose it is. */
export interface SeenCommit {
  readonly sha: string;
  readonly author: unknown;
  readonly committer: unknown;
  readonly commit: { readonly message: string };
}

/**
 * The App's bot is the author and GitHub, or the bot itself on a server that does not sign, the committer. Whoever
 * amends or rebases our commit becomes its committer, and it is theirs then.
 */
function isOfBot({ author, committer }: Pick<SeenCommit, "author" | "committer">, botLogin: string): boolean {
  const login = (who: unknown): string | undefined => (who as { login?: string } | null)?.login;
  return login(author) === botLogin && [botLogin, "web-flow"].includes(login(committer) ?? "");
}

/** Whether a run of ours made the commit. Other programs may write under the same account: all of ours name their run. */
export const isOurs = (seen: SeenCommit, botLogin: string, ourTips: readonly string[]): boolean =>
  (isOfBot(seen, botLogin) && runOf(seen.commit.message) !== undefined) || ourTips.includes(seen.sha);

/** The run that a commit message names in its trailers. */
export const runOf = (message: string): string | undefined => trailerOf(message, "CodeRAG-Run");

/** The commit that a revert of ours takes back. */
export const revertedBy = (message: string): string | undefined => trailerOf(message, "CodeRAG-Reverts");

function trailerOf(message: string, name: string): string | undefined {
  const last = message
    .trimEnd()
    .split(/\n\s*\n/)
    .at(-1);
  return new RegExp(`^${name}: *(\\S+)[ \\r]*$`, "m").exec(last ?? "")?.[1];
}

/** The message with the trailer by which a later attempt knows its own commit again. */
export function withTrailer(commitMessage: string, runId: string): string {
  const message = commitMessage.replaceAll("\0", "").toWellFormed().trimEnd();
  if (runOf(message) === runId) return `${message}\n`;
  const last = message
    .split(/\n\s*\n/)
    .slice(1)
    .at(-1);
  const trailers = /^[A-Za-z][A-Za-z-]*: \S/.test(last ?? "");
  return `${message}${trailers ? "\n" : "\n\n"}CodeRAG-Run: ${runId}\n`;
}

/** What a branch holds that its base does not, oldest first. */
export interface Beside {
  readonly commits: readonly SeenCommit[];
  /** False where there are more than GitHub tells at once: then nothing is known of the oldest. */
  readonly whole: boolean;
  /** Whether the whole base is in the branch. */
  readonly containsBase: boolean;
  /** The newest commit of the base that is in the branch. */
  readonly left: string;
  /** What all of them change together, three hundred files at most. */
  readonly files: readonly PullFile[];
}

export async function besideBase(client: RepositoryClient, base: string, tip: string): Promise<Beside> {
  const {
    commits,
    total_commits,
    merge_base_commit: { sha: left },
    status,
    files = [],
  } = await client.read((github, at) =>
    github.repos.compareCommitsWithBasehead({ ...at, basehead: `${base}...${tip}` }),
  );
  const containsBase = status === "ahead" || status === "identical";
  return {
    ...{ commits, whole: total_commits === commits.length, containsBase, left },
    files: files.map(({ filename, previous_filename, status, patch }) => ({
      ...{ path: filename, previousPath: previous_filename, status, patch },
    })),
  };
}

/** Moves a branch forward only: GitHub refuses where somebody was quicker. */
export async function moveBranch(client: RepositoryClient, branch: string, sha: string): Promise<void> {
  await client.writeOnce((github, at) =>
    github.git.updateRef({ ...at, ref: `heads/${branch}`, sha, force: false }),
  );
}

/** The branch exists by now, has moved, is gone, or we do not know: all of that is answered by looking. */
export const isWorthAnotherLook = (error: unknown): boolean =>
  error instanceof LostAnswerError ||
  (error instanceof GitHubError && (error.status === 422 || error.status === 409 || error.status === 404));
