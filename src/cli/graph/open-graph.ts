import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { CancelledError, isUserError, UserError } from "../../errors.ts";
import { scipLimits } from "../../languages/scip/read.ts";
import { type IndexedWorkspace, indexWorkspace } from "../../retrieval/index-workspace.ts";
import type { GivenIndex } from "../../retrieval/use-index.ts";
import { openFolder } from "../../workspace/open-folder.ts";
import { findRepository, isDirty, openLocal } from "../../workspace/open-local.ts";

export interface OpenedGraph extends IndexedWorkspace {
  readonly directory: string;
  /** Undefined for a folder that is no repository. */
  readonly commit: string | undefined;
}

/** The graph of a repository at HEAD or, where a folder is none, of its files as they are. */
export async function openGraph(config: Config, repo: string, scip?: string): Promise<OpenedGraph> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CancelledError("Interrupted."));
  process.once("SIGINT", interrupt);
  try {
    const indexes = scip === undefined ? [] : [await readIndex(resolve(config.callerFolder, scip))];
    return await readGraph(config, resolve(config.callerFolder, repo), indexes, interrupted.signal);
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

async function readGraph(
  config: Config,
  directory: string,
  indexes: readonly GivenIndex[],
  signal: AbortSignal,
): Promise<OpenedGraph> {
  const isRepository = await findRepository(directory).then(
    () => true,
    (error) => {
      if (isUserError(error)) return false;
      throw error;
    },
  );
  const workspace = await (isRepository ? openLocal(directory, signal) : openFolder(directory, signal));
  try {
    const indexed = await indexWorkspace(
      workspace,
      { cacheDir: join(config.home, "outlines"), indexes },
      signal,
    );
    const unseen =
      isRepository && (await isDirty(directory, signal))
        ? ["There are uncommitted changes; they are not seen."]
        : [];
    return {
      ...indexed,
      directory: workspace.directory,
      commit: isRepository ? workspace.commit : undefined,
      notes: [...workspace.notes, ...unseen, ...indexed.notes],
    };
  } finally {
    await workspace.close();
  }
}
