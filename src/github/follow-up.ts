import type { FileChange } from "../source/file.ts";
import type { RepositoryClient } from "./client.ts";
import { isWorthAnotherLook, moveBranch, runOf, withTrailer } from "./our-commits.ts";
import type { RepositoryRef } from "./session.ts";
import { writeTree } from "./tree.ts";

/** One commit for a branch that others push to as well. */
export interface FollowUp {
  readonly runId: string;
  readonly branch: string;
  /** Whose branch it is, where it is not this repository's. */
  readonly fork?: RepositoryRef;
  /** The head that the changes were made for. */
  readonly head: string;
  readonly commitMessage: string;
  readonly changes: readonly FileChange[];
}

export type FollowUpOutcome =
  | { readonly kind: "pushed"; readonly commit: string }
  /** The branch has another head by now; nothing was written. */
  | { readonly kind: "moved"; readonly head: string }
  | { readonly kind: "gone" };

const attempts = 3;
/** Commits above ours are looked through so far: others may have pushed while our answer was lost. */
const mostAbove = 30;

/**
 * Puts the changes on the branch as one signed commit, on exactly the head that they were made for. GitHub refuses
 * where somebody is quicker (`force: false`), and then it is looked again: an attempt whose answer was lost is found,
 * by the run that it names and by what it holds. Names prove nothing: whoever may push to a fork can write as its
 * author whom he likes, and the run's id stands in its progress comment.
 */
export async function pushFollowUp(
  client: RepositoryClient,
  { runId, branch, head, commitMessage, changes }: FollowUp,
): Promise<FollowUpOutcome> {
  let tree: string | undefined;
  let written: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const ref = await client.find((github, at) => github.git.getRef({ ...at, ref: `heads/${branch}` }));
    if (!ref) return { kind: "gone" };
    const tip = ref.object.sha;
    const named = tip === head ? [] : await commitsOn(client, tip, head, runId);
    if (tip !== head && named.length === 0) return { kind: "moved", head: tip };
    tree ??= await treeOf(client, head, changes);
    if (tip !== head) {
      const ours = named.find(({ commit }) => commit.tree.sha === tree);
      return ours ? { kind: "pushed", commit: ours.sha } : { kind: "moved", head: tip };
    }
    written ??= await writeCommit(client, head, withTrailer(commitMessage, runId), tree);
    try {
      await moveBranch(client, branch, written);
      return { kind: "pushed", commit: written };
    } catch (error) {
      if (!isWorthAnotherLook(error) || attempt === attempts) throw error;
      await client.pause(attempt);
    }
  }
}

/** Commits right on `head`, and in what is pushed above it, that name the run. */
async function commitsOn(client: RepositoryClient, tip: string, head: string, runId: string) {
  const above = await client.read((github, at) =>
    github.repos.listCommits({ ...at, sha: tip, per_page: mostAbove }),
  );
  return above.filter(
    ({ commit, parents }) =>
      parents.length === 1 && parents[0]!.sha === head && runOf(commit.message) === runId,
  );
}

async function treeOf(
  client: RepositoryClient,
  head: string,
  changes: readonly FileChange[],
): Promise<string> {
  const base = await client.read((github, at) => github.git.getCommit({ ...at, commit_sha: head }));
  return writeTree(client, base.tree.sha, changes);
}

async function writeCommit(
  client: RepositoryClient,
  head: string,
  message: string,
  tree: string,
): Promise<string> {
  const { sha } = await client.write((github, at) =>
    github.git.createCommit({ ...at, message, tree, parents: [head] }),
  );
  return sha;
}
