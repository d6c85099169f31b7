import type { RepositoryClient } from "../client.ts";
import type { BranchOutcome, Draft } from "../forge.ts";
import type { AppIdentity } from "../identity.ts";
import { isWorthAnotherLook, moveBranch, withTrailer } from "../our-commits.ts";
import { writeTree } from "../tree.ts";
import { branchName } from "./branch-name.ts";
import { lookAtBranch, type Situation } from "./draft-branch.ts";

/** Somebody else, or an attempt of ours whose answer was lost, may be quicker: then all is looked at again. */
const attempts = 3;

/**
 * Writes the draft as one commit on its branch, new or existing. The commit names no author, so GitHub signs it as
 * the App's; the branch only moves forward (`force: false`), so a push that comes between is refused by GitHub.
 */
export async function pushBranch(
  client: RepositoryClient,
  identity: AppIdentity,
  draft: Draft,
): Promise<BranchOutcome> {
  const name = branchName(draft);
  const commitOn = createCommitter(client, draft);
  for (let attempt = 1; ; attempt += 1) {
    const found = await lookAtBranch(client, identity, { ...draft, base: async () => draft.base.commit });
    if (found.kind === "adopted" || found.kind === "human-branch") return found;
    const branch = found.kind === "ours" ? found.branch : name;
    const commit = await commitOn(found);
    try {
      if (found.kind === "ours") await moveBranch(client, branch, commit);
      else await createBranch(client, branch, commit);
      return { kind: "pushed", branch, commit };
    } catch (error) {
      if (!isWorthAnotherLook(error) || attempt === attempts) throw error;
      await client.pause(attempt);
    }
  }
}

/** Makes the draft's commit, on the base or on a tip of ours; the tree is written once. */
function createCommitter(client: RepositoryClient, draft: Draft) {
  let written: Promise<string> | undefined;
  const commits = new Map<string, string>();
  const tree = async (): Promise<string> => {
    const base = await client.read((github, at) =>
      github.git.getCommit({ ...at, commit_sha: draft.base.commit }),
    );
    return writeTree(client, base.tree.sha, draft.changes);
  };
  return async (found: Situation): Promise<string> => {
    // On a branch of ours the old tip stays in the history, and so does a base that has moved on since.
    const { base } = draft;
    const tip = found.kind === "ours" ? found.tip : base.commit;
    const parents = found.kind === "ours" && !found.containsBase ? [tip, base.commit] : [tip];
    const known = commits.get(tip);
    if (known) return known;
    written ??= tree();
    const commit = await client.write(async (github, at) =>
      github.git.createCommit({
        ...at,
        message: withTrailer(draft.commitMessage, draft.runId),
        tree: await written!,
        parents,
      }),
    );
    commits.set(tip, commit.sha);
    return commit.sha;
  };
}

async function createBranch(client: RepositoryClient, branch: string, sha: string): Promise<void> {
  await client.writeOnce((github, at) => github.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha }));
}
