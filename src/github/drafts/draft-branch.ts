import type { RepositoryClient } from "../client.ts";
import type { BranchOutcome, EarlierDraft } from "../forge.ts";
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
  /** The commit that a draft is based on; asked for where there is a branch of ours. */
  readonly base: () => Promise<string>;
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
    const beside = mine(commit) ? await besideBase(client, await base(), tip) : undefined;
    if (beside?.whole && beside.commits.every(mine))
      ours ??= { kind: "ours", branch, tip, containsBase: beside.containsBase, files: beside.files };
    else humans ??= { kind: "human-branch", branch, tip };
  }
  return ours ?? humans ?? { kind: "no-branch" };
}

/** The draft that a new one for the same issue would take the place of. What was merged or refused is none any more. */
export async function readEarlierDraft(
  client: RepositoryClient,
  identity: Pick<AppIdentity, "botLogin">,
  issue: number,
  { ourTips, base }: Pick<DraftPlace, "ourTips" | "base">,
): Promise<EarlierDraft> {
  const found = await lookAtBranch(client, identity, { branchPrefix: branchPrefixOf(issue), ourTips, base });
  if (found.kind === "human-branch") return { kind: found.kind, branch: found.branch };
  if (found.kind !== "ours" || found.files.length === 0) return { kind: "none" };
  const pulls = await pullsOf(client, found.branch, "all");
  const isRefused = pulls.length > 0 && pulls.every(({ state }) => state !== "open");
  if (isRefused || pulls.some(({ merged_at }) => merged_at)) return { kind: "none" };
  return { kind: "ours", branch: found.branch, files: found.files };
}
