import { UserError } from "../errors.ts";
import type { RepositoryClient } from "./client.ts";

/** A pull request as it stands now. Texts are a stranger's. */
export interface PullSnapshot {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: { readonly login: string; readonly type: string };
  readonly state: "open" | "closed" | "merged";
  readonly draft: boolean;
  readonly locked: boolean;
  readonly head: PullEnd & {
    /** In another repository, or in one that is gone. */
    readonly fork: boolean;
  };
  readonly base: PullEnd;
  /** Of a fork: whether its owner lets maintainers push to the branch. */
  readonly maintainerCanModify: boolean;
  readonly labels: readonly string[];
  readonly url: string;
}

export interface PullEnd {
  readonly branch: string;
  readonly commit: string;
  /** Undefined where the fork was deleted. */
  readonly repository: { readonly id: number; readonly owner: string; readonly name: string } | undefined;
}

export interface PullFile {
  readonly path: string;
  /** Of a renamed file. */
  readonly previousPath: string | undefined;
  /** As GitHub says it: `added`, `removed`, `modified`, `renamed`, `changed`, ... */
  readonly status: string;
  /** Undefined for binary files and for those that are too large to be shown. */
  readonly patch: string | undefined;
}

/** A changed file, with its hunks where they are told. */
export interface PatchedFile {
  readonly path: string;
  readonly patch?: string | undefined;
}

/** GitHub lists no more files than these. */
export const mostPullFiles = 3_000;
/** Newer ones say little more. */
const mostCommits = 100;

/** @throws UserError where there is no such pull request. */
export async function readPull(client: RepositoryClient, number: number): Promise<PullSnapshot> {
  const pull = await client.find((github, at) => github.pulls.get({ ...at, pull_number: number }));
  if (!pull)
    throw new UserError(
      `There is no pull request #${number} here.`,
      "Give the command on a pull request that exists.",
    );
  const head = endOf(pull.head);
  const base = endOf(pull.base);
  return {
    number,
    title: pull.title,
    body: pull.body ?? "",
    author: { login: pull.user?.login ?? "ghost", type: pull.user?.type ?? "User" },
    state: pull.merged_at ? "merged" : pull.state === "closed" ? "closed" : "open",
    draft: pull.draft ?? false,
    locked: pull.locked ?? false,
    head: { ...head, fork: head.repository?.id !== base.repository?.id },
    base,
    maintainerCanModify: pull.maintainer_can_modify ?? false,
    labels: (pull.labels ?? []).map(({ name }) => name),
    url: pull.html_url,
  };
}

/** Which files of a pull request are asked for: GitHub tells a hundred at a time, and no more are read than needed. */
export interface FilesWanted {
  /** By their paths. */
  readonly only?: ReadonlySet<string>;
  readonly most?: number;
}

/** What the pull request changes, as GitHub shows it: from where it left its base to its head. */
export async function readPullFiles(
  client: RepositoryClient,
  number: number,
  { only, most = only?.size ?? mostPullFiles }: FilesWanted = {},
): Promise<readonly PullFile[]> {
  const files: PullFile[] = [];
  if (most === 0) return files;
  const all = client.pages((github, page) => github.pulls.listFiles({ ...page, pull_number: number }));
  for await (const { filename, previous_filename, status, patch } of all) {
    if (only && !only.has(filename)) continue;
    files.push({ path: filename, previousPath: previous_filename, status, patch });
    if (files.length === most) break;
  }
  return files;
}

/** First lines of the messages of its commits, oldest first. */
export async function readPullCommits(client: RepositoryClient, number: number): Promise<readonly string[]> {
  const titles: string[] = [];
  const all = client.pages((github, page) => github.pulls.listCommits({ ...page, pull_number: number }));
  for await (const { commit } of all) {
    titles.push(commit.message.split("\n", 1)[0]!);
    if (titles.length === mostCommits) break;
  }
  return titles;
}

/** The commit where the pull request left its base; undefined where they have none in common. */
export async function readMergeBase(
  client: RepositoryClient,
  { base, head }: Pick<PullSnapshot, "base" | "head">,
): Promise<string | undefined> {
  const basehead = `${base.commit}...${head.commit}`;
  const compared = await client.find((github, at) =>
    github.repos.compareCommitsWithBasehead({ ...at, basehead, per_page: 1 }),
  );
  return compared?.merge_base_commit.sha;
}

interface GivenEnd {
  readonly ref: string;
  readonly sha: string;
  readonly repo?: { readonly id: number; readonly name: string; readonly owner: unknown } | null;
}

function endOf({ ref, sha, repo }: GivenEnd): PullEnd {
  const owner = (repo?.owner as { login?: string } | undefined)?.login ?? "";
  return { branch: ref, commit: sha, repository: repo ? { id: repo.id, owner, name: repo.name } : undefined };
}
