import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FileChange } from "../source/file.ts";
import { blobLimit, changedPaths } from "./git.ts";
import { findRepository, openLocal } from "./open-local.ts";
import { overlay } from "./overlay.ts";
import { textOf } from "./read-commit.ts";
import type { Workspace } from "./workspace.ts";

/** More new files than this are no work of a person but something that nobody told git to ignore. */
const maxNew = 2_000;

/** A repository on this machine as a person sees it: its last commit with what is not committed yet laid over it. */
export interface WorkTree extends Workspace {
  readonly directory: string;
  readonly notes: readonly string[];
  /** Files that differ from the last commit. */
  readonly changed: readonly string[];
}

/**
 * Opens the repository that `directory` is or lies in as its work tree stands: changed and new files from the disk,
 * all others from the last commit. Ignored files and installed packages are not seen, and of links nothing is followed.
 * `commit` is that of HEAD. Throws as `openLocal` does.
 */
export async function openWorkTree(directory: string, signal?: AbortSignal): Promise<WorkTree> {
  const { repository } = await findRepository(directory);
  const committed = await openLocal(directory, signal);
  // A bare repository has no work tree.
  const listed = repository.gitDir === undefined ? await changedPaths(repository, signal) : [];
  const fresh = listed.filter(({ path, isNew }) => isNew && !isInstalled(path));
  const seen = [...listed.filter(({ isNew }) => !isNew), ...fresh.slice(0, maxNew)];
  const changes: FileChange[] = [];
  for (const { path } of seen) {
    signal?.throwIfAborted();
    const after = await textOnDisk(committed.directory, path);
    changes.push({ path, before: undefined, after });
  }
  const cut = fresh.length - maxNew;
  return {
    ...overlay(committed, changes),
    directory: committed.directory,
    changed: seen.map(({ path }) => path),
    notes: [
      ...committed.notes,
      ...(cut > 0 ? [`${cut} new files are left out: more than ${maxNew} are no work in progress.`] : []),
    ],
    close: () => committed.close(),
  };
}

/**
 * The same, with texts as they stand on the disk: git ends their lines otherwise in its objects where `.gitattributes` or
 * `core.autocrlf` says so, and whoever edits a file means what he sees.
 */
export function asOnDisk(workspace: Workspace, directory: string): Workspace {
  const readMany = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (const path of paths) {
      const text = workspace.entries.has(path) ? await textOnDisk(directory, path) : undefined;
      if (text !== undefined) found.set(path, text);
    }
    return found;
  };
  return { ...workspace, readMany, read: async (path) => (await readMany([path])).get(path) };
}

const isInstalled = (path: string): boolean => /(?:^|\/)(?:node_modules|__pycache__|\.venv)\//.test(path);

/** Undefined for what is no text file of this folder any more: deleted, binary, large, a link or a folder. */
async function textOnDisk(directory: string, path: string): Promise<string | undefined> {
  const place = join(directory, path);
  try {
    // Also a folder on the way may have become a link that leads out of the repository.
    if ((await realpath(place)) !== place || !place.startsWith(directory + sep)) return undefined;
    const found = await stat(place);
    return found.isFile() && found.size < blobLimit ? textOf(await readFile(place)) : undefined;
  } catch (error) {
    const gone = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"];
    if (gone.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
