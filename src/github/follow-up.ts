import type { FileChange } from "../source/file.ts";
import type { RepositoryClient } from "./client.ts";
import type { AppIdentity } from "./identity.ts";
import {
  isOurs,
  isWorthAnotherLook,
  moveBranch,
  runOf,
  type SeenCommit,
  withTrailer,
} from "./our-commits.ts";
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
  readonly ourTips: readonly string[];
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
 * where somebody is quicker (`force: false`), and then it is looked again: an attempt whose answer was lost is found.
 */
export async function pushFollowUp(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  { runId, branch, head, ourTips, commitMessage, changes }: FollowUp,
): Promise<FollowUpOutcome> {
  let written: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const ref = await client.find((github, at) => github.git.getRef({ ...at, ref: `heads/${branch}` }));
    if (!ref) return { kind: "gone" };
    const tip = ref.object.sha;
    if (tip !== head) {
      const ours = await findOurs(
        client,
        tip,
        head,
        (seen) => runOf(seen.commit.message) === runId && isOurs(seen, botLogin, ourTips),
      );
      return ours === undefined ? { kind: "moved", head: tip } : { kind: "pushed", commit: ours };
    }
    written ??= await writeCommit(client, head, withTrailer(commitMessage, runId), changes);
    try {
      await moveBranch(client, branch, written);
      return { kind: "pushed", commit: written };
    } catch (error) {
      if (!isWorthAnotherLook(error) || attempt === attempts) throw error;
      await client.pause(attempt);
    }
  }
}

async function findOurs(
  client: RepositoryClient,
  tip: string,
  head: string,
  isWanted: (seen: SeenCommit) => boolean,
): Promise<string | undefined> {
  const above = await client.read((github, at) =>
    github.repos.listCommits({ ...at, sha: tip, per_page: mostAbove }),
  );
  for (const seen of above) {
    if (seen.sha === head) return undefined;
    if (isWanted(seen)) return seen.sha;
  }
  return undefined;
}

async function writeCommit(
  client: RepositoryClient,
  head: string,
  message: string,
  changes: readonly FileChange[],
): Promise<string> {
  const base = await client.read((github, at) => github.git.getCommit({ ...at, commit_sha: head }));
  const tree = await writeTree(client, base.tree.sha, changes);
  const { sha } = await client.write((github, at) =>
    github.git.createCommit({ ...at, message, tree, parents: [head] }),
  );
  return sha;
}
