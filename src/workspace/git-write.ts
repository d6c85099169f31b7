import type { Repository } from "./git.ts";
import { branchRef, checkedCommit } from "./git-names.ts";
import { runGit } from "./git-run.ts";

/**
 * The git commands that write, for the command line alone: objects, a temporary index, one branch.
 * None of them looks at a work tree or at the user's index.
 */

/** A repository together with a temporary index file. */
export interface Scratch extends Repository {
  readonly indexFile: string;
}

/** One line of an index; no hash: the path is taken out. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly hash: string | undefined;
}

export interface CommitOptions {
  readonly tree: string;
  readonly parent: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
}

/** Stores these bytes as they are, without any filter, and says their SHA. */
export async function writeBlob(
  repository: Repository,
  content: Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  const argv = ["hash-object", "-w", "-t", "blob", "--no-filters", "--stdin"];
  return line(await runGit({ ...repository, argv, input: content }, signal));
}

/** Fills the temporary index with the files of a commit. */
export async function readIntoIndex(scratch: Scratch, commit: string, signal?: AbortSignal): Promise<void> {
  await runGit({ ...scratch, argv: ["read-tree", checkedCommit(commit)] }, signal);
}

/** Changes lines of the temporary index. Paths such as `../x` and `.git/config` are silently left out by git. */
export async function changeIndex(
  scratch: Scratch,
  entries: readonly IndexEntry[],
  signal?: AbortSignal,
): Promise<void> {
  const lines = entries.map(({ path, mode, hash }) =>
    hash === undefined ? `0 ${"0".repeat(40)}\t${path}\0` : `${mode} ${checkedCommit(hash)}\t${path}\0`,
  );
  const input = Buffer.from(lines.join(""));
  await runGit({ ...scratch, argv: ["update-index", "-z", "--index-info"], input }, signal);
}

/** Stores the temporary index as a tree and says its SHA. */
export async function writeTree(scratch: Scratch, signal?: AbortSignal): Promise<string> {
  return line(await runGit({ ...scratch, argv: ["write-tree"] }, signal));
}

/** Stores a commit on top of its parent and says its SHA. No branch points to it yet. */
export async function writeCommit(
  repository: Repository,
  { tree, parent, message, author }: CommitOptions,
  signal?: AbortSignal,
): Promise<string> {
  const argv = ["commit-tree", "-p", checkedCommit(parent), "-F", "-", checkedCommit(tree)];
  const settings = [
    ["user.name", author.name],
    ["user.email", author.email],
    ["commit.gpgSign", "false"],
  ] as const;
  return line(await runGit({ ...repository, argv, settings, input: Buffer.from(message) }, signal));
}

/** Points a branch at a commit if it still is where it was seen (undefined: was not there), or throws. */
export async function moveBranch(
  repository: Repository,
  branch: string,
  move: { readonly from: string | undefined; readonly to: string },
  signal?: AbortSignal,
): Promise<void> {
  const to = checkedCommit(move.to);
  const from = move.from === undefined ? "0".repeat(to.length) : checkedCommit(move.from);
  await runGit(
    { ...repository, argv: ["update-ref", "--end-of-options", branchRef(branch), to, from] },
    signal,
  );
}

/** The work tree in which a branch is checked out; empty where it is in none. */
export async function checkedOutIn(
  repository: Repository,
  branch: string,
  signal?: AbortSignal,
): Promise<string> {
  const argv = ["for-each-ref", "--format=%(worktreepath)", "--end-of-options", branchRef(branch)];
  return line(await runGit({ ...repository, argv }, signal));
}

/** A branch that is called as if this one were its folder; empty where there is none. */
export async function branchBelow(
  repository: Repository,
  branch: string,
  signal?: AbortSignal,
): Promise<string> {
  const argv = ["for-each-ref", "--count=1", "--format=%(refname:short)", "--end-of-options"];
  return line(await runGit({ ...repository, argv: [...argv, `${branchRef(branch)}/`] }, signal));
}

const line = (output: Buffer): string => output.toString().replace(/\n$/, "");
