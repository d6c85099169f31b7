import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../errors.ts";
import { fetchFailure, isRefusal } from "./fetch-failure.ts";
import { fetchCommit, GitError, initMirror, type Want, wanted } from "./git.ts";
import { checkedUrl, folderName } from "./git-names.ts";
import { seedFrom, withinSize } from "./partial-fetch.ts";
import { type CommitWorkspace, readCommit } from "./read-commit.ts";
import { type PastOptions, remotePast } from "./remote-past.ts";
import { condemn, createPartial, evict, type Hold, hold, snapshotsOf } from "./snapshots.ts";

export interface RemoteLimits {
  /** Wall-clock limit of the fetch. */
  readonly fetchMilliseconds: number;
  /** Bytes on disk of one commit without its large files. */
  readonly repositoryBytes: number;
  /** Tracked files. */
  readonly files: number;
}

export interface RemoteOptions extends PastOptions {
  /** Names the repository in the cache, for example `github.com/octo/demo` or GitHub's own id. */
  readonly repositoryKey: string;
  readonly want: Want;
  readonly cacheDir: string;
  /** Bytes that the whole cache may take; the commits unused for longest go first. */
  readonly quotaBytes: number;
  readonly limits: RemoteLimits;
  /** The operator's proxy and certificate variables (`networkVariables`), if any. */
  readonly network?: Readonly<Record<string, string>>;
  /** What to do where the repository cannot be read; what holds for a GitHub App unless given. */
  readonly accessCure?: string;
}

/** What one repository takes at most. */
export const usualLimits: RemoteLimits = {
  ...{ fetchMilliseconds: 10 * 60_000, repositoryBytes: 2 ** 31, files: 100_000 },
};

const pollMilliseconds = 100;

/**
 * Opens a repository of a forge at one commit: fetched into the cache without history and large files, or found
 * there. The commit stays readable until `close`, whatever other processes fetch or evict.
 * Throws a UserError where the repository, branch or commit cannot be had or is too large; network faults as GitError.
 */
export async function openRemote(options: RemoteOptions, signal: AbortSignal): Promise<CommitWorkspace> {
  checkedUrl(options.url);
  wanted(options.want);
  const folder = join(options.cacheDir, folderName(options.repositoryKey));
  const attempt = (): Promise<CommitWorkspace> => openSnapshot(options, folder, signal);
  try {
    return await attempt().catch((error: unknown) => {
      // Only a damaged snapshot (a machine that lost its power, say) can be the cause here: it is gone now.
      if (error instanceof DamagedSnapshot) return attempt();
      throw error;
    });
  } catch (error) {
    throw fetchFailure(error, options.accessCure);
  }
}

class DamagedSnapshot extends Error {}

async function openSnapshot(
  options: RemoteOptions,
  folder: string,
  signal: AbortSignal,
): Promise<CommitWorkspace> {
  const { commit, held } = await holdCommit(options, folder, signal);
  const gitDir = snapshotOf(folder, commit);
  try {
    const { files } = options.limits;
    const release = () => held.release();
    const workspace = await readCommit({ directory: gitDir, gitDir }, commit, release, signal, files);
    if (workspace.entries.size > files)
      throw tooLarge(`${workspace.entries.size} files, more than the ${files} allowed`);
    return { ...workspace, past: (both) => remotePast(options, { folder, gitDir, commit }, both) };
  } catch (error) {
    await held.release();
    if (!(error instanceof GitError)) throw error;
    if (error.exitCode === null)
      throw tooLarge(`its files cannot be listed, and ${options.limits.files} are allowed`);
    await condemn(gitDir);
    throw new DamagedSnapshot(error.message, { cause: error });
  }
}

interface HeldCommit {
  readonly commit: string;
  readonly held: Hold;
}

const snapshotOf = (folder: string, commit: string): string => join(folder, `${commit}.git`);

/** Finds the commit in the cache or brings it there. */
async function holdCommit(options: RemoteOptions, folder: string, signal: AbortSignal): Promise<HeldCommit> {
  let want = options.want;
  for (;;) {
    signal.throwIfAborted();
    const known = want !== "HEAD" && "commit" in want ? want.commit : undefined;
    const held = known === undefined ? "gone" : await hold(snapshotOf(folder, known));
    if (known !== undefined && typeof held === "object") return { commit: known, held };
    if (held === "evicting") {
      // Whoever evicts is done in a moment; if it died half way, our own eviction finishes its work.
      await wait(pollMilliseconds, undefined, { signal });
      await evict(options.cacheDir, options.quotaBytes);
      continue;
    }
    const fetched = await fetchSnapshot(options, folder, want, signal);
    if (fetched.held) return { commit: fetched.commit, held: fetched.held };
    want = { commit: fetched.commit }; // another process fetched the same commit at the same time: take theirs
  }
}

interface FetchedCommit {
  readonly commit: string;
  readonly held: Hold | undefined;
}

/** Fetches into a folder of our own and gives it its name when it is whole; leaves nothing behind if that fails. */
async function fetchSnapshot(
  options: RemoteOptions,
  folder: string,
  want: RemoteOptions["want"],
  signal: AbortSignal,
): Promise<FetchedCommit> {
  const { limits, cacheDir, quotaBytes, network } = options;
  await evict(cacheDir, quotaBytes);
  const partial = await createPartial(folder);
  try {
    const mirror = await initMirror(partial.path, signal);
    await seed(folder, partial.path);
    const { token, url = options.url, minted } = await options.access();
    const fetch = { url, want, token, milliseconds: limits.fetchMilliseconds, ...(network && { network }) };
    const bytes = Math.min(limits.repositoryBytes, quotaBytes);
    const size = {
      bytes,
      tooLarge: () => tooLarge(`more than ${megabytes(bytes)} without its history and large files`),
    };
    const pauses = minted ? settlingMilliseconds : [];
    const commit = await withinSize(partial.path, size, signal, (both) =>
      unlessRefused(() => fetchCommit(mirror, fetch, both), pauses, both),
    );
    const held = await partial.become(snapshotOf(folder, commit));
    await evict(cacheDir, quotaBytes);
    return { commit, held };
  } finally {
    await partial.discard();
  }
}

/** A token that was just made may not be known to the git servers of a forge, which copy such things, for seconds. */
const settlingMilliseconds = [1000, 2000, 4000];

async function unlessRefused<T>(
  fetch: () => Promise<T>,
  [pause, ...later]: readonly number[],
  signal: AbortSignal,
): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (pause === undefined || !isRefusal(error)) throw error;
    await wait(pause, undefined, { signal });
    return unlessRefused(fetch, later, signal);
  }
}

/** Builds upon the repository's snapshot that was used last. */
async function seed(folder: string, partial: string): Promise<void> {
  const [newest] = await snapshotsOf(folder);
  const held = newest === undefined ? undefined : await hold(newest);
  if (newest === undefined || typeof held !== "object") return;
  try {
    await seedFrom(newest, partial);
  } finally {
    await held.release();
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

const tooLarge = (what: string): UserError =>
  new UserError(
    `The repository is too large: ${what}.`,
    "Whoever runs CodeRAG can raise the limit; or move generated and vendored files out of the repository.",
  );
