import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { CancelledError, isUserError } from "../../errors.ts";
import { type IndexedWorkspace, indexWorkspace } from "../../retrieval/index-workspace.ts";
import { openFolder } from "../../workspace/open-folder.ts";
import { findRepository, isDirty, openLocal } from "../../workspace/open-local.ts";

export interface OpenedGraph extends IndexedWorkspace {
  readonly directory: string;
  /** Undefined for a folder that is no repository. */
  readonly commit: string | undefined;
}

/** The graph of a repository at HEAD or, where a folder is none, of its files as they are. */
export async function openGraph(config: Config, repo: string): Promise<OpenedGraph> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CancelledError("Interrupted."));
  process.once("SIGINT", interrupt);
  try {
    return await readGraph(config, resolve(config.callerFolder, repo), interrupted.signal);
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}

async function readGraph(config: Config, directory: string, signal: AbortSignal): Promise<OpenedGraph> {
  const isRepository = await findRepository(directory).then(
    () => true,
    (error) => {
      if (isUserError(error)) return false;
      throw error;
    },
  );
  const workspace = await (isRepository ? openLocal(directory, signal) : openFolder(directory, signal));
  try {
    const indexed = await indexWorkspace(workspace, { cacheDir: join(config.home, "outlines") }, signal);
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
