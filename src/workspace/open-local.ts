import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../errors.ts";
import { GitError, hasChanges, type Repository, resolveCommit, smallerCure } from "./git.ts";
import { type CommitWorkspace, readCommit } from "./read-commit.ts";

/** Twice what the largest open repositories have; git itself is slow beyond. */
const maxFiles = 1_000_000;

/** A repository on this machine, at its last commit. */
export interface LocalWorkspace extends CommitWorkspace {
  /** The repository's top folder, which may lie above the folder that was asked for. */
  readonly directory: string;
  /** Sentences for the person at the terminal: for example that the whole repository was taken. */
  readonly notes: readonly string[];
}

/**
 * Opens the repository that `directory` is or lies in, at HEAD or at a commit by its SHA; what is not committed is not
 * seen. Throws a UserError for a folder that is none, for a repository without a commit or without that one, and for one
 * with too many files.
 */
export async function openLocal(
  directory: string,
  signal?: AbortSignal,
  at?: { readonly commit: string },
): Promise<LocalWorkspace> {
  const { repository, asked } = await findRepository(directory);
  const commit = await resolveCommit(repository, at ?? "HEAD", signal).catch((error) => {
    throw error instanceof GitError && /not a git repository/.test(error.complaint)
      ? notRepository(asked)
      : error;
  });
  if (commit === undefined && at)
    throw new UserError(
      `The repository ${repository.directory} does not have the commit ${at.commit}.`,
      `Fetch it: git fetch origin ${at.commit}. Where that is refused, fetch the branch that it was on, or all of a shallow clone: git fetch --unshallow.`,
    );
  if (commit === undefined)
    throw new UserError(
      `The repository ${repository.directory} has no commit yet.`,
      "Commit its files first: git add --all && git commit --message 'First commit'.",
    );
  const notes =
    repository.directory === asked
      ? []
      : [`${asked} is a part of the repository ${repository.directory}: the whole repository is taken.`];
  const release = async () => undefined;
  const workspace = await readCommit(repository, commit, release, signal, maxFiles).catch((error) => {
    throw error instanceof GitError && error.isTooMuch
      ? tooLarge(repository.directory, "its files cannot be listed")
      : error;
  });
  if (workspace.entries.size > maxFiles)
    throw tooLarge(repository.directory, `it has ${workspace.entries.size} files`);
  return { ...workspace, directory: repository.directory, notes };
}

/** True where the work tree of the repository around `directory` differs from its last commit. */
export async function isDirty(directory: string, signal?: AbortSignal): Promise<boolean> {
  const { repository } = await findRepository(directory);
  return repository.gitDir === undefined && hasChanges(repository, signal);
}

/**
 * The repository around a folder. Looked for here rather than by git, which would also take a bare repository
 * that somebody committed as a folder of another one, configuration and all.
 */
export async function findRepository(
  directory: string,
): Promise<{ readonly repository: Repository; readonly asked: string }> {
  const asked = await realpath(directory).catch(() => undefined);
  if (asked === undefined || !(await stat(asked)).isDirectory())
    throw new UserError(`${directory} is not a folder.`, "Name the folder of a git repository.");
  for (let folder = asked; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return { repository: { directory: folder }, asked };
    if (folder === dirname(folder)) break;
  }
  if (!["HEAD", "objects", "refs"].every((name) => existsSync(join(asked, name)))) throw notRepository(asked);
  return { repository: { directory: asked, gitDir: asked }, asked };
}

const tooLarge = (directory: string, what: string): UserError =>
  new UserError(
    `The repository ${directory} is too large: ${what}, and ${maxFiles} are allowed.`,
    smallerCure,
  );

const notRepository = (directory: string): UserError =>
  new UserError(
    `${directory} is not a git repository.`,
    "Go to a repository's folder or name one, or make this folder one: git init, git add --all, git commit.",
  );
