import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { CancelledError, isUserError, UserError } from "../../errors.ts";
import { scipLimits } from "../../languages/scip/read.ts";
import { type IndexedWorkspace, indexWorkspace } from "../../retrieval/index-workspace.ts";
import type { GivenIndex } from "../../retrieval/use-index.ts";
import { openFolder } from "../../workspace/open-folder.ts";
import { findRepository, isDirty, openLocal } from "../../workspace/open-local.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { openFar, repositoryUrl } from "./open-far.ts";

export interface OpenedGraph extends IndexedWorkspace {
  /** The folder, or the address of the repository. */
  readonly directory: string;
  /** Undefined for a folder that is no repository. */
  readonly commit: string | undefined;
}

export interface GraphSource {
  readonly repo: string;
  /** A file in the form of SCIP, besides those in the repository. */
  readonly scip: string | undefined;
}

/**
 * The graph of a folder (a repository at HEAD or, where it is none, its files as they are) or of the repository
 * behind a clone address or `OWNER/NAME`, at the newest commit of its default branch. `tell` hears of what takes time.
 * Throws a `UserError` for what cannot be opened and a `CancelledError` on Ctrl-C.
 */
export async function openGraph(
  config: Config,
  { repo, scip }: GraphSource,
  tell: (line: string) => void,
): Promise<OpenedGraph> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CancelledError("Interrupted."));
  process.once("SIGINT", interrupt);
  try {
    const indexes = scip === undefined ? [] : [await readIndex(resolve(config.callerFolder, scip))];
    return await readGraph(config, repo, indexes, tell, interrupted.signal);
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}

async function readIndex(path: string): Promise<GivenIndex> {
  const { size } = await stat(path).catch(() => {
    throw new UserError(`There is no index ${path}.`, "Name the file that an indexer wrote: index.scip.");
  });
  if (size > scipLimits.indexBytes)
    throw new UserError(`The index ${path} is too large.`, "Index a part of the repository.");
  return { name: path, bytes: await readFile(path) };
}

interface Opened {
  readonly workspace: Workspace;
  readonly directory: string;
  readonly isRepository: boolean;
  readonly notes: readonly string[];
}

async function readGraph(
  config: Config,
  repo: string,
  indexes: readonly GivenIndex[],
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<OpenedGraph> {
  const { workspace, directory, isRepository, notes } = await open(config, repo, tell, signal);
  try {
    const indexed = await indexWorkspace(
      workspace,
      { cacheDir: join(config.home, "outlines"), indexes },
      signal,
    );
    signal.throwIfAborted();
    return {
      ...indexed,
      directory,
      commit: isRepository ? workspace.commit : undefined,
      notes: [...notes, ...indexed.notes],
    };
  } finally {
    await workspace.close();
  }
}

async function open(
  config: Config,
  repo: string,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Opened> {
  const directory = resolve(config.callerFolder, repo);
  // What is here comes first: `src/app` is a folder, and could be a repository's name.
  const url = existsSync(directory) ? undefined : repositoryUrl(repo, config.github.url);
  if (url !== undefined) {
    tell(`Fetching ${url}`);
    const workspace = await openFar(config, url, signal);
    tell(`Reading ${workspace.entries.size} files at ${workspace.commit.slice(0, 12)}`);
    return { workspace, directory: url, isRepository: true, notes: [] };
  }
  const isRepository = await findRepository(directory).then(
    () => true,
    (error) => {
      if (isUserError(error)) return false;
      throw error;
    },
  );
  const workspace = await (isRepository ? openLocal(directory, signal) : openFolder(directory, signal));
  const unseen =
    isRepository && (await isDirty(directory, signal))
      ? ["There are uncommitted changes; they are not seen."]
      : [];
  return { workspace, directory: workspace.directory, isRepository, notes: [...workspace.notes, ...unseen] };
}
