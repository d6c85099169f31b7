import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, outlinesOf } from "../../config.ts";
import { UserError } from "../../errors.ts";
import type { IndexedWorkspace } from "../../retrieval/index-workspace.ts";
import type { GivenIndex } from "../../retrieval/use-index.ts";
import { counted } from "../../source/counted.ts";
import { interruptible } from "../interruptible.ts";
import { openCode } from "../open-code.ts";
import { whileWaiting } from "../waiting.ts";

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
  return interruptible(async (signal) => {
    const indexes = scip === undefined ? [] : [await readIndex(resolve(config.callerFolder, scip))];
    return readGraph(config, repo, indexes, tell, signal);
  });
}

async function readIndex(path: string): Promise<GivenIndex> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile())
    throw new UserError(`There is no index ${path}.`, "Name the file that an indexer wrote: index.scip.");
  const { size } = found;
  const { scipLimits } = await import("../../languages/scip/read.ts");
  if (size > scipLimits.indexBytes)
    throw new UserError(`The index ${path} is too large.`, "Index a part of the repository.");
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`The index ${path} cannot be read (${error.code}).`, "Check its rights.");
  });
  return { name: path, bytes };
}

async function readGraph(
  config: Config,
  repo: string,
  indexes: readonly GivenIndex[],
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<OpenedGraph> {
  const [opened, { indexWorkspace }] = await Promise.all([
    openCode(config, { repo, view: "head" }, tell, signal),
    // Loaded while git runs.
    import("../../retrieval/index-workspace.ts"),
  ]);
  const { workspace, directory, isRepository, notes, lateNotes } = opened;
  try {
    const indexed = await whileWaiting(
      process.stderr,
      `Drawing the code graph of ${counted(workspace.entries.size, "file")}`,
      () => indexWorkspace(workspace, { cacheDir: outlinesOf(config), indexes }, signal),
    );
    signal.throwIfAborted();
    return {
      ...indexed,
      directory,
      commit: isRepository ? workspace.commit : undefined,
      notes: [...notes, ...(await lateNotes), ...indexed.notes],
    };
  } finally {
    await workspace.close();
  }
}
