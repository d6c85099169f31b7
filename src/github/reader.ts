import { UserError } from "../errors.ts";
import { findBuiltIndex } from "./builds/artifacts.ts";
import { type BuildClients, readChecks } from "./builds/failed-checks.ts";
import type { RepositoryClient } from "./client.ts";
import { readConversation } from "./comments.ts";
import { findConfigFile } from "./config-file.ts";
import { readEarlierDraft } from "./drafts/draft-branch.ts";
import { GitHubError } from "./failure.ts";
import type { BranchHead, ForgeReader, Issue, Permission } from "./forge.ts";
import type { Forks } from "./forks.ts";
import type { AppIdentity } from "./identity.ts";
import { isInMergeQueue } from "./merge-queue.ts";
import { readOpenTalk, readThread } from "./open-talk.ts";
import { readOurReviews } from "./our-reviews.ts";
import { readMergeBase, readPull, readPullCommits, readPullFiles } from "./pull.ts";

const roles: readonly string[] = ["admin", "maintain", "write", "triage", "read", "none"];

/** What may be read through each: all but `client` are permissions that one may withhold. */
export interface ReadClients extends BuildClients {
  readonly client: RepositoryClient;
}

/**
 * Reads one repository; what it reads is data of strangers. `identity` tells what is ours; undefined where nothing is.
 */
export function createReader(
  { client, ...builds }: ReadClients,
  identity: () => Promise<AppIdentity | undefined>,
  forks: Pick<Forks, "access">,
): ForgeReader {
  return {
    async permission(login) {
      // 404 is an account that does not exist (any more); everything else that fails, fails: nobody is let in.
      const found = await client.find((github, at) =>
        github.repos.getCollaboratorPermissionLevel({ ...at, username: login }),
      );
      if (!found) return "none";
      // A role that the organisation made up counts as the built-in one that it stands on.
      const role = [found.role_name, found.permission].find((name) => roles.includes(name ?? ""));
      return (role ?? "none") as Permission;
    },
    issue: (number) => readIssue(client, number),
    conversation: (number, frozenAt) => readConversation(client, number, frozenAt),
    forkAccess: forks.access,
    isInMergeQueue: (pull) => isInMergeQueue(client, pull),
    openTalk: (pull, frozenAt) => readOpenTalk(client, pull, frozenAt),
    reviewThread: (pull, thread, frozenAt) => readThread(client, pull, thread, frozenAt),
    base: (branch) => readBase(client, branch),
    hasBranch: async (branch) =>
      (await client.find((github, at) => github.git.getRef({ ...at, ref: `heads/${branch}` }))) !== undefined,
    async earlierDraft(issue, ourTips) {
      const us = await identity();
      if (!us) return { kind: "none" };
      return readEarlierDraft(client, us, issue, { ourTips, baseOf: (named) => readBase(client, named) });
    },
    pull: (number) => readPull(client, number),
    pullFiles: (number, wanted) => readPullFiles(client, number, wanted),
    pullCommits: (number) => readPullCommits(client, number),
    mergeBase: (pull) => readMergeBase(client, pull),
    async ourReviews(number) {
      const us = await identity();
      return us ? readOurReviews(client, us, number) : { reviews: [], threads: [], others: [] };
    },
    async language() {
      const bytes = await client.read((github, at) => github.repos.listLanguages({ ...at }));
      return Object.entries(bytes).sort(([, a], [, b]) => b - a)[0]?.[0];
    },
    configFile: (known) => findConfigFile(client, known),
    checks: async (commit, wanted) => readChecks(builds, await identity(), commit, wanted),
    builtIndex: (base) => findBuiltIndex(builds.builds, base),
  };
}

async function readIssue(client: RepositoryClient, number: number): Promise<Issue> {
  const issue = await client.find((github, at) => github.issues.get({ ...at, issue_number: number }));
  const { owner, repo } = await client.at();
  // GitHub follows a transferred issue into its new repository, which is none of this run's.
  const here =
    issue && new URL(issue.html_url).pathname.toLowerCase().startsWith(`/${owner}/${repo}/`.toLowerCase());
  if (!here)
    throw new UserError(
      `There is no issue #${number} here any more.`,
      "Give the command again on an issue that exists.",
    );
  return {
    number,
    title: issue.title,
    body: issue.body ?? "",
    author: issue.user?.login ?? "ghost",
    state: issue.pull_request?.merged_at ? "merged" : issue.state === "closed" ? "closed" : "open",
    locked: issue.locked,
    pullRequest: issue.pull_request !== undefined,
    labels: issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
    url: issue.html_url,
  };
}

/** The default branch stands in for one that is gone: it was probably renamed. */
async function readBase(client: RepositoryClient, named: string | undefined): Promise<BranchHead> {
  const repository = await client.find((github, at) => github.repos.get({ ...at }));
  if (!repository)
    throw new UserError(
      "The repository is gone, or the GitHub App may not see it any more.",
      "Add the repository in the settings of the installation.",
    );
  const branch = named ?? repository.default_branch;
  try {
    const { object } = await client.read((github, at) =>
      github.git.getRef({ ...at, ref: `heads/${branch}` }),
    );
    return { branch, commit: object.sha, ...(repository.archived && { archived: true }) };
  } catch (error) {
    if (error instanceof GitHubError && error.status === 409)
      throw new UserError("The repository is empty.", "Push a first commit and give the command again.");
    if (error instanceof GitHubError && error.status === 404 && branch !== repository.default_branch)
      return readBase(client, undefined);
    if (error instanceof GitHubError && error.status === 404)
      throw new UserError(
        `There is no branch ${branch}.`,
        "Push it, or choose a default branch that exists in the settings of the repository, and give the command again.",
      );
    throw error;
  }
}
