import type { RepositoryClient } from "../client.ts";
import type { BranchHead, BranchOutcome, EarlierDraft } from "../forge.ts";
import type { AppIdentity } from "../identity.ts";
import { besideBase, isOurs, runOf, type SeenCommit } from "../our-commits.ts";
import type { PullFile } from "../pull.ts";
import { branchPrefixOf } from "./branch-name.ts";
import { pullsOf } from "./pulls-of-branch.ts";

/** What stands on GitHub where a draft is written. */
export type Situation =
  | { readonly kind: "no-branch" }
  | {
      readonly kind: "ours";
      readonly branch: string;
      readonly tip: string;
      readonly containsBase: boolean;
      readonly files: readonly PullFile[];
    }
  | Exclude<BranchOutcome, { kind: "pushed" }>;

/** Where to look. */
export interface DraftPlace {
  readonly branchPrefix: string;
  readonly ourTips: readonly string[];
  /** The run whose own commit may be there already. */
  readonly runId?: string;
  /** The commit that a draft on this branch is based on; asked for where the branch is ours. */
  readonly base: (branch: string) => Promise<string>;
}

/**
 * Whose branch of this prefix there is. Ours goes before a human's beside it. It is ours where we made everything on
 * it: a commit of ours on top of a person's does not make theirs ours, and the next one would drop it.
 */
export async function lookAtBranch(
  client: RepositoryClient,
  { botLogin }: Pick<AppIdentity, "botLogin">,
  { branchPrefix, ourTips, runId, base }: DraftPlace,
): Promise<Situation> {
  const refs = await client.read((github, at) =>
    github.git.listMatchingRefs({ ...at, ref: `heads/${branchPrefix}` }),
  );
  let ours: Situation | undefined;
  let humans: Situation | undefined;
  for (const { ref, object } of refs) {
    const branch = ref.slice("refs/heads/".length);
    const tip = object.sha;
    const commit = await client.read((github, at) => github.repos.getCommit({ ...at, ref: tip }));
    const mine = (one: SeenCommit): boolean => isOurs(one, botLogin, ourTips);
    if (runId !== undefined && mine(commit) && runOf(commit.commit.message) === runId)
      return { kind: "adopted", branch, commit: tip };
    const beside = mine(commit) ? await besideBase(client, await base(branch), tip) : undefined;
    if (beside?.whole && beside.commits.every(mine))
      ours ??= { kind: "ours", branch, tip, containsBase: beside.containsBase, files: beside.files };
    else humans ??= { kind: "human-branch", branch, tip };
  }
  return ours ?? humans ?? { kind: "no-branch" };
}

/**
 * The draft that a new one for the same issue would take the place of. What was merged or refused is none any more.
 * `baseOf`: the newest commit of a branch, the default one unless named.
 */
export async function readEarlierDraft(
  client: RepositoryClient,
  identity: Pick<AppIdentity, "botLogin">,
  issue: number,
  {
    ourTips,
    baseOf,
  }: Pick<DraftPlace, "ourTips"> & { readonly baseOf: (named?: string) => Promise<BranchHead> },
): Promise<EarlierDraft> {
  const seen = new Map<string, { readonly isOver: boolean; readonly base: BranchHead }>();
  const base = async (branch: string): Promise<string> => {
    const pulls = await pullsOf(client, branch, "all");
    const open = pulls.find(({ state }) => state === "open");
    const isOver = (pulls.length > 0 && !open) || pulls.some(({ merged_at }) => merged_at);
    const into = await baseOf(open?.base.ref);
    seen.set(branch, { isOver, base: into });
    return into.commit;
  };
  const found = await lookAtBranch(client, identity, { branchPrefix: branchPrefixOf(issue), ourTips, base });
  if (found.kind === "human-branch") return { kind: found.kind, branch: found.branch };
  if (found.kind !== "ours" || found.files.length === 0) return { kind: "none" };
  const { branch, tip, files } = found;
  const { isOver, base: into } = seen.get(branch)!;
  return isOver ? { kind: "none" } : { kind: "ours", branch, files, tip, base: into };
}
