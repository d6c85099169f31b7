import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { isUserError } from "../errors.ts";
import { counted } from "../source/counted.ts";
import { GitError, type Repository } from "../workspace/git.ts";
import { openFolder } from "../workspace/open-folder.ts";
import { findRepository, isDirty, openLocal } from "../workspace/open-local.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { repositoryUrl } from "./graph/repository-url.ts";

export interface OpenedCode {
  readonly workspace: Workspace;
  /** The folder, or the address of the repository. */
  readonly directory: string;
  readonly isRepository: boolean;
  /** True where it lies on this machine and may change at any time. */
  readonly isLocal: boolean;
  /** On this machine; undefined where there is none. */
  readonly repository: Repository | undefined;
  /** Files that were read as they stand on the disk, not as they were committed. */
  readonly uncommitted: readonly string[];
  readonly notes: readonly string[];
  /** Further notes, which git is still looking for. */
  readonly lateNotes: Promise<readonly string[]>;
}

export interface CodeSource {
  /** A folder (first), a clone address or OWNER/NAME. */
  readonly repo: string;
  /** `head`: a local repository's last commit. `work tree`: with what is not committed yet. */
  readonly view: "head" | "work tree";
}

/**
 * Opens what a person means by `--repo`. A folder that is no repository is read as it is. `tell` hears of what takes
 * time. Throws a `UserError` for what cannot be opened.
 */
export async function openCode(
  config: Config,
  { repo, view }: CodeSource,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<OpenedCode> {
  const directory = resolve(config.callerFolder, repo);
  // What is here comes first: `src/app` is a folder, and could be a repository's name.
  const url = existsSync(directory) ? undefined : repositoryUrl(repo, config.github.url);
  if (url !== undefined) {
    tell(`Fetching ${url}`);
    const { openFar } = await import("./graph/open-far.ts");
    const workspace = await openFar(config, url, signal);
    tell(`Reading ${counted(workspace.entries.size, "file")} at ${workspace.commit.slice(0, 12)}`);
    return { ...nothing, workspace, directory: url, isRepository: true, isLocal: false };
  }
  const repository = await repositoryAround(directory);
  if (!repository) {
    const workspace = await openFolder(directory, signal);
    const { directory: opened, notes } = workspace;
    return { ...nothing, workspace, directory: opened, isRepository: false, isLocal: true, notes };
  }
  const here = { ...nothing, isRepository: true, isLocal: true, repository };
  if (view === "work tree") {
    const { openWorkTree } = await import("../workspace/open-work-tree.ts");
    const workspace = await openWorkTree(directory, signal);
    const { directory: opened, changed, notes } = workspace;
    return { ...here, workspace, directory: opened, uncommitted: changed, notes };
  }
  const workspace = await openLocal(directory, signal);
  // Only of a repository whose files could be listed.
  const lateNotes = notesOfUnseen(directory, signal);
  // Whoever waits for them hears of it.
  lateNotes.catch(() => undefined);
  const { directory: opened, notes } = workspace;
  return { ...here, workspace, directory: opened, notes, lateNotes };
}

/** What most places have none of. */
const nothing = {
  repository: undefined,
  uncommitted: [],
  notes: [],
  lateNotes: Promise.resolve([]),
} satisfies Partial<OpenedCode>;

/** What a run at the last commit does not see. */
export async function notesOfUnseen(directory: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return (await isDirty(directory, signal)) ? ["There are uncommitted changes; they are not seen."] : [];
  } catch (error) {
    if (error instanceof GitError && error.isTooMuch)
      return [
        "Uncommitted changes, if there are any, are not seen: `git status` is too much for this machine.",
      ];
    throw error;
  }
}

async function repositoryAround(directory: string): Promise<Repository | undefined> {
  try {
    return (await findRepository(directory)).repository;
  } catch (error) {
    if (isUserError(error)) return undefined;
    throw error;
  }
}
