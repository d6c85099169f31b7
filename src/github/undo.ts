import type { RepositoryClient } from "./client.ts";
import { pullsOf } from "./drafts/pulls-of-branch.ts";
import type { AppIdentity } from "./identity.ts";
import {
  besideBase,
  isOurs,
  isWorthAnotherLook,
  moveBranch,
  revertedBy,
  runOf,
  type SeenCommit,
  withTrailer,
} from "./our-commits.ts";
import type { RepositoryRef } from "./session.ts";
import { createLookup, type TreeEntry, writeEntries } from "./tree.ts";

/** Which commit of ours to take back. */
export interface UndoWish {
  readonly runId: string;
  /** `coderag/issue-12-` for an issue, whatever the ending; the whole name of a pull request's branch. */
  readonly branch: { readonly prefix: string } | { readonly name: string };
  /** Whose branch it is, where it is not this repository's. */
  readonly fork?: RepositoryRef;
  /** Branch that it is compared with, where no open pull request says another one. */
  readonly base: string;
  /** Commits that earlier runs pushed. */
  readonly ourTips: readonly string[];
  /** Further trailers of the commit's message. */
  readonly trailers: readonly string[];
}

export type UndoOutcome =
  | {
      readonly kind: "undone";
      readonly branch: string;
      /** The commit that takes it back. */
      readonly commit: string;
      readonly reverted: { readonly commit: string; readonly title: string };
    }
  /** No commit of ours is left there, or there is no such branch. */
  | { readonly kind: "nothing"; readonly branch: string | undefined }
  /** Its pull request is over: what was merged is not on the branch any more, what was refused is nowhere. */
  | { readonly kind: "closed"; readonly branch: string; readonly pull: number; readonly merged: boolean }
  /** A person built on it: what they made is not ours to take apart. */
  | { readonly kind: "built-upon"; readonly branch: string; readonly commit: string; readonly by: string }
  /** The base changed the same files since; `paths` names them. */
  | {
      readonly kind: "conflict";
      readonly branch: string;
      readonly commit: string;
      readonly paths: readonly string[];
    };

const attempts = 3;

/**
 * Takes our newest commit back that is not taken back yet: with a new commit whose tree is the one before it. Nothing
 * is removed from the history and nothing is pushed by force, so whoever has fetched the branch loses nothing.
 * `here` knows the base and every commit of its pull requests; `client` writes, to a fork where the branch is there.
 */
export async function undoLast(
  here: RepositoryClient,
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  wish: UndoWish,
): Promise<UndoOutcome> {
  const ours = (one: SeenCommit): boolean => isOurs(one, botLogin, wish.ourTips);
  for (let attempt = 1; ; attempt += 1) {
    const found = await findLast(here, client, ours, wish);
    if (!found) return { kind: "nothing", branch: undefined };
    const { branch, tip, left, last, closed } = found;
    if (closed) return { kind: "closed", branch, ...closed };
    if (last.kind === "nothing") return { kind: "nothing", branch };
    if (last.kind === "built-upon") return { ...last, branch };
    const { sha, commit: seen } = last.commit;
    const reverted = { commit: sha, title: seen.message.split("\n", 1)[0]! };
    if (last.kind === "done") return { kind: "undone", branch, commit: tip, reverted };
    const tree = await treeBefore(here, client, sha, left);
    if (typeof tree !== "string") return { kind: "conflict", branch, commit: sha, paths: tree.paths };
    const message = revertMessage(reverted, wish);
    const written = await client.write((github, at) =>
      github.git.createCommit({ ...at, message, tree, parents: [tip] }),
    );
    try {
      await moveBranch(client, branch, written.sha);
      return { kind: "undone", branch, commit: written.sha, reverted };
    } catch (error) {
      if (!isWorthAnotherLook(error) || attempt === attempts) throw error;
      await client.pause(attempt);
    }
  }
}

interface Found {
  readonly branch: string;
  readonly tip: string;
  /** The newest commit of its base that is in it. */
  readonly left: string;
  readonly last: Last;
  readonly closed?: ClosedPull | undefined;
}

/** More branches of one issue than this nobody made by hand. */
const mostBranches = 20;

/** The branch with a commit of ours to take back; a person's beside it may have a like name. */
async function findLast(
  here: RepositoryClient,
  client: RepositoryClient,
  ours: (commit: SeenCommit) => boolean,
  wish: UndoWish,
): Promise<Found | undefined> {
  let first: Found | undefined;
  for (const { branch, tip } of await findBranches(client, wish)) {
    const pulls = "prefix" in wish.branch ? await pullsOf(client, branch, "all") : [];
    // A person may have chosen another base for our draft.
    const open = pulls.find(({ state }) => state === "open");
    const { commits, left } = await besideBase(here, open?.base.ref ?? wish.base, tip);
    const last = lastOfOurs(commits.toReversed(), ours, wish.runId);
    const found = { branch, tip, left, last, closed: closedPull(pulls) };
    if (found.last.kind !== "nothing") return found;
    first ??= found;
  }
  return first;
}

async function findBranches(
  client: RepositoryClient,
  { branch }: UndoWish,
): Promise<readonly Pick<Found, "branch" | "tip">[]> {
  const start = "prefix" in branch ? branch.prefix : branch.name;
  const refs = await client.read((github, at) =>
    github.git.listMatchingRefs({ ...at, ref: `heads/${start}` }),
  );
  const names = refs.map(({ ref, object }) => ({ branch: ref.slice("refs/heads/".length), tip: object.sha }));
  return "prefix" in branch
    ? names.slice(0, mostBranches)
    : names.filter((one) => one.branch === branch.name);
}

interface ClosedPull {
  readonly pull: number;
  readonly merged: boolean;
}

/** The newest pull request of a branch, where none is open. */
function closedPull(pulls: Awaited<ReturnType<typeof pullsOf>>): ClosedPull | undefined {
  const [newest] = pulls.toSorted((a, b) => b.number - a.number);
  if (!newest || pulls.some(({ state }) => state === "open")) return undefined;
  return { pull: newest.number, merged: typeof newest.merged_at === "string" };
}

type Last =
  | { readonly kind: "revert" | "done"; readonly commit: SeenCommit }
  | { readonly kind: "built-upon"; readonly commit: string; readonly by: string }
  | { readonly kind: "nothing" };

/** From the newest backwards. A revert of ours and what it took back cancel each other out. */
function lastOfOurs(
  newestFirst: readonly SeenCommit[],
  ours: (commit: SeenCommit) => boolean,
  runId: string,
): Last {
  const gone = new Set<string>();
  const [tip] = newestFirst;
  // The tip is this run's own revert: an attempt before this one wrote it, and its answer was lost.
  const isDone = tip && ours(tip) && runOf(tip.commit.message) === runId;
  const done = isDone ? revertedBy(tip.commit.message) : undefined;
  let persons: SeenCommit | undefined;
  for (const one of newestFirst) {
    if (done === one.sha) return { kind: "done", commit: one };
    const reverts = ours(one) ? revertedBy(one.commit.message) : undefined;
    if (reverts !== undefined) gone.add(reverts);
    else if (!ours(one)) persons ??= one;
    else if (!gone.has(one.sha)) return persons ? builtUpon(one, persons) : { kind: "revert", commit: one };
  }
  return { kind: "nothing" };
}

function builtUpon(mine: SeenCommit, theirs: SeenCommit): Last {
  const by = (theirs.author as { login?: string } | null)?.login ?? "somebody";
  return { kind: "built-upon", commit: mine.sha, by };
}

/**
 * The tree as it was before this commit of ours. Where it, or one of ours since, brought in a base that had moved on,
 * what was there before it is put on that base (`left`), file by file; `paths` names files that the base changed as well.
 */
async function treeBefore(
  here: RepositoryClient,
  client: RepositoryClient,
  sha: string,
  left: string,
): Promise<string | { readonly paths: readonly string[] }> {
  const treeOf = async (commit: string) =>
    (await client.read((github, at) => github.git.getCommit({ ...at, commit_sha: commit }))).tree.sha;
  const { parents } = await client.read((github, at) => github.git.getCommit({ ...at, commit_sha: sha }));
  const before = parents[0]?.sha;
  if (before === undefined) throw new Error(`The commit ${sha} has no parent.`);
  const { files = [], merge_base_commit: parted } = await here.read((github, at) =>
    github.repos.compareCommitsWithBasehead({ ...at, basehead: `${left}...${before}` }),
  );
  if (parted.sha === left) return treeOf(before);
  const baseTree = await treeOf(left);
  const [then, now, was] = [
    createLookup(client, parted.commit.tree.sha),
    createLookup(client, baseTree),
    createLookup(client, await treeOf(before)),
  ];
  const entries: TreeEntry[] = [];
  const paths: string[] = [];
  for (const path of files.flatMap((file) => [file.filename, file.previous_filename ?? []].flat())) {
    const [at, current, old] = [await then(path), await now(path), await was(path)];
    if (at?.sha !== current?.sha) paths.push(path);
    const mode = old?.mode === "100755" ? "100755" : "100644";
    if (old || current) entries.push({ path, mode, type: "blob", sha: old?.sha ?? null });
  }
  return paths.length > 0 ? { paths } : writeEntries(client, baseTree, entries);
}

function revertMessage(
  { commit, title }: { readonly commit: string; readonly title: string },
  { runId, trailers }: UndoWish,
): string {
  const lines = [`CodeRAG-Reverts: ${commit}`, ...trailers].join("\n");
  return withTrailer(`Revert "${title}"\n\nThis reverts commit ${commit}.\n\n${lines}`, runId);
}
