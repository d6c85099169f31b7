import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { identity, listTree, parentOf, type Repository, resolveCommit, treeOf } from "./git.ts";
import {
  branchBelow,
  changeIndex,
  checkedOutIn,
  type IndexEntry,
  moveBranch,
  readIntoIndex,
  writeBlob,
  writeCommit,
  writeTree,
} from "./git-write.ts";
import { findRepository } from "./open-local.ts";
import { modeKept } from "./overlay.ts";
import { parseTree } from "./read-commit.ts";
import { submoduleAround } from "./workspace.ts";

export interface LocalCommit {
  readonly branch: string;
  /** Another name, where that branch holds something else or cannot be moved. */
  readonly otherwise?: string;
  /** Full SHA of the commit that the new branch grows from. */
  readonly base: string;
  readonly changes: readonly FileChange[];
  readonly message: string;
}

const ourselves = { name: "CodeRAG", email: "coderag@localhost" };

/**
 * Commits changes to a branch of a local repository. Work tree and index of the user stay as they are, file modes
 * are kept. A branch that stands at `base` moves on, one that already holds this very change is taken as it is;
 * where none of the names is free a UserError is thrown and nothing is written but loose objects.
 */
export async function commitLocally(
  directory: string,
  { branch, otherwise, base, changes, message }: LocalCommit,
  signal?: AbortSignal,
): Promise<{ readonly branch: string; readonly commit: string }> {
  const { repository } = await findRepository(directory);
  const tree = await treeWith(repository, base, changes, signal);
  const author = (await identity(repository, signal)) ?? ourselves;
  const first = await standing(repository, { branch, base, tree }, signal);
  const found =
    first.kind === "taken" && otherwise !== undefined
      ? await standing(repository, { branch: otherwise, base, tree }, signal)
      : first;
  if (found.kind === "taken") throw found.why;
  if (found.kind === "done") return { branch: found.branch, commit: found.tip };
  const commit = await writeCommit(repository, { tree, parent: base, message, author }, signal);
  await moveBranch(repository, found.branch, { from: found.tip, to: commit }, signal);
  return { branch: found.branch, commit };
}

/** Whether the repository has a branch of this name. */
export async function hasBranch(directory: string, branch: string, signal?: AbortSignal): Promise<boolean> {
  const { repository } = await findRepository(directory);
  return (await resolveCommit(repository, { branch }, signal)) !== undefined;
}

type Standing =
  | { readonly kind: "free"; readonly branch: string; readonly tip: string | undefined }
  | { readonly kind: "done"; readonly branch: string; readonly tip: string }
  | { readonly kind: "taken"; readonly why: UserError };

/** What stands under the name of a branch. */
async function standing(
  repository: Repository,
  { branch, base, tree }: { readonly branch: string; readonly base: string; readonly tree: string },
  signal: AbortSignal | undefined,
): Promise<Standing> {
  const tip = await resolveCommit(repository, { branch }, signal);
  if (tip !== undefined && tip !== base) {
    const same = (await treeOf(repository, tip, signal)) === tree;
    if (same && (await parentOf(repository, tip, signal)) === base) return { kind: "done", branch, tip };
    const cure = `Delete it (git branch --delete --force ${branch}) or name another branch.`;
    return taken(`The branch ${branch} exists already and holds other commits.`, cure);
  }
  const below = await branchBelow(repository, branch, signal);
  if (below !== "")
    return taken(`The branch ${below} leaves no room for one called ${branch}.`, "Rename or delete it.");
  const place = await checkedOutIn(repository, branch, signal);
  if (place === "") return { kind: "free", branch, tip };
  return taken(
    `The branch ${branch} is checked out in ${place}.`,
    "Name another branch, or check out another one there: CodeRAG does not change files that you work on.",
  );
}

const taken = (cause: string, cure: string): Standing => ({ kind: "taken", why: new UserError(cause, cure) });

/** The tree of `base` with the changes in it. */
async function treeWith(
  repository: Repository,
  base: string,
  changes: readonly FileChange[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const { entries: modes, submodules } = parseTree(await listTree(repository, base, signal));
  const entries: IndexEntry[] = [];
  for (const change of changes) {
    const { path, after } = change;
    const inside = submoduleAround(path, submodules);
    if (inside !== undefined) throw new Error(`Refusing to write into the submodule ${inside}: ${path}.`);
    const hash = after === undefined ? undefined : await writeBlob(repository, Buffer.from(after), signal);
    entries.push({ path, mode: modeKept(change, modes), hash });
  }
  const folder = await mkdtemp(join(tmpdir(), "coderag-index-"));
  try {
    const scratch = { ...repository, indexFile: join(folder, "index") };
    await readIntoIndex(scratch, base, signal);
    await changeIndex(scratch, entries, signal);
    const tree = await writeTree(scratch, signal);
    await verify(repository, tree, entries, signal);
    return tree;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** git leaves a path that it does not like (`.git/config`, `../x`) out with a warning; half a change is none. */
async function verify(
  repository: Repository,
  tree: string,
  entries: readonly IndexEntry[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { entries: written } = parseTree(await listTree(repository, tree, signal));
  const refused = entries.filter(({ path, hash }) => written.get(path)?.hash !== hash);
  if (refused.length > 0)
    throw new Error(
      `git does not take these paths: ${refused.map(({ path }) => JSON.stringify(path)).join(", ")}`,
    );
}
