import type { Repository } from "./git.ts";
import { type PastCommit, pathsOf, plainCommits } from "./git-history.ts";

/** What a repository's past says of its present: which files change together, and for what reasons. */
export interface History {
  /** The newest first, without merges. */
  readonly commits: readonly ChangingCommit[];
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
