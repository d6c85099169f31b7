import { homedir } from "node:os";
import type { EnvironmentOptions, Setting } from "./git-environment.ts";
import { branchRef, checkedCommit, checkedUrl, isLoopbackHttp } from "./git-names.ts";
import { GitError, runGit, smallerCure } from "./git-run.ts";

/**
 * Every git command that CodeRAG runs, each a function with typed arguments: no caller can hand in an option.
 * Names and addresses pass the allow-lists of `git-names.ts`, the environment is that of `git-environment.ts`.
 */

export { GitError, smallerCure };

/** Where a repository is. A bare one is named outright: git is not allowed to discover those. */
export interface Repository {
  readonly directory: string;
  readonly gitDir?: string;
}

/** The newest commit of the default branch (`HEAD`) or of another, or a certain commit by its full SHA. */
export type Want = "HEAD" | { readonly branch: string } | { readonly commit: string };

export interface FetchOptions {
  readonly url: string;
  readonly want: Want;
  readonly token: string | undefined;
  readonly milliseconds: number;
  /** The operator's proxy and certificate variables. */
  readonly network?: Readonly<Record<string, string>>;
  /** Generations of commits to bring with it, with their folders and no files; the commit alone unless given. */
  readonly generations?: number;
}

/** The ref that keeps the fetched commit alive in a mirror. */
const pinned = "refs/coderag/pinned";

/** Files of 1 MiB and more are not fetched: nothing here reads them. */
export const blobLimit = 2 ** 20;

/** Creates an empty bare repository in an existing empty folder, to fetch into. */
export async function initMirror(gitDir: string, signal?: AbortSignal): Promise<Repository> {
  await runGit({ directory: gitDir, argv: ["init", "--quiet", "--bare", "--template=", "."] }, signal);
  return { directory: gitDir, gitDir };
}

/**
 * Fetches one commit without its history (unless some is asked for), tags and large files, and gives its full SHA.
 * Address and token exist in this one process's environment; the mirror holds neither. It does not even know that
 * it is partial, so that reading takes a missing file for missing and does not try to fetch it.
 */
export async function fetchCommit(
  mirror: Repository,
  { url, want, token, milliseconds, network, generations }: FetchOptions,
  signal?: AbortSignal,
): Promise<string> {
  const source = wanted(want);
  const protocol = isLoopbackHttp(checkedUrl(url)) ? "http" : "https";
  const settings: Setting[] = [
    ["remote.origin.url", url],
    ["remote.origin.promisor", "true"],
    ["remote.origin.partialCloneFilter", `blob:limit=${blobLimit}`],
  ];
  const credential = token && Buffer.from(`x-access-token:${token}`).toString("base64");
  if (credential)
    settings.push([`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${credential}`]);
  const argv = [
    ...[
      "fetch",
      "--quiet",
      `--depth=${generations ?? 1}`,
      `--filter=${generations === undefined ? `blob:limit=${blobLimit}` : "blob:none"}`,
      "--no-tags",
      "--no-write-fetch-head",
    ],
    ...[
      "--no-recurse-submodules",
      "--no-auto-maintenance",
      "--end-of-options",
      "origin",
      `+${source}:${pinned}`,
    ],
  ];
  const secrets = token && credential ? [token, credential] : [];
  const from = { protocol, secrets, ...(network && { network }) } as const;
  const fetch = (more: readonly Setting[]): Promise<unknown> =>
    runGit({ ...mirror, argv, settings: [...settings, ...more], milliseconds, ...from }, signal);
  try {
    await fetch([]);
  } catch (error) {
    if (!(error instanceof GitError) || !uglyFault.test(error.complaint)) throw error;
    // What may be ignored is not heard of by git where it fetches a part (Debian 12's at least): looked at afterwards.
    await fetch([["fetch.fsckObjects", "false"]]);
    const ignored = ugly.map((fault): Setting => [`fsck.${fault}`, "ignore"]);
    const argv = ["fsck", "--no-dangling", "--no-progress"];
    await runGit({ ...mirror, argv, settings: [...settings, ...ignored], milliseconds }, signal);
  }
  return (await revision(mirror, `${pinned}^{commit}`, signal)) as string;
}

/** Objects of old commits of honest projects have these faults; they are ugly, not dangerous. */
const ugly = ["zeroPaddedFilemode", "badTimezone", "missingSpaceBeforeDate", "missingEmail"];
const uglyFault = new RegExp(`: (?:${ugly.join("|")}): `);

/** What is wanted, as git is told it; throws for names that it must not be told. */
export function wanted(want: Want): string {
  if (want === "HEAD") return want;
  return "branch" in want ? branchRef(want.branch) : checkedCommit(want.commit);
}

/** The commit that `HEAD`, a branch or a SHA stands for; undefined where there is none. */
export async function resolveCommit(
  repository: Repository,
  name: Want,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return revision(repository, `${wanted(name)}^{commit}`, signal);
}

/** The SHA of the tree of a commit that is there. */
export async function treeOf(repository: Repository, commit: string, signal?: AbortSignal): Promise<string> {
  return (await revision(repository, `${checkedCommit(commit)}^{tree}`, signal)) as string;
}

/** The first parent of a commit; undefined for a first commit, or where a shallow clone ends. */
export function parentOf(
  repository: Repository,
  commit: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return revision(repository, `${checkedCommit(commit)}^1`, signal);
}

/**
 * `ls-tree` of a whole commit or tree as it comes: `MODE TYPE SHA SIZE TAB PATH NUL`, once for every file. Trees that
 * hold each other stand for more files than any disk has: with far more than `filesAtMost` git is ended.
 */
export function listTree(
  repository: Repository,
  commit: string,
  signal?: AbortSignal,
  filesAtMost?: number,
): Promise<Buffer> {
  const argv = ["ls-tree", "-r", "-z", "--long", "--full-tree", "--end-of-options", checkedCommit(commit)];
  const limits =
    filesAtMost === undefined ? {} : { outputBytes: filesAtMost * longLine, milliseconds: 30_000 };
  return runGit({ ...repository, argv, ...limits }, signal);
}

/** Bytes of a listed file with a path that is longer than most. */
const longLine = 500;

/** True where tracked files differ from the last commit or new ones lie about. Runs no filter of the repository. */
export async function hasChanges(repository: Repository, signal?: AbortSignal): Promise<boolean> {
  return (await status(repository, "normal", signal)).length > 0;
}

/** Tracked files that differ from the last commit, and new ones that are not ignored. Runs no filter either. */
export async function changedPaths(
  repository: Repository,
  signal?: AbortSignal,
): Promise<readonly { readonly path: string; readonly isNew: boolean }[]> {
  const lines = (await status(repository, "all", signal)).toString().split("\0").filter(Boolean);
  return lines.map((line) => ({ path: line.slice(3), isNew: line.startsWith("??") }));
}

async function status(
  repository: Repository,
  untracked: "normal" | "all",
  signal?: AbortSignal,
): Promise<Buffer> {
  const listed = await configuration(repository, ["--name-only", "--get-regexp", "^filter\\."], signal);
  const settings = listed.map((key): Setting => [key, key.endsWith(".required") ? "false" : ""]);
  const argv = ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=all"];
  return runGit({ ...repository, argv: [...argv, `--untracked-files=${untracked}`], settings }, signal);
}

/** Name and address of the person who works in this repository, from its own or their personal git configuration. */
export async function identity(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  const person = { ...repository, home: homedir() };
  const [name] = await configuration(person, ["--get", "user.name"], signal);
  const [email] = await configuration(person, ["--get", "user.email"], signal);
  return name && email ? { name, email } : undefined;
}

async function configuration(
  repository: Repository & EnvironmentOptions,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found = await runGit({ ...repository, argv: ["config", "-z", ...argv] }, signal).catch(noneFound);
  return found?.toString().split("\0").filter(Boolean) ?? [];
}

async function revision(
  repository: Repository,
  name: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const argv = ["rev-parse", "--verify", "--quiet", "--end-of-options", name];
  return (await runGit({ ...repository, argv }, signal).catch(noneFound))?.toString().trim();
}

/** git says with exit code 1 and without a word that there is no such thing; anything else went wrong. */
function noneFound(error: unknown): undefined {
  if (error instanceof GitError && error.exitCode === 1 && error.complaint === "") return undefined;
  throw error;
}

/** What `git version` says, for example `git version 2.39.5`. Throws where there is no git. */
export async function gitVersion(signal?: AbortSignal): Promise<string> {
  return (await runGit({ directory: "/", gitDir: "/nonexistent", argv: ["version"] }, signal))
    .toString()
    .trim();
}
