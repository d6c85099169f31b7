import { coversPath } from "../../source/glob.ts";
import type { Past } from "../../workspace/history.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";

/**
 * The workspace without the paths that the repository keeps out of sight: they are not indexed, not found and not
 * shown. `readAll` still gives them, because tests in the sandbox need the whole tree. What is hidden must be
 * protected as well, since a check would take such a path for a new one.
 */
export function withoutPaths(workspace: CommitWorkspace, globs: readonly string[]): CommitWorkspace {
  if (globs.length === 0) return workspace;
  const isSeen = (path: string): boolean => !globs.some((glob) => coversPath(glob, path));
  const entries = new Map([...workspace.entries].filter(([path]) => isSeen(path)));
  const { past } = workspace;
  return {
    ...workspace,
    entries,
    read: async (path) => (entries.has(path) ? workspace.read(path) : undefined),
    readMany: (paths) => workspace.readMany(paths.filter((path) => entries.has(path))),
    readBytes: async (path, most) => (entries.has(path) ? workspace.readBytes(path, most) : undefined),
    ...(past && { past: async (signal) => seenOf(await past(signal), isSeen) }),
  };
}

/** Of the past, what changed paths that are seen. */
function seenOf({ history, ...rest }: Past, isSeen: (path: string) => boolean): Past {
  const commits = history?.commits.map((commit) => ({ ...commit, paths: commit.paths.filter(isSeen) }));
  return { ...rest, history: commits && { commits } };
}
