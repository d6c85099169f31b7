import { isUserError } from "../errors.ts";
import { GitError, type Repository } from "./git.ts";
import { type PastCommit, pathsOf, plainCommits } from "./git-history.ts";

/** What a repository's past says of its present: which files change together, and for what reasons. */
export interface History {
  /** The newest first, without merges. */
  readonly commits: readonly ChangingCommit[];
}

/** A history, or a sentence for people on why there is none. */
export interface Past {
  readonly history: History | undefined;
  readonly note?: string;
}

export interface ChangingCommit extends Pick<PastCommit, "commit" | "message"> {
  /** Files that it changed, added or removed, by their paths then; empty where the history that is here begins. */
  readonly paths: readonly string[];
}

/** Commits looked at; of each the characters of its message and its paths. */
const most = { commits: 500, message: 4_000, paths: 200 };

/** The commits up to and with `commit`. Reads commits and folders, no file, so a clone without files will do. */
export async function readHistory(
  repository: Repository,
  commit: string,
  signal?: AbortSignal,
): Promise<History> {
  const listed = await plainCommits(repository, commit, most.commits, signal);
  const paths = await pathsOf(
    repository,
    listed.map((one) => one.commit),
    signal,
  );
  return {
    commits: listed.map((one) => ({
      commit: one.commit,
      message: one.message.slice(0, most.message),
      paths: paths.get(one.commit)?.slice(0, most.paths) ?? [],
    })),
  };
}

/**
 * A past is a help and no need: where it cannot be had because of the network, the server, the repository or the disk,
 * a note says so. Throws only the signal's reason and what is a bug.
 */
export async function softly(reading: () => Promise<History>, signal: AbortSignal): Promise<Past> {
  try {
    return { history: await reading() };
  } catch (error) {
    signal.throwIfAborted();
    const why = reasonOf(error);
    if (why === undefined) throw error;
    return { history: undefined, note: `Past commits were not looked at: ${why}` };
  }
}

/** Undefined for a bug. */
function reasonOf(error: unknown): string | undefined {
  if (isUserError(error)) return error.message;
  if (error instanceof GitError) return `git said ${JSON.stringify(error.complaint.slice(0, 200))}.`;
  // Of the system, and of a forge that gives no token.
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  if (typeof code === "string") return `${code}.`;
  return typeof status === "number" ? `the forge answered ${status}.` : undefined;
}
